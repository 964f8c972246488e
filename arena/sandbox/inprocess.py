"""A bot that plays in our own process: for house bots and for debugging.

This level trusts the bot. The `func_timeout` package ends what runs too long, as far as it can:
code that does not come back from C holds everything up until it does. It is late all the same,
because the arena's own clock decides.
"""

from collections.abc import Callable
from functools import partial
from time import perf_counter_ns, process_time_ns
from typing import Any

from arena.bots import Bot
from arena.guest.mind import SILENCE, Mind, Thought, TooLate
from arena.guest.verdict import Answer
from Game.core.game import Game


class InProcessSeat:
    """One seat of a match."""

    def __init__(
        self, bot: Bot, game: Game, observer: Callable[..., Any], budget: float, clock: bool
    ) -> None:
        mind = TimedMind if clock and bot.on_the_clock else Mind
        self._mind = mind(bot.make, observer, seeds_globals=bot.is_file)
        self._game = type(game)(**game.chosen)  # the bot can reach it, so it is not the table's
        self._budget = budget

    def new_game(self, seed: int) -> None:
        self._mind.new_game(self._game, seed)

    def ask(self, view: Any, ply: int) -> Answer:
        return self._mind.ask(view, ply, self._budget)

    def notes(self) -> list[str]:
        return []

    def end_game(self) -> None:
        """The player goes; what it has left in modules and threads stays (see docs/sandbox.md)."""
        self._mind.end_game()


class TimedMind(Mind):
    """Holds the player to its budget."""

    def _think(self, observation: Any, budget: float) -> Thought:
        return timed(partial(self._decide, observation, budget), budget)


def timed(decide: Callable[[], Any], budget: float) -> Thought:
    """What a bot said or raised within the budget, or `TooLate`."""
    from func_timeout import FunctionTimedOut, func_timeout

    said: list[Any] = [SILENCE]
    raised: list[BaseException | None] = [None]
    span: list[int] = []

    def think() -> None:
        started = perf_counter_ns()
        try:
            said[0] = decide()
        except FunctionTimedOut:
            raise
        except BaseException as error:  # a thread that dies of SystemExit would say nothing
            raised[0] = error
        span.append((perf_counter_ns() - started) // 1000)

    started, cpu = perf_counter_ns(), process_time_ns()
    try:
        func_timeout(budget, think)
        in_time = True
    except FunctionTimedOut:
        in_time = False
    us = span[0] if in_time and span else (perf_counter_ns() - started) // 1000
    cpu = (process_time_ns() - cpu) // 1000
    if not in_time:
        return SILENCE, TooLate(f"no answer within {budget:g} s"), us, cpu
    if us > budget * 1e6:
        late = TooLate(f"answered after {us / 1e6:.3g} s, the budget is {budget:g} s")
        return SILENCE, late, us, cpu
    return said[0], raised[0], us, cpu
