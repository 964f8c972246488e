"""May this bot compete? Named steps, each with a sentence and, when it fails, an advice.

The bot is examined where it will play: in a box, with the budget and the limits of the competition.
"""

import math
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from statistics import quantiles
from time import perf_counter

from arena.bots import Bot, find, load, load_sentence
from arena.errors import ArenaError
from arena.guest.telling import duration
from arena.replay.record import BotEntry, FaultEntry, Record
from arena.sandbox.boxed import MEMORY, BoxedSeat
from arena.sandbox.core import own_core
from arena.sandbox.idling import NOTE
from arena.sandbox.inprocess import InProcessSeat
from arena.sandbox.levels import boxes_at
from arena.sandbox.packages import ALLOWED, allowed
from arena.sandbox.quiet import wait_for_a_core
from arena.table import Busy, Seat, Terms, play_game
from Game.core.game import Game
from Game.core.keys import master_key
from Game.registry import observer

NEAR = 0.95  # of the budget: who leaves a tenth by its own clock is seen to think a little longer
FLOOD = 64 * 1024  # bytes of output in a game that are too many to be read by anyone


@dataclass(frozen=True)
class Step:
    """One finding: whether it is well, what was found, and what to do if it is not."""

    ok: bool
    said: str
    advice: str = ""
    seconds: float | None = None  # that it thinks in a game, in the step that finds it out


def examine(
    path: str,
    game: Game,
    level: str,
    budget: float,
    positions: int = 500,
    packages: Sequence[str] = ALLOWED,
    patience: float = math.inf,
) -> Iterator[Step]:
    """The steps, one by one. After a bot that cannot be loaded there are no others.

    After so many seconds of thinking (`patience`) the positions that it has seen are enough.
    """
    bot, installed = find(path), allowed(packages)
    with ExitStack() as stack:
        nursery = boxes_at(level, installed)
        stack.callback(nursery.close)
        stack.enter_context(own_core())
        seats = [
            BoxedSeat(nursery, bot, game, budget, True, installed, watched=True)
            for _ in game.sides[0]
        ]
        for seat in seats:
            stack.callback(seat.close)
        started = perf_counter()
        try:
            name = seats[0].name()
        except ArenaError as error:
            yield Step(False, "it cannot be loaded", load_sentence(bot, str(error)))
            return
        seconds = perf_counter() - started
        yield Step(True, f"{name}: one Player subclass, imports allowed, loads in {seconds:.2f} s")
        records = list(_games(bot, name, game, seats, budget, positions, patience))
        yield from _of_the_moves(records, budget)
        yield _of_memory(seats)
        yield from _of_behaviour(seats, records)


def _games(
    bot: Bot,
    name: str,
    game: Game,
    seats: list[BoxedSeat],
    budget: float,
    positions: int,
    patience: float,
) -> Iterator[Record]:
    """Games against a random opponent, until the bot has seen so many positions.

    What a busy machine has spoiled is played again, when there is a core for it.
    """
    other = load("random")
    watch = observer(game.name)
    entries = [BotEntry(name, bot.spec, bot.sha256), BotEntry(other.name, other.spec, other.sha256)]
    terms = Terms(master_key("examination"), seats[0].level, budget, clock=True)
    opponents = [InProcessSeat(other, game, watch, budget, clock=False) for _ in range(game.seats)]
    seen = deal = 0
    thought = 0.0
    while seen < positions and thought < patience:
        sides = [0] + [1] * (len(game.sides) - 1)
        mine, table = iter(seats), list[Seat](opponents)
        for seat in game.sides[0]:
            table[seat] = next(mine)
        try:
            record = play_game(game, entries, sides, table, deal, terms)
        except Busy as busy:
            wait_for_a_core(busy.replay.reason)
            continue
        took = [move.us for move in record.moves if record.seats[move.seat] == 0]
        seen += len(took)
        thought += sum(took) / 1e6
        deal += 1
        yield record


def _of_the_moves(records: list[Record], budget: float) -> Iterator[Step]:
    moves = [move for record in records for move in record.moves if record.seats[move.seat] == 0]
    faults = [fault for record in records for fault in record.faults]
    well = len(moves) - len(faults)
    if faults:
        yield Step(False, f"{len(moves)} positions, {well} answered well", _told(faults[0]))
    else:
        yield Step(True, f"{len(moves)} positions, {well} legal")
    times = sorted((move.us - move.waited) / 1e6 for move in moves)
    middle, late = quantiles(times, n=100)[49], quantiles(times, n=100)[98]
    said = f"thinks {duration(middle)} (p50), {duration(late)} (p99) of {budget:g} s"
    near = late > NEAR * budget
    advice = "leave a tenth of the budget: a machine can be busy" if near else ""
    yield Step(not near, said, advice, seconds=sum(times) / len(records))


def _told(fault: FaultEntry) -> str:
    return "\n".join(
        filter(None, (f"the first: {fault.verdict}: {fault.reason}", fault.traceback, fault.output))
    )


def _of_memory(seats: list[BoxedSeat]) -> Step:
    most = max(seat.memory for seat in seats)
    allowed = MEMORY // 2**20
    return Step(
        most <= MEMORY,
        f"holds {most // 2**20} of {allowed} MB",
        f"it must do with {allowed} MB: keep less, or free it between turns",
    )


def _of_behaviour(seats: list[BoxedSeat], records: list[Record]) -> Iterator[Step]:
    found = [each for seat in seats for each in seat.found]
    uncopied = next((each.uncopied for each in found if each.uncopied), "")
    yield Step(
        not uncopied,
        "can be copied" if not uncopied else f"cannot be copied: {uncopied}",
        "keep no open files, locks or generators in self",
    )
    touched = sorted({thing for each in found for thing in each.touched})
    yield Step(
        not touched,
        "no files, no network" if not touched else f"reaches for {', '.join(touched)}",
        "in the competition this fails: put what the bot needs into its one file",
    )
    if any(record.notes for record in records):
        yield Step(False, NOTE, "end your threads before think returns")
