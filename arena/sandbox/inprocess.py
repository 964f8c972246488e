"""A bot that plays in the arena's own process: for house bots and for debugging.

This level trusts the bot. It thinks in a thread of the `func_timeout` package, which can be stopped
unless it is in C code. `lateness.py` decides when it is late, as for a bot in a box.
"""

import os
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from time import perf_counter_ns
from typing import Any

from msgspec.structs import replace

from arena.bots.bot import Bot
from arena.guest.bot.loading import LoadError
from arena.guest.bot.runner import SILENCE, BotRunner, Said, Thought, TooLate
from arena.guest.protocol.verdict import Answer
from arena.sandbox.box_seat import STARVED
from arena.sandbox.timing.budgets import GRACE, LOADING, TOO_LONG
from arena.sandbox.timing.lateness import FIRST, Reading, Turn
from arena.sandbox.timing.stolen import stolen
from Game.core.game import Game

STOPPING = 0.1  # seconds for the thread to end after its time
OLD = 50_000_000  # nanoseconds until the stolen time is read again
NOTHING = Reading(0, 0, 0, 0, 0, 0, False)
IS_LINUX = sys.platform.startswith("linux")


class InProcessSeat:
    """One seat of a match."""

    def __init__(self, bot: Bot, game: Game, budget: float, clock: bool) -> None:
        runner = TimedRunner if clock and bot.on_the_clock else BotRunner
        self._runner = runner(bot.make, seeds_globals=bot.is_file)
        self._game = game.make_again()  # a copy, because the bot can reach it
        self._budget = budget

    def new_game(self, seed: int) -> None:
        self._runner.new_game(self._game, seed)

    def ask(self, view: Any, ply: int) -> Answer:
        answer = self._runner.ask(view, ply, self._budget)
        thinking = self._runner.thinking if isinstance(self._runner, TimedRunner) else None
        if thinking is None or not (thinking.waited or thinking.excuse):
            return answer
        return replace(answer, excuse=thinking.excuse, waited=thinking.waited // 1000)

    def notes(self) -> list[str]:
        return []

    def end_game(self) -> None:
        """Drop the player. What it left in modules and threads stays (see docs/sandbox.md)."""
        self._runner.end_game()


class TimedRunner(BotRunner):
    """A runner that enforces the budget."""

    thinking: "InProcessThinking | None" = None  # its last turn, or its loading

    def _make_player(self, seed: int) -> Any:
        if not self._seeds_globals:  # a house bot
            return self._make(seed)
        made: list[Any] = []

        def make() -> Said:
            made.append(self._make(seed))
            return SILENCE

        self.thinking = InProcessThinking(make, LOADING)
        _, error, _, _ = self.thinking.result()
        if isinstance(error, TooLate):
            raise LoadError(TOO_LONG)
        if error is not None:
            raise error
        return made[0]

    def _think(self, observation: Any, budget: float) -> Thought:
        self.thinking = InProcessThinking(partial(self._decide, observation, budget), budget)
        return self.thinking.result()


def timed(decide: Callable[[], Said], budget: float) -> Thought:
    """What a bot said or raised within the budget, or `TooLate`.

    `Game/brisca/brisca_game.py` looks this function up by its name.
    """
    return InProcessThinking(decide, budget).result()


class InProcessThinking:
    """A bot's turn in a thread of its own."""

    def __init__(self, decide: Callable[[], Said], budget: float) -> None:
        self.waited = 0  # nanoseconds of a slow turn in which the bot waited for a core
        self.excuse = ""  # set if it waited so long that the turn does not count
        self._decide = decide
        self._budget = budget
        self._allowed = int((budget + GRACE) * 1e9)
        self._said: Said = SILENCE
        self._error: BaseException | None = None
        # The clock of the arena's thread. The bot's thread reads it too.
        self._arena = time.pthread_getcpuclockid(threading.get_ident()) if IS_LINUX else -1
        self._host = threading.get_native_id()
        self._delay = self._core_use(self._host)[1]  # of the arena's thread, before the turn
        self._number = 0  # of the bot's thread
        self._turn = Turn(0, 0)
        self._started = 0
        self._began = self._ended = 0  # in the bot's thread

    def result(self) -> Thought:
        """What the bot said or raised, or `TooLate`."""
        from func_timeout import StoppableThread

        thread = StoppableThread(target=self._run, daemon=True)
        self._started, cpu = perf_counter_ns(), time.process_time_ns()
        self._turn = Turn(self._started, self._allowed)
        self._turn.look(self._started, self._reading(_stolen_by_now()))
        thread.start()
        until: int | None = self._started + self._allowed
        while until is not None and thread.is_alive():
            thread.join(max(0, until - perf_counter_ns()) / 1e9)
            if thread.is_alive():
                until = self._look()
        if thread.is_alive():
            thread.stop(TooLate)
            thread.join(STOPPING)
        took = (self._ended or perf_counter_ns()) - (self._began or self._started)
        us, cpu = took // 1000, (time.process_time_ns() - cpu) // 1000
        if not self._ended:
            return SILENCE, TooLate(f"no answer within {self._budget:g} s"), us, cpu
        if took > self._allowed + self.waited:
            late = f"answered after {us / 1e6:.3g} s, the budget is {self._budget:g} s"
            return SILENCE, TooLate(late), us, cpu
        return self._said, self._error, us, cpu

    # In the bot's thread

    def _run(self) -> None:
        with suppress(TooLate):
            self._think()

    def _think(self) -> None:
        self._number = threading.get_native_id()
        self._began = perf_counter_ns()
        try:
            self._said = self._decide()
        except TooLate:
            raise
        except BaseException as error:  # in a thread, SystemExit would be lost
            self._error = error
        ended = perf_counter_ns()
        if ended - self._began > FIRST:
            self.waited = self._turn.waited(self._reading(stolen()))
        self._ended = ended

    # In both threads

    def _look(self) -> int | None:
        """Until when to wait for the bot; None if it is late."""
        reading = self._reading(stolen(), self._wants_a_core())
        until = self._turn.look(perf_counter_ns(), reading)
        if self._turn.is_starved:
            self.excuse = STARVED
        return until

    def _reading(self, taken: int, wants: bool = False) -> Reading:
        """How the bot's thread has used the processor since it began.

        While the arena's thread holds Python's lock and waits for a core, the bot cannot run. This
        counts as waiting. Both may wait at once, but the bot did not wait while it ran.

        On systems other than Linux everything is 0, and no time is given back.
        """
        if not IS_LINUX:
            return NOTHING
        ran, waited = self._core_use(self._number) if self._number else (0, 0)
        waited += self._core_use(self._host)[1] - self._delay
        waited = max(0, min(waited, perf_counter_ns() - self._started - ran))
        arena = time.clock_gettime_ns(self._arena)
        return Reading(ran, waited, time.process_time_ns() - arena, arena, taken, 0, wants)

    def _core_use(self, thread: int) -> tuple[int, int]:
        """How long the thread ran, and how long it waited for a core, in nanoseconds."""
        try:
            ran, waited, _ = map(int, self._file(thread, "schedstat").split())
        except (OSError, ValueError):  # it has just ended
            return 0, 0
        return ran, waited

    def _wants_a_core(self) -> bool:
        try:
            return self._file(self._number, "stat").rpartition(b")")[2].split()[0] == b"R"
        except (OSError, IndexError):
            return False

    def _file(self, thread: int, name: str) -> bytes:
        """A file of Linux about a thread."""
        file = os.open(f"/proc/self/task/{thread}/{name}", os.O_RDONLY)
        try:
            return os.read(file, 4096)
        finally:
            os.close(file)


_stolen = [0, -OLD]  # the last value, and the time at which it was read


def _stolen_by_now() -> int:
    """The time that a hypervisor has stolen so far.

    The value may be a little old, because reading it takes longer than a quick turn. Then the bot
    gets a little too much time back.
    """
    now = perf_counter_ns()
    if now - _stolen[1] > OLD:
        _stolen[:] = [stolen(), now]
    return _stolen[0]
