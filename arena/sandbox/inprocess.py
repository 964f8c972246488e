"""A bot that plays in the arena's own process: for house bots and for debugging.

This level trusts the bot. A turn has one of two clocks, which give the same verdicts: in the main
thread of a POSIX system the timer of `alarm_clock.py`, otherwise `thread_clock.py`.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from msgspec.structs import replace

from arena.bots.bot import Bot
from arena.guest.bot.loading import LoadError
from arena.guest.bot.runner import SILENCE, BotRunner, Reply, Thought, TooLate
from arena.guest.protocol.verdict import Answer, Fault
from arena.sandbox.timing.alarm_clock import AlarmedTurn, is_possible, restore_handlers
from arena.sandbox.timing.budgets import LOADING, TOO_LONG
from arena.sandbox.timing.inprocess_turn import InProcessTurn
from arena.sandbox.timing.thread_clock import ThreadedTurn
from Game.core.game import Game


class InProcessSeat:
    """One seat of a match."""

    def __init__(self, bot: Bot, game: Game, budget: float, clock: bool) -> None:
        runner = TimedRunner if clock and bot.on_the_clock else UntimedRunner
        self._runner: UntimedRunner = runner(bot.make, seeds_globals=bot.is_file)
        self._game = game.make_again()  # a copy, because the bot can reach it
        self._budget = budget

    def new_game(self, seed: int) -> None:
        self._runner.new_game(self._game, seed)

    def ask(self, view: Any, ply: int) -> Answer:
        answer = self._runner.ask(view, ply, self._budget)
        turn = self._runner.turn
        if turn is None or not (turn.waited or turn.excuse):
            return answer
        return replace(answer, excuse=turn.excuse, waited=turn.waited // 1000)

    def notes(self) -> list[str]:
        return []

    def output(self) -> str:
        return ""  # the bot prints to the arena's own output

    def end_game(self) -> None:
        """Drop the player. Its data in modules and threads stays (see docs/sandbox.md)."""
        self._runner.end_game()
        if is_possible():
            restore_handlers()


class UntimedRunner(BotRunner):
    """A runner without a clock."""

    turn: InProcessTurn | None = None  # the last one, or the loading of the bot; None: no clock


class TimedRunner(UntimedRunner):
    """A runner that enforces the budget."""

    def new_game(self, game: Game, seed: int) -> Fault | None:
        self._kind = AlarmedTurn if _alarms_allowed and is_possible() else ThreadedTurn
        return super().new_game(game, seed)

    def _make_player(self, seed: int) -> Any:
        if not self._seeds_globals:  # a house bot
            return self._make(seed)
        made: list[Any] = []

        def make() -> Reply:
            made.append(self._make(seed))
            return SILENCE

        self.turn = self._kind(make, LOADING)
        _, error, _, _ = self.turn.result()
        if isinstance(error, TooLate):
            raise LoadError(TOO_LONG)
        if error is not None:
            raise error
        return made[0]

    def _think(self, observation: Any, budget: float) -> Thought:
        self.turn = self._kind(partial(self._decide, observation, budget), budget)
        return self.turn.result()


_alarms_allowed = True


def use_func_timeout() -> None:
    """Let `func_timeout` end all turns in this process, as RoboBrisca does."""
    global _alarms_allowed
    _alarms_allowed = False


def run_within(decide: Callable[[], Reply], budget: float) -> Thought:
    """The answer or the error of a bot within the budget, or `TooLate`. `func_timeout` ends the
    turn.

    `Game/brisca/robobrisca/brisca_game.py` looks this function up by its name.
    """
    return ThreadedTurn(decide, budget).result()
