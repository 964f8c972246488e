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

from arena.guest.bot.loading import (
    BUNDLE,
    BotFile,
    LoadError,
    first_player,
    house_maker,
    maker,
)
from arena.guest.bot.package import PackageFinder, is_reserved
from arena.guest.bot.runner import SILENCE, BotRunner, TooLate
from arena.guest.bot.tracebacks import first_and_last, no_answer
from arena.guest.bot.watch import Watch
from arena.guest.protocol import wire
from arena.guest.protocol.channel import Channel
from arena.guest.protocol.safe_text import shorten
from arena.guest.protocol.verdict import Fault
from Game.core.game import Game
from Game.registry import find

REASON = 600  # characters of a fault's reason, and
TRACEBACK = 2400  # of its traceback, that fit into one frame together


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
    """Answer for one bot in one game, until the connection ends."""
    load = channel.receive()
    if not isinstance(load, wire.Load):
        return
    watch = Watch(load.folder) if load.watched else None
    prepared = prepare(load.game, load.options)
    try:
        make = _maker(channel, load)
    except LoadError as error:
        channel.send(_failure_message(-1, Fault("load", str(error))))
        return
    runner = AlarmedRunner(make, True, load.draws)
    fault = runner.new_game(prepared.game, load.seed)
    if fault is not None:
        channel.send(_failure_message(-1, fault))
        return
    answer: wire.FromBot = wire.Ready(runner.name() if load.named else "")
    while (asked := channel.exchange(answer, prepared.read_question)) is not None:
        if isinstance(asked, wire.Act):
            answer = runner.answer(asked)
        else:
            answer = wire.Examined(runner.copying_error(), watch.touched if watch else [])


def _maker(channel: Channel, load: wire.Load) -> Callable[[int], Any]:
    """A function that makes a player of the bot. The bot's code runs when it is called."""
    path = load.path
    if load.house:
        make = house_maker(load.house, path, load.cls, load.arguments)
    else:
        package = _package(load) if load.folder else None
        bot = package or BotFile(path, _pieces(channel, load.size))
        make = maker(bot, load.cls, load.arguments)
        if load.code:
            bot.use(_pieces(channel, load.code))
        else:
            _hand_over(channel, bot.compile())
        sys.meta_path.insert(0, AllowedOnly(load.packages))
        sys.meta_path.append(NoHelper(load.packages))
        if package is not None:
            sys.meta_path.insert(0, package)
    return lambda seed: first_player(make, path, load.game, seed)


def _package(load: wire.Load) -> PackageFinder:
    path, folder = Path(load.path), Path(load.folder)
    return PackageFinder(
        folder, path.parent, path.name, load.files, lambda file: (folder / file).read_bytes()
    )


def _pieces(channel: Channel, size: int) -> bytes:
    """Receive `size` bytes, which come in pieces."""
    data = b""
    while len(data) < size:
        piece = channel.receive()
        if not isinstance(piece, wire.Piece):
            raise SystemExit  # the arena has hung up
        data += piece.data
    return data


def _hand_over(channel: Channel, code: bytes) -> None:
    """Send the compiled code to the arena, for the next boxes. The bot cannot change it yet."""
    channel.send(wire.Compiled(len(code)))
    for start in range(0, len(code), wire.PIECE_FROM_BOT):
        if not isinstance(channel.receive(), wire.More):
            raise SystemExit
        channel.send(wire.Piece(code[start : start + wire.PIECE_FROM_BOT]))
    if not isinstance(channel.receive(), wire.More):  # we may send only after a request
        raise SystemExit


def print_to(descriptor: int) -> None:
    """Send everything that the bot prints to this descriptor, line by line."""
    printed = open(  # noqa: SIM115  # open until the process ends
        descriptor, "w", buffering=1, errors="backslashreplace", closefd=False
    )
    sys.stdout = sys.stderr = printed


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

    There is only one. It is set before a box is forked, because setting it changes much memory.
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
        (answer, thoughts), error = SILENCE, None
        try:
            _alarm.budget = asked.budget
            try:
                answer, thoughts = self._decide(observation, asked.budget)
            except BaseException as raised:
                error = raised
            _alarm.budget = None
        except TooLate as late:  # the signal came just after think returned
            _alarm.budget = None
            error = late
        action = self._action_or_fault(answer, error)
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
        top = name.partition(".")[0]
        if path is None and not is_reserved(top) and top not in self._packages:
            raise missing_module(top, self._packages)
        return None


class NoHelper(MetaPathFinder):
    """Explains why `Players.Name` is missing. It comes after all other finders.

    It ignores modules in folders of the house, because a house bot may try to import one.
    """

    def __init__(self, packages: Sequence[str]) -> None:
        self._packages = packages

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name.startswith("Players.") and name.count(".") == 1:
            raise missing_module(name, self._packages)
        return None


def missing_module(name: str, packages: Sequence[str]) -> ModuleNotFoundError:
    """The error for a module that a bot cannot import, with advice."""
    allowed = ", ".join(packages) or "none"
    return ModuleNotFoundError(
        f"No module named {name!r} here. {BUNDLE}. "
        f"Of the installed packages, bots may import: {allowed}. --package allows others",
        name=name,
    )
