"""Spectators: many clients of an event stream in one thread. They note when each event comes."""

import re
import selectors
import socket
from collections.abc import Callable, Iterable
from time import monotonic

from arena.guest.protocol.safe_text import plain

ASK = b"GET /events HTTP/1.1\r\nHost: localhost\r\n%b\r\n"
# Of an event: its id, its number, and when it was told. Of a greeting: whether anything is missing.
NUMBER = re.compile(rb'"n":(\d+),"told":(\d+\.\d+)')
ID = re.compile(rb"\nid: (\d+)\n")
GREETING = b"event: hello"
ANEW = b'"resumed":false'
END = b"\n\n"
PATIENCE = 60.0  # seconds
SMALL = 4096  # bytes that the system keeps for a client that will freeze


class Spectator:
    """One client. It knows which events it has got, and how late they were."""

    __slots__ = ("_rest", "anew", "delays", "is_greeted", "last_id", "numbers", "socket")

    def __init__(self, port: int, last_id: bytes = b"", is_small: bool = False) -> None:
        self.socket = socket.socket()
        if is_small:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
        self.socket.connect(("127.0.0.1", port))
        self.socket.setblocking(False)
        self.last_id = last_id
        self.numbers: list[int] = []
        self.delays: list[float] = []
        self.anew = 0  # greetings that tell it to load everything again
        self.is_greeted = False
        self._rest = b""
        self.socket.send(ASK % (b"Last-Event-ID: %b\r\n" % last_id if last_id else b""))

    def read(self) -> None:
        """Note the events that have come."""
        try:
            got = self.socket.recv(1 << 20)
        except BlockingIOError:
            return
        if not got:
            raise AssertionError(f"The server has closed a stream: {plain(self._rest.decode())}")
        now = monotonic()
        whole, end, self._rest = (self._rest + got).rpartition(END)
        for number, told in NUMBER.findall(whole):
            self.numbers.append(int(number))
            self.delays.append(now - float(told))
        self.is_greeted = self.is_greeted or GREETING in whole
        self.anew += whole.count(ANEW)
        if ids := ID.findall(b"\n" + whole + end):
            self.last_id = ids[-1]


class Crowd:
    """All clients of one server."""

    def __init__(self, port: int, clients: int, small: int = 0) -> None:
        """The first `small` clients have so little room that they can freeze."""
        self._port = port
        self._selector = selectors.DefaultSelector()
        self.clients: list[Spectator] = []
        for number in range(clients):
            self._add(Spectator(port, is_small=number < small))
            if number % 50 == 49:
                self.read(0.02)
        self.read_until(lambda client: client.is_greeted)

    def __enter__(self) -> "Crowd":
        return self

    def __exit__(self, *_: object) -> None:
        for client in self.clients:
            client.socket.close()
        self._selector.close()

    def _add(self, client: Spectator) -> None:
        self._selector.register(client.socket, selectors.EVENT_READ, client)
        self.clients.append(client)

    def read(self, seconds: float) -> None:
        """Read what comes in this time."""
        until = monotonic() + seconds
        while (left := until - monotonic()) > 0:
            for key, _ in self._selector.select(left):
                key.data.read()

    def read_until(self, condition: Callable[[Spectator], bool]) -> None:
        """Read until the condition holds for each client that reads."""
        until = monotonic() + PATIENCE
        waiting = [key.data for key in self._selector.get_map().values()]
        while waiting := [client for client in waiting if not condition(client)]:
            if monotonic() > until:
                raise AssertionError(f"{len(waiting)} spectators still wait for an event.")
            self.read(0.02)

    def freeze(self, clients: Iterable[Spectator]) -> None:
        """These clients stop reading."""
        for client in clients:
            self._selector.unregister(client.socket)

    def thaw(self, clients: Iterable[Spectator]) -> None:
        for client in clients:
            self._selector.register(client.socket, selectors.EVENT_READ, client)

    def leave(self, clients: Iterable[Spectator]) -> None:
        """These clients close their connections. `come_back` opens them again."""
        for client in clients:
            self._selector.unregister(client.socket)
            client.socket.close()

    def come_back(self, clients: Iterable[Spectator]) -> None:
        """The same clients with new connections, which name the last event that they have got."""
        for before in clients:
            self.clients.remove(before)
            client = Spectator(self._port, before.last_id)
            client.numbers, client.anew = before.numbers, before.anew
            self._add(client)

    def forget(self) -> None:
        """Begin a new measurement."""
        for client in self.clients:
            client.delays.clear()
            client.numbers.clear()
            client.anew = 0
