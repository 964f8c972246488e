"""The arena's view of a box: its channel, its output, its process."""

import contextlib
import os
import re
import signal
from collections.abc import Callable
from pathlib import Path
from time import clock_gettime_ns, perf_counter_ns
from typing import TYPE_CHECKING, NamedTuple

from arena.guest.protocol import wire
from arena.guest.protocol.safe_text import CUT, plain_lines
from arena.sandbox.boxes.channels import MOST, SMALL, HostChannel
from arena.sandbox.boxes.polling import READ, WRITE, poller
from arena.sandbox.boxes.process_number import number
from arena.sandbox.timing.cores import of_family
from arena.sandbox.timing.lateness import FIRST

if TYPE_CHECKING:
    from arena.sandbox.boxes.reports import Reports

# Milliseconds to wait for a quick answer. A tick of the kernel is 4 ms on most machines. For a
# shorter wait, the kernel would have to set the processor's timer for every question.
QUICK = 5
LOG = 8 * 1024  # bytes of output kept for a game
PIECE = 64 * 1024


class Gone(Exception):
    """The process has ended, or has closed its channel."""


class Late(Exception):
    """No complete message came by the deadline."""


class CoreUse(NamedTuple):
    """How a thread has used the processor so far."""

    ran: int  # nanoseconds
    waited: int  # nanoseconds in which it could have run but had no core
    wants: bool  # does it want a core now?


