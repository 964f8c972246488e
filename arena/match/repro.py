"""Puts a bot back into a position of a recorded game.

A new player with the same seed plays the bot's earlier turns of the game again, so that it has the
same memory. Then it is asked about the position.

A record may come from a stranger. So the bot runs in a box, and a file that only the record names
must have the hash in the record. A debugger needs the bot in the arena's own process: then the user
must have named the bot and trust it.
"""

import io
import shlex
from bdb import BdbQuit
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from arena.bots.bot import Bot, find
from arena.bots.code import ARCHIVE
from arena.common.errors import ArenaError
from arena.guest.bot.runner import SILENCE, Thought, number_or_fault
from arena.guest.protocol.safe_text import plain, plain_lines, printable
from arena.guest.protocol.verdict import Answer
from arena.match.run import LONGEST_BUDGET
from arena.replay.record import BotEntry, Record
from arena.replay.replayer import game_of, positions
from arena.sandbox.box_seat import BoxedSeat
from arena.sandbox.host.packages import ALLOWED, installed_packages
from arena.sandbox.inprocess import TimedRunner
from arena.sandbox.isolation import Isolation
from arena.sandbox.timing.alarm_clock import restore_handlers
from arena.sandbox.timing.budgets import HOUR
from arena.sandbox.timing.cores import own_core
from Game.core.game import Game
from Game.core.stream import Stream

PATIENCE = 10.0  # budgets that a bot gets here; without a limit, an endless loop would never end
PUBLISHED = ("house", "code")  # the folders of a published phase that may have bots
LONGEST_SPEC = 4096  # characters of a bot's name in a record
SEEDS = 2**64  # a seed in a record is less

Think = Callable[[Any, Any, float], Any]  # calls think, for example in a debugger


class ReplayedTurn(NamedTuple):
    """The bot's turn in the position, played again."""

    answer: Answer
    text: str  # of its action; empty if the action is not legal
    printed: str  # what the bot printed in this turn; empty if it went to the terminal


@dataclass(frozen=True)
class ReproScene:
    """A position of a recorded game, and the move there."""

    seat: int
    position: str
    then: str  # the move of the recorded game
    printed: str  # the text that the bot printed in its earlier turns
    budget: float  # of the recorded game, in seconds; 0 if it had no time limit
    play: Callable[[], ReplayedTurn]  # asks the bot

    @property
    def limit(self) -> float:
        """The seconds after which the bot is interrupted, if no debugger runs; 0 means never."""
        return PATIENCE * self.budget

    @property
    def was_late(self) -> bool:
        return self.then.startswith("timeout")


def entry_at(record: Record, ply: int) -> BotEntry:
    """The bot that played move number `ply`, as the record names it."""
    if not 0 <= ply < len(record.moves):
        raise ArenaError(f"The game has moves 0 to {len(record.moves) - 1}, but no move {ply}")
    return record.bots[record.seats[record.moves[ply].seat]]


def recorded_bot(entry: BotEntry, folder: Path) -> Bot:
    """The bot of this entry, if the record alone is enough to find it.

    It may be a house bot, a file at the path in the record, or a file in `folder`: a team's archive
    and a published phase contain the bots. A file must have the hash in the record.
    """
    named = _bot_at(entry.spec)
    if named is not None and (not named.is_file or named.sha256 == entry.sha256):
        return named
    for path in _files_in(folder):
        bot = _bot_at(f"{path}{entry.variant}")
        if bot is not None and bot.path == path.resolve() and bot.sha256 == entry.sha256:
            return bot
    name = f"{plain(entry.name)!r:.80}"
    if named is not None and entry.sha256:
        again = shlex.quote(printable(named.spec))
        raise ArenaError(
            f"{printable(str(named.path))} has changed since this game, so {name} is another bot "
            f"now. To run the new version: --bot {again}"
        )
    raise ArenaError(
        f"Neither the path in the record nor {folder} has a bot with the hash of {name}. Name its "
        f"file: --bot FILE"
    )


def named_bot(spec: str, entry: BotEntry) -> Bot:
    """The bot that the user has named. If `spec` names only a file, the record says which class of
    it played, and with which arguments."""
    bot = find(spec)
    if bot.variant or not bot.is_file:
        return bot
    with_variant = _bot_at(f"{bot.path}{entry.variant}")
    return with_variant if with_variant is not None and with_variant.path == bot.path else bot


def difference(bot: Bot, entry: BotEntry) -> str:
    """How this bot differs from the bot of the record, which has another hash or none."""
    if not entry.sha256:
        return "The record has no hash of the bot, so this may be another version of it."
    recorded = _bot_at(entry.spec)
    if recorded is None or recorded.path != bot.path:
        return "This is not the bot that played: the record has another hash."
    if bot.is_file:
        return "The bot's file has changed since this game. The new version runs here."
    return (
        "The record has another hash for this house bot, so the game was played with another "
        "version of it, or the record is wrong. The house bot of this arena runs here."
    )


def _bot_at(spec: str) -> Bot | None:
    """The bot that a text from a record names; None if there is none. No code of it is run."""
    with suppress(ArenaError):
        return find(spec) if len(spec) <= LONGEST_SPEC else None
    return None


def _files_in(folder: Path) -> Iterator[Path]:
    """The files in this folder that may be bots."""
    for place in (folder, *(folder / name for name in PUBLISHED)):
        for path in sorted(place.glob("*.*")):
            if path.suffix in (".py", ARCHIVE) and path.is_file():
                yield path


