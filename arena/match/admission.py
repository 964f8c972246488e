"""Examines whether a bot may compete. Each step has a finding and, if it fails, advice.

The bot is examined as it will play: in a box, with the budget and limits of the competition.

A busy machine is no reason to refuse a bot. If the machine spoiled a step, the step is repeated
when there is a core for it. If a bot was late without computing for its whole budget, its game is
repeated. The bot counts as late only if it is late each time.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from statistics import quantiles
from time import perf_counter
from typing import Final, Protocol

from arena.bots.bot import Bot, load, load_sentence
from arena.common.errors import ArenaError
from arena.common.sizes import MIB, size_text
from arena.guest.protocol.safe_text import duration
from arena.guest.protocol.verdict import NO_ACTION, Answer, Fault
from arena.match.play import Busy, GameSetup, Seat, Terms, play_game
from arena.replay.record import BotEntry, FaultEntry, Move, Record
from arena.sandbox.box_order import MEMORY
from arena.sandbox.box_seat import BoxedSeat, SeatTerms
from arena.sandbox.host.packages import ALLOWED, installed_packages
from arena.sandbox.inprocess import InProcessSeat
from arena.sandbox.levels import boxes_at
from arena.sandbox.timing.busy_machine import our_waiting, wait_for_a_core
from arena.sandbox.timing.cores import own_core
from arena.sandbox.timing.idling import NOTE
from Game.core.game import Game
from Game.core.keys import master_key

SAME = 3  # faults of one kind in a game, after which the examination ends
TRIES = 3  # at a game in which the bot is late although it computed little
COMPUTED = 0.5  # of the budget: a bot that does this and never answers is late by itself
NEAR = 0.95  # of the budget: we measure a little more than the bot's own clock does
FORFEIT: Final = "forfeit"  # the verdict of moves for which a bot is not asked
ENOUGH = Answer(NO_ACTION, fault=Fault(FORFEIT, "it has made enough faults of one kind"))
QUICK = 9  # the percentile of quick moves: a busy machine does not delay every answer


@dataclass(frozen=True)
class Step:
    """One finding: whether it is good, a sentence, and advice if it is not."""

    ok: bool
    text: str
    advice: str = ""
    seconds: float | None = None  # of thinking in a game, in the step that measures it


class Follower(Protocol):
    """Follows an examination while it goes on."""

    def note_question(self) -> None:
        """The bot has been asked about one more position."""
        ...

    def note_output(self, text: str) -> None:
        """The bot has printed this in one seat of a game. It is often empty."""
        ...


def examine(
    bot: Bot,
    game: Game,
    level: str,
    budget: float,
    positions: int = 500,
    packages: Sequence[str] = ALLOWED,
    patience: float = math.inf,
    follower: Follower | None = None,
    most: int = MIB,
) -> Iterator[Step]:
    """The steps, one by one. If the bot cannot be loaded, there are no others.

    Examines `bot.code`, whose hash is `bot.sha256`. No file is read again. The games end after
    `positions` positions, after `patience` seconds of thinking, or when the bot has made the same
    fault `SAME` times in a game. The bot's files may have `most` bytes together.
    """
    installed = installed_packages(packages)
    bot.code.check_packages(installed, bot.path)
    number, size = len(bot.code.files), sum(map(len, bot.code.files.values()))
    if bot.code.is_package or size > most:
        said = f"{number} {'file' if number == 1 else 'files'}, {size_text(size)}"
        yield Step(size <= most, said, f"a bot may have {size_text(most)}: leave out what it can")
    with ExitStack() as stack:
        fork_server = boxes_at(level, installed)
        stack.callback(fork_server.close)
        stack.enter_context(own_core())
        terms = SeatTerms(budget, True, installed)
        seats = [BoxedSeat(fork_server, bot, game, terms, watched=True) for _ in game.sides[0]]
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
        records, waits = _play_games(bot, name, game, seats, budget, positions, patience, follower)
        yield from _move_steps(records, budget, waits)
        yield _memory_step(seats)
        yield from _behaviour_steps(seats, records)


def _play_games(
    bot: Bot,
    name: str,
    game: Game,
    seats: list[BoxedSeat],
    budget: float,
    positions: int,
    patience: float,
    follower: Follower | None,
) -> tuple[list[Record], list[int]]:
    """Play against a random opponent, until the bot has seen enough positions.

    Returns the records, and the microseconds that the arena waited for a core in each of the bot's
    moves.
    """
    other = load("random")
    entries = [BotEntry(name, bot.spec, bot.sha256), BotEntry(other.name, other.spec, other.sha256)]
    terms = Terms(master_key("examination"), seats[0].level, budget, clock=True)
    setup = GameSetup(game, entries, terms)
    opponents = [InProcessSeat(other, game, budget, clock=False) for _ in range(game.seats)]
    records: list[Record] = []
    waits: list[int] = []
    thought = 0.0
    is_late = has_failed = False
    while len(waits) < positions and thought < patience and not has_failed:
        tried: list[int] = []  # the waits, also those of games that do not count
        faults: Counter[str] = Counter()
        sides = [0] + [1] * (len(game.sides) - 1)
        mine, table = iter(seats), list[Seat](opponents)
        for seat in game.sides[0]:
            table[seat] = ExaminedSeat(next(mine), tried, faults, follower)
        play = partial(play_game, setup, sides, table, len(records))
        record = _play_fairly(play, budget, 1 if is_late else TRIES)
        is_late = is_late or any(_is_doubtful(move, budget) for move in record.moves)
        took = [move.us for move in _moves([record])]
        waits += tried[-len(took) :]  # the last game is the one that counts
        thought += sum(took) / 1e6
        records.append(record)
        has_failed = any(move.fault == FORFEIT for move in record.moves)
    return records, waits


def _play_fairly(play: Callable[[], Record], budget: float, most: int = TRIES) -> Record:
    """Play a game, and repeat it if the machine may have caused the faults."""
    tries = 0
    while True:
        try:
            record = play()
        except Busy as busy:
            wait_for_a_core(busy.replay.reason)
            continue
        tries += 1
        doubtful = [move for move in record.moves if _is_doubtful(move, budget)]
        if not doubtful or tries == most or _never_answers(record, budget):
            return record
        wait_for_a_core("The bot was late, although it had not computed for its whole budget")


def _is_doubtful(move: Move, budget: float) -> bool:
    """Was the bot late although it had not computed for its whole budget?"""
    return move.fault == "timeout" and move.cpu < budget * 1e6


def _never_answers(record: Record, budget: float) -> bool:
    """Did the bot compute in each of its moves until its time was up? Then it is not by chance."""
    return all(
        move.fault == "timeout" and move.cpu > COMPUTED * budget * 1e6 for move in _moves([record])
    )


class ExaminedSeat:
    """A seat that notes how long the arena itself waited for a core in each move.

    After some faults of one kind it does not ask the bot any more, so an endless loop costs little.
    The seats of a side share the lists of waits and faults.
    """

    def __init__(
        self,
        seat: BoxedSeat,
        waits: list[int],
        faults: Counter[str],
        follower: Follower | None = None,
    ) -> None:
        self._seat = seat
        self._waits = waits
        self._faults = faults
        self._follower = follower
        self.notes, self.output = seat.notes, seat.output

    def new_game(self, seed: int) -> None:
        self._faults.clear()
        self._seat.new_game(seed)

    def end_game(self) -> None:
        self._seat.end_game()
        if self._follower is not None:
            self._follower.note_output(self.output())

    def ask(self, view: object, ply: int) -> Answer:
        if any(count >= SAME for count in self._faults.values()):
            return ENOUGH
        before = our_waiting()
        answer = self._seat.ask(view, ply)
        self._waits.append((our_waiting() - before) // 1000)
        if self._follower is not None:
            self._follower.note_question()
        if answer.fault is not None and not answer.excuse:
            self._faults[answer.fault.verdict] += 1
        return answer


def _moves(records: list[Record]) -> list[Move]:
    """The moves for which the bot that is examined was asked."""
    return [
        move
        for record in records
        for move in record.moves
        if record.seats[move.seat] == 0 and move.fault != FORFEIT
    ]


def _move_steps(records: list[Record], budget: float, waits: Sequence[int] = ()) -> Iterator[Step]:
    moves = _moves(records)
    faults = [fault for record in records for fault in record.faults if fault.verdict != FORFEIT]
    well = len(moves) - len(faults)
    if faults:
        said = f"{len(moves)} positions, {well} answered well"
        if any(move.fault == FORFEIT for move in records[-1].moves):
            said += f". The test ended after {SAME} faults of one kind"
        yield Step(False, said, _describe_fault(faults[0]))
    else:
        yield Step(True, f"{len(moves)} positions, {well} legal")
    # The arena may have waited for a core before it heard an answer. So a thinking time lies
    # between two limits. On a quiet machine they are the same.
    longest = [(move.us - move.waited) / 1e6 for move in moves]
    shortest = [
        max(0.0, most - wait / 1e6)
        for most, wait in zip(longest, waits or [0] * len(moves), strict=True)
    ]
    is_always_near = quantiles(longest, n=100)[QUICK] > NEAR * budget
    times = longest if is_always_near else shortest
    middle, late = quantiles(times, n=100)[49], quantiles(times, n=100)[98]
    said = f"thinks {duration(middle)} (p50), {duration(late)} (p99) of {budget:g} s"
    near = late > NEAR * budget
    advice = "leave a twentieth of the budget unused in 99 of 100 moves: a machine can be busy"
    if any(move.fault == "timeout" for move in moves):  # then the bot is slow, not the machine
        advice = "answer within the budget in every move"
    yield Step(not near, said, advice if near else "", seconds=sum(times) / len(records))


def _describe_fault(fault: FaultEntry) -> str:
    return "\n".join(
        filter(None, (f"the first: {fault.verdict}: {fault.reason}", fault.traceback, fault.output))
    )


def _memory_step(seats: list[BoxedSeat]) -> Step:
    most = max(seat.memory for seat in seats)
    allowed = MEMORY // 2**20
    return Step(
        most <= MEMORY,
        f"holds {most // 2**20} of {allowed} MB",
        f"it may hold at most {allowed} MB: keep less, or free memory between turns",
    )


def _behaviour_steps(seats: list[BoxedSeat], records: list[Record]) -> Iterator[Step]:
    found = [each for seat in seats for each in seat.found]
    copying_error = next((each.copying_error for each in found if each.copying_error), "")
    yield Step(
        not copying_error,
        "can be copied" if not copying_error else f"cannot be copied: {copying_error}",
        "keep no open files, locks or generators in self",
    )
    touched = sorted({thing for each in found for thing in each.touched})
    yield Step(
        not touched,
        "no files, no network" if not touched else f"tries to use {', '.join(touched)}",
        "this fails in the competition: a bot may read only its own package. `arena bundle BOT.py` "
        "makes one",
    )
    if any(record.notes for record in records):
        yield Step(False, NOTE, "end your threads before think returns")
