"""Machines for tests, in network namespaces: each has its own address, host name and cable."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

BRIDGE = "arena{}"  # with the number of this process


class NoNetwork(Exception):
    """There can be no namespaces here. The text says why."""


class Network:
    """This machine has the address `here`. The others are connected to it, and to each other."""

    def __init__(self) -> None:
        self._number = os.getpid() % 10_000_000
        self._bridge = BRIDGE.format(self._number)
        self._places: list[str] = []
        # An unlikely network, another one for each process of the tests.
        self._net = f"10.{200 + self._number % 50}.{self._number // 50 % 250}"
        self.here = f"{self._net}.1"
        self._ip("link", "add", self._bridge, "type", "bridge")
        self._ip("address", "add", f"{self.here}/24", "dev", self._bridge)
        self._ip("link", "set", self._bridge, "up")

    def add(self, name: str) -> list[str]:
        """A new machine with this host name. Returns the words that begin a command there."""
        place, number = f"{self._bridge}-{name}", len(self._places)
        cable, inside = self._cable(number), f"i{number}a{self._number}"
        self._ip("netns", "add", place)
        self._places.append(place)
        self._ip("link", "add", cable, "type", "veth", "peer", "name", inside, "netns", place)
        self._ip("link", "set", cable, "master", self._bridge, "up")
        self._ip("-n", place, "link", "set", "lo", "up")
        self._ip("-n", place, "address", "add", f"{self._net}.{number + 2}/24", "dev", inside)
        self._ip("-n", place, "link", "set", inside, "up")
        enter = ["ip", "netns", "exec", place, "unshare", "--uts", "sh", "-c"]
        return [*enter, f'hostname {name}; exec "$@"', "sh"]

    def cut(self, number: int) -> None:
        """Nothing gets to this machine, and nothing from it."""
        self._ip("link", "set", self._cable(number), "down")

    def mend(self, number: int) -> None:
        self._ip("link", "set", self._cable(number), "up")

    def end(self) -> None:
        for place in self._places:
            self._ip("netns", "delete", place)
        self._ip("link", "delete", self._bridge)

    def _cable(self, number: int) -> str:
        return f"c{number}a{self._number}"

    def _ip(self, *words: str) -> None:
        ended = subprocess.run(["ip", *words], capture_output=True, text=True, check=False)
        if ended.returncode:
            raise NoNetwork(f"`ip {' '.join(words)}` failed: {ended.stderr.strip()}")


@contextmanager
def open_network() -> Iterator[Network]:
    if os.geteuid() != 0:
        raise NoNetwork("only root can make network namespaces")
    for program in ("ip", "unshare"):
        if shutil.which(program) is None:
            raise NoNetwork(f"{program} is not installed: apt-get install iproute2 util-linux")
    network = Network()
    try:
        yield network
    finally:
        network.end()