@contextmanager
def reproduce(
    record: Record,
    ply: int,
    bot: Bot,
    level: str,
    packages: Sequence[str] = ALLOWED,
) -> Iterator[ReproScene]:
    """Prepare the bot to play move number `ply` of the game again, in a box at this level."""
    game = game_of(record)
    installed = installed_packages(packages)
    bot.code.check_packages(installed, bot.path)
    with Isolation(installed) as place, own_core():
        boxed = place.seat(level, bot, game, record.budget or 1.0, record.budget is not None)
        assert isinstance(boxed, BoxedSeat)
        yield _scene(record, ply, bot, game, _InBox(boxed))


def reproduce_in_debugger(record: Record, ply: int, bot: Bot, think: Think) -> ReproScene:
    """Prepare the bot to play the move in this process. It may do everything that we may do."""
    return _scene(record, ply, bot, game_of(record), _InDebugger(bot, record.budget or 1.0, think))


class _Seat(Protocol):
    """The bot's seat, in a box or in this process."""

    def new_game(self, game: Game, seed: int) -> None: ...

    def ask(self, view: Any, ply: int, limit: float) -> Answer:
        """The bot's answer. It is interrupted after `limit` seconds; 0 means never."""

    def ask_at_last(self, view: Any, ply: int, limit: float) -> Answer:
        """The same in the position that the user wants to see."""

    def take_output(self) -> str:
        """What the bot has printed since the last call."""


def _scene(record: Record, ply: int, bot: Bot, game: Game, seated: _Seat) -> ReproScene:
    """Let the bot play its earlier turns."""
    if not bot.on_the_clock:
        raise ArenaError("A person made this move. Choose the move of a bot with --ply")
    seat = record.moves[ply].seat
    budget = record.budget or 0.0
    if not 0 <= budget <= LONGEST_BUDGET:
        raise ArenaError(f"The record has a budget of {budget:g} s, which is not possible")
    if len(record.seeds) != game.seats or not all(0 <= seed < SEEDS for seed in record.seeds):
        raise ArenaError(
            "The record does not have the random seeds of its bots, so none can play again as it "
            "did. Choose a game that was saved with them"
        )
    seated.new_game(game.make_again(), record.seeds[seat])
    for number, move, state in positions(game, record):
        view = state.view(move.seat)
        if number == ply:
            break
        if move.seat == seat:
            # A bot that was late there is interrupted there again.
            seated.ask(view, number, budget if move.fault == "timeout" else PATIENCE * budget)
    printed = seated.take_output()
    position = game.observe(view, Stream(0)).table_text()

    def play() -> ReplayedTurn:
        now = seated.ask_at_last(view, ply, PATIENCE * budget)
        text = game.action_text(state, now.action) if now.action in state.legal() else ""
        return ReplayedTurn(now, text, seated.take_output())

    then = f"{move.fault}, and {move.play} at random" if move.fault else move.play
    return ReproScene(seat, position, then, printed, budget, play)


class _InBox:
    """The seat of a bot in a box."""

    def __init__(self, seat: BoxedSeat) -> None:
        self._seat = seat
        self.take_output = seat.take_output

    def new_game(self, game: Game, seed: int) -> None:
        self._seat.new_game(seed)

    def ask(self, view: Any, ply: int, limit: float) -> Answer:
        self._seat.limit = limit or HOUR
        return self._seat.ask(view, ply)

    ask_at_last = ask


class _InDebugger:
    """The seat of a bot in this process. The debugger runs in the last turn."""

    def __init__(self, bot: Bot, budget: float, think: Think) -> None:
        self._runner = _PatientRunner(bot.make, seeds_globals=bot.is_file)
        self._budget = budget
        self._think = think
        self._printed = io.StringIO()

    def new_game(self, game: Game, seed: int) -> None:
        with redirect_stdout(self._printed):
            self._runner.new_game(game, seed)
            restore_handlers()

    def ask(self, view: Any, ply: int, limit: float) -> Answer:
        self._runner.limit = limit
        with redirect_stdout(self._printed):
            return self._runner.ask(view, ply, self._budget)

    def ask_at_last(self, view: Any, ply: int, limit: float) -> Answer:
        self._runner.think = self._think
        return self._runner.ask(view, ply, self._budget)  # it prints to the terminal

    def take_output(self) -> str:
        text = plain_lines(self._printed.getvalue())
        self._printed = io.StringIO()
        return text


class _PatientRunner(TimedRunner):
    """A runner that ends only turns far beyond the budget.

    It can call think in a debugger, without a limit. If the user leaves it, `BdbQuit` is raised.
    """

    think: Think | None = None
    limit = 0.0  # seconds for this turn

    def _think(self, observation: Any, budget: float) -> Thought:
        if self.think is not None:
            return self._debug(self.think, observation, budget)
        if not self.limit:
            return super(TimedRunner, self)._think(observation, budget)
        try:
            return self._kind(partial(self._decide, observation, budget), self.limit).result()
        finally:
            restore_handlers()

    def _debug(self, think: Think, observation: Any, budget: float) -> Thought:
        try:
            answer = think(self._player, observation, budget)
        except (KeyboardInterrupt, BdbQuit):
            raise
        except BaseException as error:
            return SILENCE, error, 0, 0
        return (number_or_fault(answer, self._number_of), ()), None, 0, 0
