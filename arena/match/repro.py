"""Puts a bot back into a position of a recorded game.

Its player is made with the same seed and plays its earlier turns of the game again, so that it
remembers the same. Then it is asked about the position.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from arena.bots.bot import Bot, find
from arena.common.errors import ArenaError
from arena.guest.bot.runner import BotRunner, Thought, number_or_fault
from arena.guest.protocol.verdict import Answer
from arena.replay.record import Record
from arena.replay.replayer import game_of, positions
from Game.core.stream import Stream

Think = Callable[[Any, Any, float], Any]  # calls think, for example in a debugger


@dataclass(frozen=True)
class ReproScene:
    """The position, the move of the recorded game, and the bot's answer now."""

    bot: Bot
    seat: int
    position: str
    then: str
    now: Answer
    text: str  # of the action that it plays now; empty after a fault
    changed: bool  # since the game, the bot's file has changed


class _DebuggedRunner(BotRunner):
    """A runner that can call think through a debugger."""

    think: Think | None = None

    def _think(self, observation: Any, budget: float) -> Thought:
        if self.think is None:
            return super()._think(observation, budget)
        said = self.think(self._player, observation, budget)
        return (number_or_fault(said, self._number_of), ()), None, 0, 0


def reproduce(record: Record, ply: int, think: Think | None = None) -> ReproScene:
    """Let the same bot play move number `ply` of the game again."""
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
