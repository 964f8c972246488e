"""Serves one bot in one game from inside its box, until the arena hangs up."""

import faulthandler
import signal
import sys
from collections.abc import Callable, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any, NamedTuple

from arena.guest.bot.loading import BotFile, LoadError, first_player, house_maker, maker
from arena.guest.bot.runner import SILENCE, BotRunner, TooLate
from arena.guest.bot.tracebacks import first_and_last, no_answer
from arena.guest.bot.watch import Watch
from arena.guest.protocol import wire
from arena.guest.protocol.channel import Channel
from arena.guest.protocol.safe_text import shorten
from arena.guest.protocol.verdict import Fault
from Game.core.game import Game
from Game.registry import find

DRAWING = (
    "random",
    "statistics",
    "uuid",
    "email",
)  # Python's modules that use the global random numbers
BUILT = "_sysconfigdata"  # how the name of the module begins that says how Python was built
OURS = ("Game", "Players", "arena", "lark", "msgspec")
REASON = 600  # characters of a fault's reason that fit into a frame, together with
TRACEBACK = 2400  # so many of its traceback


class Prepared(NamedTuple):
    """The objects that depend on the game only. All boxes of a slot share them."""

    game: Game
    read_question: Callable[[memoryview], wire.Act[Any] | wire.Examine]


_prepared: dict[str, Prepared] = {}  # by the game with its options


def prepare(name: str, options: dict[str, str]) -> Prepared:
    """Prepare a game. The slot does it once, so that its boxes need not do it."""
    key = f"{name} {options}"
    if key not in _prepared:
        game = find(name)(**options)
        _alarm.set()
        _prepared[key] = Prepared(game, wire.question_reader(game.view_type))
    return _prepared[key]


def serve(channel: Channel) -> None:
    """Answer for one bot in one game, until nothing comes any more."""
    load = channel.receive()
    if not isinstance(load, wire.Load):
        return
    watch = Watch() if load.watched else None
    prepared = prepare(load.game, load.options)
    source = _pieces(channel, load.size)
    try:
        make = _maker(channel, load, source)
    except LoadError as error:
        channel.send(_failure_message(-1, Fault("load", str(error))))
        return
    runner = AlarmedRunner(make, True, _names_random(source, load.packages))
    fault = runner.new_game(prepared.game, load.seed)
    if fault is not None:
        channel.send(_failure_message(-1, fault))
        return
    channel.send(wire.Ready(runner.name() if load.named else ""))
    while (message := channel.receive(prepared.read_question)) is not None:
        if isinstance(message, wire.Act):
            channel.send(runner.answer(message))
        elif isinstance(message, wire.Examine):
            channel.send(wire.Examined(runner.copying_error(), watch.touched if watch else []))


def _maker(channel: Channel, load: wire.Load, source: bytes) -> Callable[[int], Any]:
    """A function that makes a player of the bot. This has not run the bot's file yet."""
    path = Path(load.path)
    if load.house:
        make = house_maker(load.house, path, load.cls, load.arguments)
    else:
        file = BotFile(path, source)
        make = maker(file, load.cls, load.arguments)
        if load.code:
            file.use(_pieces(channel, load.code))
        else:
            _hand_over(channel, file.compile())
        sys.meta_path.insert(0, AllowedOnly(load.packages))
    return lambda seed: first_player(make, path, load.game, seed)


def _pieces(channel: Channel, size: int) -> bytes:
    """Receive so many bytes, which come in pieces."""
    found = b""
    while len(found) < size:
        piece = channel.receive()
        if not isinstance(piece, wire.Piece):
            raise SystemExit  # the arena has hung up
        found += piece.data
    return found


