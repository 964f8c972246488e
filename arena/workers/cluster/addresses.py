"""The addresses of schedulers and machines. Nothing of dask is imported here."""

import ipaddress
import socket
from contextlib import suppress

from arena.common.errors import ArenaError

PORT = 8786  # of a scheduler
LAST_PORT = 65535
LISTENS = 2.0  # seconds in which a program must accept a connection


def host_and_port(address: str) -> tuple[str, str]:
    """The two parts of `tls://10.0.0.1:8786`. The port is empty if there is none."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    return host.strip("[]"), port


class NoScheduler(ArenaError):
    """No scheduler answers at an address."""


def no_scheduler(address: str, error: Exception) -> NoScheduler:
    """The error if no scheduler answers at an address."""
    host, port = host_and_port(address)
    with suppress(OSError), socket.create_connection((host, int(port)), LISTENS):
        return NoScheduler(
            f"A program listens at {address}, but it does not answer as a scheduler "
            f"({type(error).__name__}). Check the address and the keys: all programs of a cluster "
            f"need the same folder with --keys, or none"
        )
    return NoScheduler(
        f"There is no scheduler at {address} ({type(error).__name__}). Start one with "
        f"`arena cluster start`, and give the address that it prints"
    )


def is_loopback(address: str) -> bool:
    """Does nothing that is sent to this address leave the machine?"""
    host, _ = host_and_port(address)
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def full_address(text: str, encrypted: bool = False) -> str:
    """The address as dask writes it: `10.0.0.1` becomes `tls://10.0.0.1:8786`."""
    protocol, _, place = text.rpartition("://")
    if ":" not in place.rpartition("]")[2]:
        place = f"{place}:{PORT}"
    host, _, port = place.rpartition(":")
    if protocol not in ("", "tcp", "tls") or not host or not _is_port(port):
        raise ArenaError(
            f"{text} is not the address of a cluster: give local:4 for four processes here, or the "
            f"address that `arena cluster start` prints, such as tls://10.0.0.1:8786"
        )
    if protocol == "tcp" and encrypted:
        raise ArenaError(f"{text} is not encrypted: leave out --keys, or write tls://{place}")
    return f"{protocol or ('tls' if encrypted else 'tcp')}://{place}"


def _is_port(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 6 and 1 <= int(text) <= LAST_PORT


def own_address(towards: str = "10.255.255.255") -> str:
    """The address of this machine, as a machine at the address `towards` sees it."""
    try:
        family, kind, *_, place = socket.getaddrinfo(towards, 1, type=socket.SOCK_DGRAM)[0]
        with socket.socket(family, kind) as asked:
            asked.connect(place)  # sends nothing
            own: str = asked.getsockname()[0]
    except OSError:
        return "127.0.0.1"
    return own
