"""A bot that plays in our own process: for house bots and for debugging.

This level trusts the bot. The `func_timeout` package ends what runs too long, as far as it can:
code that does not come back from C holds everything up until it does. It is late all the same,
because the arena's own clock decides.
"""

import random
import sys
from collections.abc import Callable
from time import perf_counter_ns, process_time_ns
from typing import Any

from arena.bots import Bot
from arena.sandbox.verdict import NO_ACTION, Answer, Fault, Verdict
from arena.tracebacks import describe, own_traceback, plain
from Game.Card import Card
from Game.core.game import Game
from Game.core.stream import Stream

LEVEL = "inprocess"

# What think returned, what it raised, and its microseconds on the wall and on the processor.
Thought = tuple[Any, BaseException | None, int, int]


class InProcessSeat:
    """One seat of a match. Every game is played by a fresh instance of the bot."""

    def __init__(
        self, bot: Bot, game: Game, observer: Callable[..., Any], budget: float, clock: bool
    ) -> None:
        self._bot = bot
        self._game = type(game)(**game.chosen)  # the bot can reach it, so it is not the table's
        self._observer = observer
        self._budget = budget
        self._clock = clock and bot.on_the_clock
        self._seed = 0
        self._player: Any = None
        self._broken: Fault | None = None

    def new_game(self, seed: int) -> None:
        """Begin a game; whatever is random about the bot follows from the seed."""
        self._seed = seed
        self._broken = None
        if self._bot.is_file:
            _seed_globals(seed)
        try:
            self._player = self._bot.make(seed)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            reason = f"its constructor raised {describe(error)}"
            self._broken = Fault("load", reason, own_traceback(error))

    def ask(self, view: Any, ply: int) -> Answer:
        """The bot's action for this view, or why there is none."""
        if self._broken is not None:
            return Answer(NO_ACTION, fault=self._broken)
        observation = self._observer(self._game, view, Stream(self._seed + ply + 1))
        if self._bot.is_file:
            _seed_globals(self._seed + ply + 1)
        number_of = type(observation).number  # before the bot can put its own in the place
        said, error, us, cpu = self._think(observation)
        if error is not None:
            return Answer(NO_ACTION, us, cpu, _fault_of(error))
        try:
            return Answer(number_of(said), us, cpu)
        except ValueError:
            hint = ", the card and not its action" if isinstance(said, Card) else ""
            reason = f"think returned {_shown(said)}{hint}"
            return Answer(NO_ACTION, us, cpu, Fault("illegal", reason))

    def _think(self, observation: Any) -> Thought:
        if self._clock:
            return think_in_time(self._player, observation, self._budget)
        said, error = None, None
        started = perf_counter_ns()
        try:
            said = self._player.think(observation, self._budget)
        except KeyboardInterrupt:
            raise
        except BaseException as raised:
            error = raised
        return said, error, (perf_counter_ns() - started) // 1000, 0


class TooLate(Exception):
    """No answer within the budget."""


def think_in_time(player: Any, observation: Any, budget: float) -> Thought:
    """What `think` returned or raised within the budget, or `TooLate`."""
    from func_timeout import FunctionTimedOut, func_timeout

    said: list[Any] = [None]
    raised: list[BaseException | None] = [None]
    span: list[int] = []

    def think() -> None:
        started = perf_counter_ns()
        try:
            said[0] = player.think(observation, budget)
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
        return None, TooLate(f"no answer within {budget:g} s"), us, cpu
    if us > budget * 1e6:
        late = TooLate(f"answered after {us / 1e6:.3g} s, the budget is {budget:g} s")
        return None, late, us, cpu
    return said[0], raised[0], us, cpu


def _fault_of(error: BaseException) -> Fault:
    if isinstance(error, TooLate):
        return Fault("timeout", str(error))
    verdict: Verdict = "memory" if isinstance(error, MemoryError) else "exception"
    return Fault(verdict, f"think raised {describe(error)}", own_traceback(error))


def _seed_globals(seed: int) -> None:
    """Start Python's and numpy's shared random numbers afresh, so that no bot stirs another's."""
    random.seed(seed)
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        numpy.random.seed(seed & 0xFFFFFFFF)


def _shown(said: Any) -> str:
    try:
        return plain(f"{said!r:.80}")
    except BaseException:  # whatever a bot's object does when it is asked
        return f"an object of {type(said).__name__}"
