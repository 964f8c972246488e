"""The bot's side of one seat: makes a player for each game, shows it what it may see, and takes
its answer for an action's number or for a fault. Keeps no time."""

import copy
import random
import sys
from collections.abc import Callable
from time import perf_counter_ns
from typing import Any

from arena.guest.bot.loading import LoadError, name_of
from arena.guest.protocol.safe_text import describe, own_traceback, plain
from arena.guest.protocol.thoughts import Row, take, whole
from arena.guest.protocol.verdict import NO_ACTION, Answer, Fault, Verdict
from Game.core.game import Game
from Game.core.observation import NotAnAction
from Game.core.stream import Stream

# The number of the action that think returned, or why it is none; and what the bot says of it.
Said = tuple[int | Fault, tuple[Row, ...]]
# What was said, or what think raised, and its microseconds on the wall and on the processor.
Thought = tuple[Said, BaseException | None, int, int]
# What an object of the bot may raise when it is looked at; not what ends its time.
OF_THE_BOT = (Exception, SystemExit, GeneratorExit)
SILENCE: Said = (NO_ACTION, ())


class TooLate(BaseException):
    """No answer within the budget. Bots that catch every `Exception` do not catch this one."""


class Exited(BaseException):
    """The bot tried to end the process in which it plays."""


class BotRunner:
    """Every game is played by a fresh player."""

    passed_on: tuple[type[BaseException], ...] = (KeyboardInterrupt,)  # somebody pressed Ctrl-C

    def __init__(
        self,
        make: Callable[[int], Any],
        seeds_globals: bool,
        seeds_turns: bool = True,
    ) -> None:
        self._make = make
        self._seeds_globals = seeds_globals
        self._seeds_turns = seeds_globals and seeds_turns
        self._seed = 0
        self._player: Any = None
        self._broken: Fault | None = None
        self._number_of: Callable[[Any], int] = int
        self._has_failed = True  # what it says of its choice may be from a turn that was nothing

    def new_game(self, game: Game, seed: int) -> Fault | None:
        """Begin a game; whatever is random about the bot follows from the seed."""
        self._observe = game.observe
        self._seed = seed
        self._broken = None
        self._has_failed = True
        if self._seeds_globals:
            _seed_globals(seed)
        try:
            self._player = self._make(seed)
        except self.passed_on:
            raise
        except LoadError as error:
            reason, _, told = str(error).partition("\n")
            self._broken = Fault("load", reason, told)
        except BaseException as error:
            reason = f"its constructor raised {describe(error)}"
            self._broken = Fault("load", reason, own_traceback(error))
        return self._broken

    def end_game(self) -> None:
        self._player = None

    def name(self) -> str:
        """What the player of this game calls itself."""
        return name_of(self._player)

    def uncopied(self) -> str:
        """Why the player cannot be copied, as bots that search do with themselves."""
        try:
            copy.deepcopy(self._player)
        except self.passed_on:
            raise
        except BaseException as error:
            return describe(error)
        return ""

    def ask(self, view: Any, ply: int, budget: float) -> Answer:
        """The bot's action for this view, or why there is none."""
        if self._broken is not None:
            return Answer(NO_ACTION, fault=self._broken)
        observation = self._observation(view, ply)
        (said, thoughts), error, us, cpu = self._think(observation, budget)
        self._has_failed = error is not None
        if error is not None:
            return Answer(NO_ACTION, us, cpu, fault_of(error))
        if isinstance(said, Fault):
            return Answer(NO_ACTION, us, cpu, said)
        return Answer(said, us, cpu, thoughts=thoughts)

    def _observation(self, view: Any, ply: int) -> Any:
        """What the bot is handed in this turn. All that is random in a turn follows from it."""
        seed = self._seed + ply + 1
        observation = self._observe(view, Stream(seed))
        if self._seeds_turns:
            _seed_globals(seed)
        self._number_of = type(observation).number  # before the bot can replace the function
        return observation

    def _think(self, observation: Any, budget: float) -> Thought:
        said, error = SILENCE, None
        started = perf_counter_ns()
        try:
            said = self._decide(observation, budget)
        except self.passed_on:
            raise
        except BaseException as raised:
            error = raised
        return said, error, (perf_counter_ns() - started) // 1000, 0

    def _decide(self, observation: Any, budget: float) -> Said:
        """The bot's answer and what it says of it: all that runs its code, and takes its time."""
        player, number_of = self._player, self._number_of
        if self._has_failed:
            take(player, number_of)
        said = player.think(observation, budget)
        return numbered(said, number_of), take(player, number_of)


def numbered(said: Any, number_of: Callable[[Any], int]) -> int | Fault:
    """The number of the action that think returned, or the fault if it is no action.

    The object may be half made, as by `object.__new__(Action)`, or run the bot's own code when it
    is looked at: it can raise anything, and belongs to the time that the bot has to think.
    """
    try:
        return whole(number_of(said))
    except NotAnAction as error:
        return Fault("illegal", f"think returned {_shown(said, error.instead)}")
    except Exception:
        return Fault("illegal", f"think returned {_shown(said)}")


def fault_of(error: BaseException) -> Fault:
    """The verdict on what think raised."""
    if isinstance(error, TooLate):
        return Fault("timeout", str(error))
    if isinstance(error, Exited):
        return Fault("crashed", str(error), own_traceback(error))
    verdict: Verdict = "memory" if isinstance(error, MemoryError) else "exception"
    return Fault(verdict, f"think raised {describe(error)}", own_traceback(error))


def _seed_globals(seed: int) -> None:
    """Start Python's and numpy's shared random numbers afresh, so that no bot stirs another's."""
    random.seed(seed)
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        numpy.random.seed(seed & 0xFFFFFFFF)


def _shown(said: Any, instead: str = "") -> str:
    try:
        return plain(f"{said!r:.80}" + f", {instead:.80}" * bool(instead))
    except OF_THE_BOT:  # whatever a bot's object raises when it is asked
        return f"an object of {plain(type(said).__name__):.80}"