def _hand_over(channel: Channel, code: bytes) -> None:
    """Send the compiled code to the arena, for the next boxes. The bot cannot change it yet."""
    channel.send(wire.Compiled(len(code)))
    for start in range(0, len(code), wire.PIECE_FROM_BOT):
        if not isinstance(channel.receive(), wire.More):
            raise SystemExit
        channel.send(wire.Piece(code[start : start + wire.PIECE_FROM_BOT]))
    if not isinstance(channel.receive(), wire.More):  # we may send no more until we are asked
        raise SystemExit


def print_to(descriptor: int) -> None:
    """Send everything that the bot prints to this descriptor, line by line."""
    printed = open(  # noqa: SIM115  # for as long as the process lives
        descriptor, "w", buffering=1, errors="backslashreplace", closefd=False
    )
    sys.stdout = sys.stderr = printed


def _names_random(source: bytes, packages: Sequence[str]) -> bool:
    """Does the bot's source name the global random numbers, or a package that may use them?

    Seeding them takes a quarter of the time of a turn. For other bots it is done only at the start
    of each game. House bots have no source here, and use their own dice.
    """
    return any(name.encode() in source for name in (*DRAWING, *packages))


def _failure_message(seq: int, fault: Fault) -> wire.Failed:
    details = "\n".join(first_and_last(fault.traceback.splitlines(), TRACEBACK))
    reason = shorten(fault.reason, REASON if fault.verdict != "load" else 3 * REASON)
    return wire.Failed(seq, fault.verdict, _fit(reason), _fit(details))


def _fit(text: str) -> str:
    """The text, or so much of it that it has at most `TRACEBACK` bytes in UTF-8."""
    text = text.encode(errors="replace").decode()
    while len(text.encode()) > TRACEBACK:
        text = shorten(text, len(text) * 3 // 4)
    return text


class Alarm:
    """Interrupts the bot when the arena signals that its time is up.

    There is only one. It is set before a box is forked, because setting it writes to much memory.
    """

    budget: float | None = None  # in seconds, while the bot thinks

    def set(self) -> None:
        if hasattr(signal, "SIGUSR1"):  # Windows has none: there a late bot is ended
            signal.signal(signal.SIGUSR1, self._ring)
            # A bot in C code does not notice the first signal. At the second, its lines are written
            # to its output even then.
            faulthandler.register(signal.SIGUSR2, 1, all_threads=False)

    def _ring(self, number: int, frame: FrameType | None) -> None:
        if self.budget is not None:
            raise TooLate(no_answer(self.budget, frame))


_alarm = Alarm()


class AlarmedRunner(BotRunner):
    """A runner whose bot the arena can interrupt with a signal."""

    reraised = ()  # there is no keyboard here, so the bot raised every error

    def answer(self, asked: wire.Act[Any]) -> wire.Moved | wire.Failed:
        """The bot's answer to a question of the arena. The arena measures the time."""
        observation = self._observation(asked.view, asked.seq)
        (said, thoughts), error = SILENCE, None
        try:
            _alarm.budget = asked.budget
            try:
                said, thoughts = self._decide(observation, asked.budget)
            except BaseException as raised:
                error = raised
            _alarm.budget = None
        except TooLate as late:  # the signal came just after think returned
            _alarm.budget = None
            error = late
        action = self._action_or_fault(said, error)
        if isinstance(action, Fault):
            return _failure_message(asked.seq, action)
        return wire.Moved(asked.seq, action, thoughts)


class AllowedOnly(MetaPathFinder):
    """Lets a bot import Python's own modules, ours, and the allowed packages."""

    def __init__(self, packages: Sequence[str]) -> None:
        self._packages = packages

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if path is None and not self._allows(name.partition(".")[0]):
            top = name.partition(".")[0]
            allowed = ", ".join(self._packages) or "none"
            raise ModuleNotFoundError(
                f"No module named {top!r} here. Besides Python's own, bots may import: {allowed}. "
                f"The organiser can allow more with --package",
                name=top,
            )
        return None

    def _allows(self, top: str) -> bool:
        ours = top in OURS or top in self._packages
        return ours or top in sys.stdlib_module_names or top.startswith(BUILT)
