"""The cost of isolation: for a move, a bot's start, whole leagues, and two matches at once.

Also the delay that a bot can cause if it does not stop. Several processes take part, so the clock
is wall time. They share one core, as in play, so that messages need not cross to another core.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from itertools import cycle, islice
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from time import clock_gettime_ns, perf_counter, thread_time_ns

from arena.bots.bot import find
from arena.guest.protocol import wire
from arena.match.run import Run, RunOptions, new_league
from arena.replay.record import Record
from arena.sandbox.isolation import Isolation
from arena.sandbox.levels import unavailable
from arena.sandbox.timing.cores import EVERYWHERE, on, own_core
from arena.workers import here
from arena.workers.room import Room
from bench.contest import Contest, Side, Unmeasurable, recorded_side, wall_side
from bench.rows import Row
from Game.brisca.game import Brisca
from Game.brisca.state import BriscaState
from Game.core.stream import Stream

PLIES = 18  # of a game's 40: the fifth trick has begun, and some tricks are won
BUDGET = 1.0
GAMES = 100  # of a match, as `arena league` plays
SUBMITTED = Path(__file__).parents[1] / "submissions" / "carta_baja.py"
HOSTILE = Path(__file__).parents[1] / "tests" / "hostile"
STUCK = ("loops_in_python", "loops_in_c_always", "swallows_everything")
SHORT = 0.1  # the budget of the bots in STUCK, which they always miss
TURNS = 10  # of each bot in STUCK
ALLOWED = 0.05  # seconds after its deadline until the game goes on
ORIGINAL = 330  # games a second of RoboBrisca's Random bots with the clock of func_timeout


def need(level: str) -> None:
    why_not = unavailable(level)
    if why_not:
        raise Unmeasurable(f"There is no isolation level {level!r} here: {why_not}.")


def in_the_middle() -> BriscaState:
    """A state in the middle of a game."""
    state, dice = Brisca().deal(Stream(1)), Stream(2)
    for _ in range(PLIES):
        state.play(dice.choice(state.legal()))
    return state


# One move


@contextmanager
def move_in_a_container() -> Iterator[Contest]:
    """Use the Docker engine that runs, or start our own as the tests do."""
    from tests.support.docker_engine import NoEngine, at, running_engine

    try:
        with running_engine() as address, at(address):
            unavailable.cache_clear()
            with move("docker") as contest:
                yield contest
    except NoEngine as error:
        raise Unmeasurable(f"There is no container to measure: {error}.") from None
    finally:
        unavailable.cache_clear()


@contextmanager
def move(level: str) -> Iterator[Contest]:
    need(level)
    state = in_the_middle()
    view = state.view(state.turn)
    asked = wire.question(PLIES, BUDGET, view)
    answered = wire.frame(wire.Moved(PLIES, state.legal()[0]), wire.FROM_BOT)
    game, bot = Brisca(), find("random")
    with own_core(), Isolation() as place, echo(len(asked), len(answered)) as round_trip:
        seat = place.seat(level, bot, game, BUDGET, clock=True)
        seat.new_game(1)

        def ours(times: int) -> int:
            for _ in range(times):
                answer = seat.ask(view, PLIES)
                if answer.fault is not None:
                    raise Unmeasurable(f"The bot does not play: {answer.fault.reason}.")
            return times

        def peer(times: int) -> int:
            for _ in range(times):
                round_trip()
            return times

        ours(1)  # starts the box
        name = f"a pipe there and back, {len(asked)} and {len(answered)} bytes"
        yield Contest(wall_side(ours), wall_side(peer), name)


@contextmanager
def echo(there: int, back: int) -> Iterator[Callable[[], None]]:
    """Sends `there` bytes to another process and waits for `back` bytes from it."""
    (hears, says), (hear, say) = os.pipe(), os.pipe()
    child = os.fork()
    if child == 0:
        os.close(says)
        os.close(hear)
        answer = bytes(back)
        while os.read(hears, wire.TO_BOT):
            os.write(say, answer)
        os._exit(0)
    os.close(hears)
    os.close(say)
    question = bytes(there)

    def round_trip() -> None:
        os.write(says, question)
        os.read(hear, wire.FROM_BOT)

    try:
        yield round_trip
    finally:
        os.close(says)
        os.close(hear)
        os.waitpid(child, 0)


# A bot that does not stop


@contextmanager
def lateness() -> Iterator[Contest]:
    """The longest delay in many turns. Every turn must stay below the limit."""
    need("sandbox")
    worst = max(
        longest_delay(level, HOSTILE / f"{name}.py")
        for level in ("sandbox", "process")
        for name in STUCK
    )
    turns = f"{TURNS * len(STUCK)} turns a level"
    yield Contest(
        recorded_side(1 / worst), recorded_side(1 / ALLOWED), f"50 ms; the worst of {turns}"
    )


def longest_delay(level: str, file: Path) -> float:
    """The longest time in seconds from a deadline that the bot misses to the next bot's turn."""
    game, bots = Brisca(), [find(str(file)), find("random")]
    view = game.deal(Stream(1)).view(0)
    worst = 0.0
    with own_core(), Isolation() as place:
        for _ in range(TURNS):
            seats = [place.seat(level, bot, game, SHORT, clock=True) for bot in bots]
            for seat in seats:
                seat.name()
                seat.new_game(1)
            stuck, honest = seats
            asked = perf_counter()
            fault = stuck.ask(view, 0).fault
            worst = max(worst, perf_counter() - asked - SHORT)
            if fault is None or fault.verdict != "timeout" or honest.ask(view, 0).fault:
                raise Unmeasurable(f"{file.name} must time out and its opponent must not: {fault}.")
            place.clear()
    return worst


