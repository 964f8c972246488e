"""Puts a bot back into the position where something happened, as it was then.

Its player is made with the same seed and lives through its earlier turns of the game again, so that
what it remembers is what it remembered; then it is asked the question.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from arena.bots.bot import Bot, find
from arena.common.errors import ArenaError
from arena.guest.bot.runner import BotRunner, Thought, numbered
from arena.guest.protocol.verdict import Answer
from arena.replay.record import Record
from arena.replay.replayer import game_of, positions
from Game.core.stream import Stream

Think = Callable[[Any, Any, float], Any]  # how think is called: a debugger has its own way


@dataclass(frozen=True)
class ReproScene:
    """The position, what was played in it then, and what the bot does now."""

    bot: Bot
    seat: int
    position: str
    then: str
    now: Answer
    text: str  # what it plays now, where that is an action
    changed: bool  # the file is not the one that played


class _DebuggedRunner(BotRunner):
    """A runner whose next thought goes through somebody's hands."""

    think: Think | None = None

    def _think(self, observation: Any, budget: float) -> Thought:
        if self.think is None:
            return super()._think(observation, budget)
        said = self.think(self._player, observation, budget)
        return (numbered(said, self._number_of), ()), None, 0, 0


def reproduce(record: Record, ply: int, think: Think | None = None) -> ReproScene:
    """The turn number `ply` of the game, played again by the bot that had it."""
    if not 0 <= ply < len(record.moves):
        raise ArenaError(f"The game has moves 0 to {len(record.moves) - 1}, there is no {ply}")
    game = game_of(record)
    seat = record.moves[ply].seat
    entry = record.bots[record.seats[seat]]
    if not entry.spec or not record.seeds:
        raise ArenaError(f"The record does not say which file {entry.name} is, or its seed")
    bot = find(entry.spec)
    runner = _DebuggedRunner(bot.make, seeds_globals=bot.is_file)
    runner.new_game(game.make_again(), record.seeds[seat])
    for number, move, state in positions(game, record):
        view = state.view(move.seat)
        if number == ply:
            break
        if move.seat == seat:
            runner.ask(view, number, record.budget or 1.0)
    runner.think = think
    seen = game.observe(view, Stream(0)).table_text()
    now = runner.ask(view, ply, record.budget or 1.0)
    text = game.action_text(state, now.action) if now.action in state.legal() else ""
    then = f"{move.fault}, and {move.play} at random" if move.fault else move.play
    return ReproScene(bot, seat, seen, then, now, text, bot.sha256 != entry.sha256)