class Box:
    """A process with a bot. Reads and writes block for milliseconds at most.

    The box checks everything that the bot sends.
    """

    number = 0  # of the process; 0 if unknown
    folder = ""  # where the bot finds the files of its package

    def __init__(self, channel: HostChannel, output: int, process: int) -> None:
        self.channel = channel
        self.output = output
        self.process = process  # a descriptor of it
        self.when_closed: Callable[[int], None] = os.close  # takes that descriptor
        # Where a control group counts the memory: begin to measure, and the most bytes since then.
        self.watch_memory: Callable[[], None] = lambda: None
        self.peak: Callable[[], int | None] = lambda: None
        self.reports: Reports | None = None  # in an examination: what the bot tries to reach
        self.log = bytearray()
        self.printed = 0  # bytes
        self._got = b""
        self._prints = True
        self._ready = poller()
        self._ready.register(channel.fileno(), READ)
        self._ready.register(output, READ)
        self._prepare()

    def _prepare(self) -> None:
        """Look up the process. Only Linux has the files for this."""
        os.set_blocking(self.output, False)
        self.number = number(self.process)
        self._clock = _cpu_clock(self.number)

    def follow(self, reports: "Reports") -> None:
        """Answer these reports of the kernel whenever we wait for the bot."""
        self.reports = reports
        self._ready.register(reports.descriptor, READ)

    def ask(self, question: bytes) -> wire.FromBot | None:
        """Send a question. Return the answer if it comes at once, as it does from most bots."""
        if len(question) > SMALL or self._got or self.reports is not None:
            self.send(wire.with_length(question))
            return None
        try:
            answer = self.channel.ask(question, QUICK)
        except BlockingIOError:  # the pipe is full: the bot does not read, so it is late
            raise Late from None
        except OSError:
            raise Gone from None
        if type(answer) is bytes:
            return wire.read_from_bot(answer)
        return None if answer is None else self._add(bytes(answer))

    def send(self, frame: bytes) -> None:
        """Send a frame. If the bot does not read it at once, it is late."""
        self.send_all(frame, perf_counter_ns() + FIRST)

    def send_all(self, frame: bytes, deadline: int) -> None:
        """Send a packet that may not fit at once, such as the bot's source."""
        frame = frame[self._send(frame) :]
        if not frame:
            return
        waiting = poller()
        waiting.register(self.channel.write_fileno(), WRITE)
        while frame:
            if not waiting.poll(max(0, deadline - perf_counter_ns()) / 1e6):
                raise Late
            frame = frame[self._send(frame) :]

    def _send(self, data: bytes) -> int:
        """Send as much as the channel takes at once. Returns its size."""
        try:
            return self.channel.send(data)
        except BlockingIOError:
            return 0
        except OSError:
            raise Gone from None

    def receive(self, deadline: int) -> wire.FromBot:
        """The next message, if it is complete by the deadline (of `perf_counter_ns`)."""
        while True:
            left = deadline - perf_counter_ns()
            ready = self._ready.poll(left / 1e6 if left > 0 else 0)
            message = None
            for descriptor, _ in ready:
                if descriptor == self.output:
                    self.read_output()
                elif self.reports is not None and descriptor == self.reports.descriptor:
                    self.reports.answer()
                else:
                    message = self._read_channel()
            if message is not None:
                return message
            if left < 0 or not ready:  # a bot that prints without end is always ready
                raise Late

    def _read_channel(self) -> wire.FromBot | None:
        """The next message, if it is whole."""
        try:
            piece = self.channel.recv(MOST)
        except BlockingIOError:
            return None
        except OSError:
            raise Gone from None
        return self._add(piece)

    def _add(self, piece: bytes) -> wire.FromBot | None:
        """Add what has arrived; return the next message, if it is whole."""
        if not piece:
            raise Gone
        got = self._got + piece if self._got else piece
        end = wire.end_of_frame(got, wire.FROM_BOT)
        if end == len(got):
            self._got = b""
            return wire.read_from_bot(got[wire.HEADER.size :])
        if 0 < end < len(got):
            raise wire.ProtocolError("it sent more than one answer")
        self._got = got
        return None

    def read_output(self) -> None:
        """Read what the bot has printed, and keep the beginning."""
        try:
            piece = self._read_piece()
        except BlockingIOError:
            return
        except OSError:
            piece = b""
        if piece:
            self.printed += len(piece)
            self.log += piece[: LOG - len(self.log)]
        elif self._prints:  # the output is closed, and `poll` would always call it ready
            self._prints = False
            self._ready.unregister(self.output)

    def output_text(self) -> str:
        """The beginning of what the bot has printed, safe to print again."""
        self.read_output()
        text = plain_lines(self.log.decode(errors="replace"))
        return text[: LOG - 1] + CUT if self.printed > LOG else text

    def forget_output(self) -> None:
        """Forget what the bot has printed so far."""
        self.log.clear()
        self.printed = 0

    def _read_piece(self) -> bytes:
        return os.read(self.output, PIECE)

    def cpu(self) -> int:
        """The processor time that the process has used, in nanoseconds."""
        try:
            return clock_gettime_ns(self._clock)
        except OSError:
            return 0

    def core_use(self) -> CoreUse:
        """How the main thread has used the processor. Zeros if Linux does not count this."""
        folder = f"/proc/{self.number}"
        try:
            ran, waited, _ = Path(folder, "schedstat").read_text().split()
            state = Path(folder, "stat").read_text().rpartition(")")[2].split()[0]
        except (OSError, ValueError):
            return CoreUse(0, 0, False)
        return CoreUse(int(ran), int(waited), state == "R")

    def memory(self) -> int:
        """The most memory that the process held at once, with its page tables, in bytes."""
        peak = self.peak()
        if peak is not None:
            return peak
        held = 0
        with contextlib.suppress(OSError):
            for line in Path(f"/proc/{self.number}/status").read_text().splitlines():
                if line.startswith(("VmHWM:", "VmPTE:")):
                    held += int(line.split()[1]) * 1024
        return held

    def interrupt(self) -> None:
        """Tell the bot that its time is up."""
        self.signal(signal.SIGUSR1)

    def dump_lines(self, wanted: re.Pattern[str], seconds: float) -> re.Match[str] | None:
        """Let Python write the lines in which the bot is, even if it is in C code.

        Return the first match in them. The lines are in the bot's output, so the bot can fake them.
        """
        until, text = perf_counter_ns() + int(seconds * 1e9), ""
        output = poller()
        output.register(self.output, READ)
        self.read_output()
        self.signal(signal.SIGUSR2)
        while (left := until - perf_counter_ns()) > 0 and len(text) < PIECE:
            if output.poll(left / 1e6):
                try:
                    piece = self._read_piece()
                except OSError:
                    return None
                text += piece.decode(errors="replace")
                match = wanted.search(text)
                if match is not None or not piece:
                    return match
        return None

    def come_here(self, family: int = 0) -> None:
        """Move the process to the core of this worker, or to the core for partners."""
        with contextlib.suppress(OSError):  # the process has ended
            os.sched_setaffinity(self.number, of_family(family))

    def signal(self, number: int) -> None:
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self.process, number)

    def close(self) -> None:
        """End the process and everything that it has started."""
        self.signal(signal.SIGKILL)
        self.channel.close()
        if self.reports is not None:
            self.reports.close()
        os.close(self.output)
        self.when_closed(self.process)


def _cpu_clock(process: int) -> int:
    """The number of the Linux clock that counts the processor time of a process."""
    return ~process << 3 | 2