# A start


@contextmanager
def start() -> Iterator[Contest]:
    need("sandbox")
    state, game, bot = in_the_middle(), Brisca(), find("random")
    view = state.view(state.turn)
    with own_core(), Isolation() as place:

        def ours(times: int) -> tuple[int, float]:
            seconds = 0.0
            for _ in range(times):
                started = perf_counter()
                seat = place.seat("sandbox", bot, game, BUDGET, clock=True)
                seat.new_game(1)
                answer = seat.ask(view, PLIES)
                seconds += perf_counter() - started
                place.clear()
                if answer.fault is not None:
                    raise Unmeasurable(f"The bot does not start: {answer.fault.reason}.")
            return times, seconds

        yield Contest(ours, wall_side(start_python), "python -I -S -c pass")


def start_python(times: int) -> int:
    """Start Python interpreters one after the other, and wait for the end of each."""
    command = [sys.executable, "-I", "-S", "-c", "pass"]
    for _ in range(times):
        os.waitpid(os.posix_spawn(sys.executable, command, os.environ), 0)
    return times


# A fresh box for every game


def descendants(process: int) -> set[int]:
    """The processes that this one has started, and those that they have started."""
    below: set[int] = set()
    for path in Path(f"/proc/{process}/task").glob("*/children"):
        for child in map(int, path.read_text().split()):
            below |= {child} | descendants(child)
    return below


@contextmanager
def fresh_box() -> Iterator[Contest]:
    """The cost of a new box for each seat of a game.

    It is the processor time in the arena, in the slot that forks the box, and in the box until the
    bot is ready. A league shares this time between two cores.
    """
    need("sandbox")
    game, bot = Brisca(), find(str(SUBMITTED))
    with own_core(), Isolation() as place:
        seat = place.seat("sandbox", bot, game, BUDGET, clock=True)
        seat.new_game(1)  # starts the slot
        slots = [number for number in descendants(os.getpid()) if number != seat.process]

        def ours(times: int) -> tuple[int, float]:
            spent = -thread_time_ns() - sum(map(time_of, slots))
            for _ in range(times):
                seat.new_game(1)
                spent += time_of(seat.process)
                seat.end_game()
            return times, (spent + thread_time_ns() + sum(map(time_of, slots))) / 1e9

        yield Contest(ours, bare_forks, "os.fork of a bare Python; the child runs the file")


