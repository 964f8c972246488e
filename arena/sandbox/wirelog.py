"""A log of the messages between the arena and bots in boxes, for debugging.

It wraps the channel, so a game without a log is not slower. It decodes each frame itself, and shows
the bytes of a frame that it cannot decode.
"""

import json
from collections.abc import Callable
from pathlib import Path
from time import perf_counter_ns
from types import TracebackType
from typing import Any, Self

import msgspec

from arena.guest.protocol import wire
from arena.replay.files import unwritable
from arena.sandbox.boxes.channels import HostChannel

SHOWN = 64  # bytes of a frame that cannot be decoded


class WireLog:
    """Writes a line of JSON for each frame to a new file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.game = 0  # its number
        self.deal = 0
        self._started = perf_counter_ns()
        try:
            self._file = path.open("x", encoding="ascii", buffering=1)
        except OSError as error:
            raise unwritable(path, error) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    def begin(self, deal: int) -> None:
        """Begin the next game."""
        self.game += 1
        self.deal = deal

    def write(self, seat: int, bot: str, **facts: Any) -> None:
        line = {
            "ns": perf_counter_ns() - self._started,
            "game": self.game,
            "deal": self.deal,
            "seat": seat,
            "bot": bot,
            **facts,
        }
        try:
            self._file.write(json.dumps(line, default=list) + "\n")
        except OSError as error:
            raise unwritable(self.path, error) from None


class WireLine:
    """Logs the messages of one bot, in the seat that it has in the present game."""

    def __init__(self, log: WireLog, bot: str) -> None:
        self._log = log
        self._bot = bot
        self.seat = -1

    def tap(self, channel: HostChannel) -> HostChannel:
        return TappedChannel(channel, self._write)

    def _write(self, **facts: Any) -> None:
        self._log.write(self.seat, self._bot, **facts)


class TappedChannel:
    """A channel that wraps another one and logs its frames."""

    def __init__(self, channel: HostChannel, write: Callable[..., None]) -> None:
        self._channel = channel
        self._to = FrameReader("to", wire.TO_BOT, wire.read_to_bot, write)
        self._from = FrameReader("from", wire.FROM_BOT, wire.read_from_bot, write)

    def fileno(self) -> int:
        return self._channel.fileno()

    def write_fileno(self) -> int:
        return self._channel.write_fileno()

    def ask(self, message: bytes, wait: int, /) -> None:
        """Send a message. `Box.receive` waits for the answer, so each frame has its own time."""
        self.send(wire.with_length(message))

    def send(self, data: bytes, /) -> int:
        sent = self._channel.send(data)
        self._to.feed(data[:sent])
        return sent

    def recv(self, most: int, /) -> bytes:
        data = self._channel.recv(most)
        self._from.feed(data)
        return data

    def close(self) -> None:
        self._to.end()
        self._from.end()
        self._channel.close()


class FrameReader:
    """Collects the frames of one direction, and logs each."""

    def __init__(
        self,
        direction: str,
        limit: int,
        read: Callable[[bytes], Any],
        write: Callable[..., None],
    ) -> None:
        self._direction = direction
        self._limit = limit
        self._read = read
        self._write = write
        self._got = b""

    def feed(self, data: bytes) -> None:
        self._got += data
        while self._got:
            try:
                end = wire.end_of_frame(self._got, self._limit)
            except wire.ProtocolError as error:  # the start of the next frame is unknown
                self._garbage(self._got, str(error))
                self._got = b""
                return
            if not 0 < end <= len(self._got):
                return
            frame, self._got = self._got[:end], self._got[end:]
            try:
                message = self._read(frame[wire.HEADER.size :])
            except wire.ProtocolError as error:
                self._garbage(frame, str(error))
            else:
                self._message(message)

    def end(self) -> None:
        """Log the rest: an incomplete frame."""
        if self._got:
            self._garbage(self._got, "an incomplete frame")

    def _message(self, message: Any) -> None:
        fields = {name: _plain(getattr(message, name)) for name in message.__struct_fields__}
        kind = message.__struct_config__.tag
        self._write(direction=self._direction, type=kind, message=fields, verdict="ok")

    def _garbage(self, data: bytes, verdict: str) -> None:
        self._write(
            direction=self._direction, bytes=len(data), hex=data[:SHOWN].hex(), verdict=verdict
        )


def _plain(value: Any) -> Any:
    """A field for JSON: a view is decoded, a bot's source becomes text.

    Bytes inside a view are small numbers, so they become a list of numbers.
    """
    if isinstance(value, msgspec.Raw):
        return msgspec.msgpack.decode(value)
    return value.decode(errors="replace") if isinstance(value, bytes) else value
