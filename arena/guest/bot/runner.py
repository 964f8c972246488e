"""The bot's side of one seat: makes a player for each game, gives it its observation, and turns its
answer into an action's number or a fault. It does not measure the time."""

import copy
import random
import sys
from collections.abc import Callable
from time import perf_counter_ns
from typing import Any

from arena.guest.bot.loading import LoadError, name_of
from arena.guest.bot.package import PackageMaker
from arena.guest.bot.tracebacks import OF_THE_BOT, describe, own_traceback
from arena.guest.protocol.safe_text import plain, shorten
from arena.guest.protocol.thoughts import Row, check_number, take
from arena.guest.protocol.verdict import NO_ACTION, Answer, Fault, Verdict
from Game.core.game import Game
from Game.core.observation import NotAnAction
from Game.core.stream import Stream

# The number of the action that think returned, or the fault; and the bot's thoughts about it.
Reply = tuple[int | Fault, tuple[Row, ...]]
# The reply, or the error that think raised, and its microseconds of wall and processor time.
Thought = tuple[Reply, BaseException | None, int, int]
ANSWER = 80  # characters of an answer that is no action
SILENCE: Reply = (NO_ACTION, ())


class TooLate(BaseException):
    """No answer within the budget. A bot that catches every `Exception` does not catch this one."""


class Exited(BaseException):
    """The bot tried to end the process in which it plays."""


class BotRunner:
    """Runs a bot in one seat. Every game gets a fresh player."""

    reraised: tuple[type[BaseException], ...] = (
        KeyboardInterrupt,
    )  # Ctrl-C is not a fault of the bot

    def __init__(
        self,
        make: Callable[[int], Any],
        seeds_globals: bool,
        seeds_turns: bool = True,
    ) -> None:
        self._make = make
        self._package = make if isinstance(make, PackageMaker) else None
        self._seeds_globals = seeds_globals
        self._seeds_turns = seeds_globals and seeds_turns
        self._seed = 0
        self._player: Any = None
        self._broken: Fault | None = None
        self._number_of: Callable[[Any], int] = int
        self._has_failed = True  # after a failed turn, the player may still have old thoughts

    def new_game(self, game: Game, seed: int) -> Fault | None:
        """Begin a game. The seed decides everything random about the bot."""
        self._observe = game.observe
        self._seed = seed
        self._broken = None
        self._has_failed = True
        if self._seeds_globals:
            _seed_globals(seed)
        try:
            self._player = self._make_player(seed)
        except self.reraised:
            raise
        except LoadError as error:
            reason, _, details = str(error).partition("\n")
            self._broken = Fault("load", reason, details)
        except BaseException as error:
            reason = f"its constructor raised {describe(error)}"
            self._broken = Fault("load", reason, own_traceback(error))
        return self._broken

    def _make_player(self, seed: int) -> Any:
        return self._make(seed)

    def end_game(self) -> None:
        self._player = None

    def name(self) -> str:
        """The own name of the player of this game."""
        return name_of(self._player)

    def copying_error(self) -> str:
        """Why the player cannot be copied; empty if it can. Bots that search copy themselves."""
        try:
            copy.deepcopy(self._player)
        except self.reraised:
            raise
        except BaseException as error:
            return describe(error)
        return ""

    def ask(self, view: Any, ply: int, budget: float) -> Answer:
        """The bot's action for this view, or its fault."""
        if self._broken is not None:
            return Answer(NO_ACTION, fault=self._broken)
        observation = self._observation(view, ply)
        if self._package is None:  # nothing to import, as in most turns
            return self._answer(observation, budget)
        with self._package.active():
            return self._answer(observation, budget)

    def _answer(self, observation: Any, budget: float) -> Answer:
        (answer, thoughts), error, us, cpu = self._think(observation, budget)
        action = self._action_or_fault(answer, error)
        if isinstance(action, Fault):
            return Answer(NO_ACTION, us, cpu, action)
        return Answer(action, us, cpu, thoughts=thoughts)

    def _action_or_fault(self, answer: int | Fault, error: BaseException | None) -> int | Fault:
        """The bot's action, or the fault if it returned something else or raised this error."""
        self._has_failed = error is not None
        return answer if error is None else fault_of(error)

    def _observation(self, view: Any, ply: int) -> Any:
        """The observation for this turn. All random numbers of the turn follow from the seed."""
        seed = self._seed + ply + 1
        observation = self._observe(view, Stream(seed))
        if self._seeds_turns:
            _seed_globals(seed)
        self._number_of = type(observation).number  # before the bot can replace the function
        return observation

    def _think(self, observation: Any, budget: float) -> Thought:
        answer, error = SILENCE, None
        started = perf_counter_ns()
        try:
            answer = self._decide(observation, budget)
        except self.reraised:
            raise
        except BaseException as raised:
            error = raised
        return answer, error, (perf_counter_ns() - started) // 1000, 0

    def _decide(self, observation: Any, budget: float) -> Reply:
        """The bot's answer and its thoughts. Everything here runs its code, so it is timed."""
        player, number_of = self._player, self._number_of
        if self._has_failed:
            take(player, number_of)
        answer = player.think(observation, budget)
        return number_or_fault(answer, number_of), take(player, number_of)


def number_or_fault(answer: Any, number_of: Callable[[Any], int]) -> int | Fault:
    """The number of the action that think returned, or a fault if it returned something else.

    The object may be half made, as by `object.__new__(Action)`, and may run the bot's own code. So
    it can raise anything, and this must happen within the bot's time.
    """
    try:
        return check_number(number_of(answer))
    except NotAnAction as error:
        return Fault("illegal", f"think returned {_describe_answer(answer, error.instead)}")
    except Exception:
        return Fault("illegal", f"think returned {_describe_answer(answer)}")


def fault_of(error: BaseException) -> Fault:
    """The fault for an error that think raised."""
    if isinstance(error, TooLate):
        return Fault("timeout", str(error))
    if isinstance(error, Exited):
        return Fault("crashed", str(error), own_traceback(error))
    verdict: Verdict = "memory" if isinstance(error, MemoryError) else "exception"
    return Fault(verdict, f"think raised {describe(error)}", own_traceback(error))


_of_python: random.Random = random.seed.__self__  # type: ignore[attr-defined]
_seed_python = super(random.Random, _of_python).seed


def _seed_globals(seed: int) -> None:
    """Seed the global random numbers of Python and numpy, so that bots do not affect each other."""
    _seed_python(seed)  # does what `random.seed` does with a number, and is faster
    _of_python.gauss_next = None  # type: ignore[attr-defined]
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        numpy.random.seed(seed & 0xFFFFFFFF)


def _describe_answer(answer: Any, instead: str = "") -> str:
    try:
        return shorten(plain(repr(answer)), ANSWER) + f", {instead}" * bool(instead)
    except OF_THE_BOT:  # its `__repr__` may raise anything
        return f"an object of {shorten(plain(type(answer).__name__), ANSWER)}"
