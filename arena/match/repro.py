"""Puts a bot back into a position of a recorded game.

A new player with the same seed plays the bot's earlier turns of the game again, so that it has the
same memory. Then it is asked about the position.
"""

import io
from bdb import BdbQuit
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from arena.bots.bot import Bot, find
from arena.common.errors import ArenaError
from arena.guest.bot.runner import SILENCE, Thought, number_or_fault
from arena.guest.protocol.verdict import Answer
from arena.replay.record import BotEntry, Record
from arena.replay.replayer import game_of, positions
from arena.sandbox.inprocess import TimedRunner
from arena.sandbox.timing.alarm_clock import restore_handlers
from Game.core.stream import Stream

PATIENCE = 10.0  # budgets that a bot gets here; without a limit, an endless loop would never end
PUBLISHED = ("house", "code")  # the folders of a published phase that may have bots

Think = Callable[[Any, Any, float], Any]  # calls think, for example in a debugger


@dataclass(frozen=True)
class ReproScene:
    """A position of a recorded game, and the move there."""

    bot: Bot
    seat: int
    position: str
    then: str  # the move of the recorded game
    changed: bool  # has the bot's file changed since the game?
    printed: str  # the text that the bot printed in its earlier turns
    budget: float  # of the recorded game, in seconds; 0 if the bot had no time limit
    ask: Callable[[Think | None], tuple[Answer, str]]  # asks the bot; also its action's text

    @property
    def limit(self) -> float:
        """The seconds after which the bot is interrupted, if no debugger runs; 0 means never."""
        return PATIENCE * self.budget

    @property
    def was_late(self) -> bool:
        return self.then.startswith("timeout")


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


def _bot_with_hash(folder: Path, entry: BotEntry) -> str:
    """The bot of this entry, in a team's archive or among the published bots."""
    published = [path for name in PUBLISHED for path in sorted((folder / name).glob("*.*"))]
    for path in [folder / "bot.py", folder / "bot.zip", *published]:
        is_bot = path.suffix in (".py", ".zip") and path.is_file()
        if is_bot and find(str(path)).sha256 == entry.sha256:
            return f"{path}{entry.variant}"
    return ""


def reproduce(record: Record, ply: int, folder: Path = Path()) -> ReproScene:
    """Prepare the same bot to play move number `ply` of the game again.

    Published records do not name the files of bots. Then the bot is looked up by its hash in
    `folder`: a team's archive and a published phase contain the bots.
    """
    if not 0 <= ply < len(record.moves):
        raise ArenaError(f"The game has moves 0 to {len(record.moves) - 1}, but no move {ply}")
    game = game_of(record)
    seat = record.moves[ply].seat
    entry = record.bots[record.seats[seat]]
    spec = entry.spec or _bot_with_hash(folder, entry)
    if not spec or not record.seeds:
        raise ArenaError(
            f"The record does not say which file {entry.name} is, or its seed, and {folder} has no "
            f"bot with its hash. Choose a move of a bot whose file you have"
        )
    bot, budget = find(spec), record.budget or 1.0
    allowed = record.budget if record.budget and bot.on_the_clock else 0.0
    runner = _PatientRunner(bot.make, seeds_globals=bot.is_file)
    with redirect_stdout(io.StringIO()) as printed:
        runner.new_game(game.make_again(), record.seeds[seat])
        restore_handlers()
        for number, move, state in positions(game, record):
            view = state.view(move.seat)
            if number == ply:
                break
            if move.seat == seat:
                # A bot that was late there is interrupted there again.
                runner.limit = allowed if move.fault == "timeout" else PATIENCE * allowed
                runner.ask(view, number, budget)
    position = game.observe(view, Stream(0)).table_text()

    def ask(think: Think | None) -> tuple[Answer, str]:
        runner.think = think
        runner.limit = PATIENCE * allowed
        now = runner.ask(view, ply, budget)
        return now, game.action_text(state, now.action) if now.action in state.legal() else ""

    then = f"{move.fault}, and {move.play} at random" if move.fault else move.play
    changed = bot.sha256 != entry.sha256
    return ReproScene(bot, seat, position, then, changed, printed.getvalue(), allowed, ask)