def time_of(process: int) -> int:
    """The processor time of a process, in nanoseconds; 0 when it is gone."""
    try:
        return clock_gettime_ns(~process << 3 | 2)
    except OSError:
        return 0


LOADS = """
import marshal, os, resource, sys
sys.path.append(sys.argv[1])
import Players.Player
code = marshal.dumps(compile(open(sys.argv[2]).read(), "bot.py", "exec"))
for _ in range(int(sys.argv[3])):
    child = os.fork()
    if child == 0:
        exec(marshal.loads(code), {"__name__": "bot"})
        os._exit(0)
    os.waitpid(child, 0)
used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
print(sum(each.ru_utime + each.ru_stime for each in used))
"""


def bare_forks(times: int) -> tuple[int, float]:
    """The least cost of a new process for a bot.

    It is the processor time of a Python process that forks children, and of the children. They only
    run the bot's file.
    """
    command = [sys.executable, "-I", "-S", "-c", LOADS, str(SUBMITTED.parents[1]), str(SUBMITTED)]
    few, many = (float(subprocess.check_output([*command, str(n)])) for n in (1, times + 1))
    return times, max(many - few, 1e-6)


# Leagues


def league(bots: int) -> Run:
    need("sandbox")
    randoms = [find("random")] * bots
    return new_league(Brisca(), randoms, GAMES, RunOptions(seed="bench", isolation="sandbox"))


def play(games: Iterator[Record], times: int) -> int:
    """Play whole matches, each with new boxes as in a league; return the number of games."""
    return sum(1 for _ in islice(games, times * GAMES))


@contextmanager
def whole_league() -> Iterator[Contest]:
    run = league(bots=3)
    with closing(here.play(run, cycle(run.fixtures))) as games:
        play(games, 1)  # starts the fork server
        yield Contest(
            ours=wall_side(partial(play, games)),
            peer=recorded_side(ORIGINAL),
            peer_name="RoboBrisca with func_timeout, a recorded figure",
        )


@contextmanager
def two_cores() -> Iterator[Contest]:
    if len(os.sched_getaffinity(0)) < 2:
        raise Unmeasurable("This machine has only one core, and two matches at once need two.")
    run = league(bots=2)
    with on({min(EVERYWHERE)}), matches(run, 1) as alone, on(EVERYWHERE), matches(run, 2) as both:
        yield Contest(both, alone, "one match on one core")


@contextmanager
def matches(run: Run, count: int) -> Iterator[Side]:
    """Plays matches at the same time, each in a worker that may use the cores that we may use."""
    context = get_context("spawn")
    with ExitStack() as leaving:
        workers: list[Connection] = []
        for _ in range(count):
            ours, theirs = context.Pipe()
            worker = context.Process(target=work, args=(run, theirs))
            worker.start()
            theirs.close()
            leaving.callback(worker.join)
            workers.append(leaving.enter_context(ours))

        def side_by_side(times: int) -> int:
            for worker in workers:
                worker.send(times)
            return sum(worker.recv() for worker in workers)

        side_by_side(1)  # starts the workers and fork servers
        yield wall_side(side_by_side)


def work(run: Run, asked: Connection) -> None:
    """In a worker process: play as many matches as the pipe says, until it is closed."""
    with Room(run) as room:
        games = (room.play(fixture) for fixture in cycle(run.fixtures))
        while True:
            try:
                asked.send(play(games, asked.recv()))
            except EOFError:
                return


ROWS = [
    *(
        Row(f"sandbox.{level}_vs_pipe", "s/move", partial(move, level), ceiling=4, goal=3)
        for level in ("process", "sandbox")
    ),
    Row("sandbox.docker_vs_pipe", "s/move", move_in_a_container, ceiling=4, goal=3),
    Row("sandbox.lateness", "s", lateness, ceiling=1),
    Row("sandbox.start_vs_python", "s", start, ceiling=3),
    Row("sandbox.fresh_box", "s", fresh_box, ceiling=2, goal=1.25),
    Row("sandbox.league", "games/s", whole_league, floor=0.5, goal=1),
    Row("sandbox.two_cores", "games/s", two_cores, floor=1.8),
]
