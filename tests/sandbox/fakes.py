"""A box, a clock and a machine's load that the test controls: no process, and no real time."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from arena.bots.bot import find as find_bot
from arena.guest.protocol import wire
from arena.sandbox import box_seat as boxed
from arena.sandbox import box_turns
from arena.sandbox.box_seat import BoxedSeat, SeatTerms
from arena.sandbox.boxes.box import CoreUse, Late
from arena.sandbox.timing import idling
from arena.sandbox.timing.lateness import FIRST
from Game.registry import find

MS = 1_000_000
STOLEN_AT = 50 * MS
ROUND = 40 * MS
BUDGET = 0.1

# How a bot reacts to a message: after so many milliseconds it sends this, or this happens to it.
Reply = tuple[float, Any] | None
Behaviour = Callable[[Any], Reply]


@dataclass
class Machine:
    """The clock, and how the processor works for a bot meanwhile."""

    now: int = 0
    share: float = 1.0  # of a core that a bot gets when it wants one
    wants: bool = True  # does it compute, or does it sleep?
    prints: bool = False
    threads: float = 0.0  # cores' worth of work that its other threads do
    arena: float = 0.0  # the same for the arena
    steal: int = 0  # nanoseconds that a hypervisor takes after `STOLEN_AT`
    in_turns: bool = False  # do others have the core first in each `ROUND`, and then the bot?

    def clock(self) -> int:
        return self.now

    def stolen(self, *_: Any) -> int:
        return self.steal if self.now > STOLEN_AT else 0


@dataclass
class FakeBox:
    """Replaces a `Box`."""

    machine: Machine
    behave: Behaviour
    channel: Any = None
    printed: int = 0
    folder: str = ""
    ran: float = 0
    waited: float = 0
    used: float = 0
    signals: list[int] = field(default_factory=list)
    is_closed: bool = False
    _due: tuple[int, Any] | None = None

    def ask(self, question: bytes) -> wire.FromBot | None:
        self.send(wire.with_length(question))
        try:
            return self.receive(self.machine.now + FIRST)
        except Late:
            return None

    def send(self, frame: bytes) -> None:
        self.hear(wire.read_to_bot(frame[4:]))

    def send_all(self, frame: bytes, deadline: int) -> None:
        self.send(frame)

    def hear(self, message: Any) -> None:
        reply = self.behave(message)
        if reply is not None:
            self._due = self.machine.now + int(reply[0] * MS), reply[1]

    def receive(self, deadline: int) -> wire.FromBot:
        if self._due is None or self._due[0] > max(deadline, self.machine.now):
            self.pass_time(deadline)
            raise Late
        (when, said), self._due = self._due, None
        self.pass_time(when)
        if isinstance(said, BaseException):
            raise said
        return wire.read_from_bot(wire.encode(said, wire.FROM_BOT))  # as from a real channel

    def pass_time(self, until: int) -> None:
        """Time passes. When the bot has answered, it does not want its core any more."""
        machine = self.machine
        span = max(0, until - machine.now)
        wanted = span * machine.wants
        if self._due is not None:
            wanted = min(wanted, max(0, self._due[0] - machine.now))
        machine.now += span
        self.ran += wanted * machine.share
        self.waited += wanted * (1 - machine.share)
        self.used += span * machine.threads + wanted * machine.share
        self.printed += machine.prints

    def output_text(self) -> str:
        return ""

    def cpu(self) -> int:
        return self.core_use().ran if self.machine.in_turns else int(self.used)

    def core_use(self) -> CoreUse:
        machine = self.machine
        if not machine.in_turns:
            has_answered = self._due is not None and self._due[0] <= machine.now
            return CoreUse(int(self.ran), int(self.waited), machine.wants and not has_answered)
        rounds, within = divmod(machine.now, ROUND)
        first = int(ROUND * (1 - machine.share))
        ran = rounds * (ROUND - first) + max(0, within - first)
        return CoreUse(ran, (rounds + (within >= first)) * first, machine.wants)

    def memory(self) -> int:
        return 0

    def dump_lines(self, wanted: Any, seconds: float) -> None:
        return None

    def interrupt(self) -> None:
        self.hear("interrupt")

    def signal(self, number: int) -> None:
        self.signals.append(number)

    def close(self) -> None:
        self.is_closed = True


class FakeBoxes:
    """Replaces a fork server. All its boxes behave alike."""

    level = "fake"

    def __init__(self, machine: Machine, behave: Behaviour) -> None:
        self.machine = machine
        self.behave = behave
        self.compiled: dict[tuple[str, str], bytes] = {}
        self.made: list[FakeBox] = []

    def box(self, *order: Any) -> FakeBox:
        self.made.append(FakeBox(self.machine, self._loaded))
        return self.made[-1]

    def _loaded(self, message: Any) -> Reply:
        reply = self.behave(message)
        if reply is None and isinstance(message, wire.Start):
            return 0, wire.Ready("Fake" if message.named else "")
        return reply

    def close(self) -> None:
        pass


def take_over(monkeypatch, machine: Machine) -> None:
    """From now on the arena's clocks are those of this machine."""
    for module in (boxed, box_turns):
        monkeypatch.setattr(module, "perf_counter_ns", machine.clock)
    monkeypatch.setattr(box_turns, "thread_time_ns", lambda: int(machine.now * machine.arena))
    for name in ("stolen_time", "recent_stolen_time"):
        monkeypatch.setattr(box_turns, name, machine.stolen)
    monkeypatch.setattr(idling, "stolen_time", machine.stolen)


def seat_of(boxes: FakeBoxes, neighbours: list[BoxedSeat] | None = None) -> BoxedSeat:
    """A seat whose bot is played by the test."""
    bot, game = find_bot("random"), find("brisca")()
    return BoxedSeat(boxes, bot, game, SeatTerms(BUDGET, clock=True), neighbours or [])
