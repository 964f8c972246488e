"""Examines whether a bot may compete. Each step has a finding and, if it fails, advice.

The bot is examined as it will play: in a box, with the budget and limits of the competition.

A busy machine is no reason to refuse a bot. If the machine spoiled a step, the step is repeated
when there is a free core. If a bot was late but did not compute for its whole budget, its game is
repeated. The bot counts as late only if it is late each time.

A few late moves are accepted: in a game they cost a random move, and no more. How many they may be
is the `tolerance`, in a thousand moves.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from arena.bots.bot import Bot, load, load_sentence
from arena.common.errors import ArenaError
from arena.common.sizes import MIB, size_text
from arena.guest.protocol.verdict import NO_ACTION, Answer, Fault
from arena.match.findings import (
    FORFEIT,
    TOLERANCE,
    Step,
    accepted_late_moves,
    behaviour_steps,
    is_late,
    memory_step,
    move_steps,
    moves_of,
)
from arena.match.hints import unreadable_text
from arena.match.play import Busy, GameSetup, Seat, Terms, play_game
from arena.match.slow_loading import LONG, slowest_line
from arena.replay.record import BotEntry, Move, Record
from arena.sandbox.box_seat import BoxedSeat, SeatTerms
from arena.sandbox.host.packages import ALLOWED, installed_packages
from arena.sandbox.inprocess import InProcessSeat
from arena.sandbox.levels import boxes_at
from arena.sandbox.timing.budgets import LOADING, TOO_LONG
from arena.sandbox.timing.busy_machine import our_waiting, wait_for_a_core
from arena.sandbox.timing.cores import own_core
from Game.core.game import Game
from Game.core.keys import master_key

SAME = 3  # faults of one kind in a game, after which the examination ends
TRIES = 3  # at a game in which the bot is late although it computed little
COMPUTED = 0.5  # of the budget: after computing so long without an answer, the bot is to blame
ENOUGH = Answer(NO_ACTION, fault=Fault(FORFEIT, "it has made too many faults of one kind"))


class Follower(Protocol):
    """Follows an examination while it runs."""

    def note_loaded(self) -> None:
        """The bot could be loaded, and the games begin."""
        ...

    def note_question(self) -> None:
        """The bot has been asked about one more position."""
        ...

    def note_output(self, text: str) -> None:
        """The bot has printed this in one seat of a game. It is often empty."""
        ...


@dataclass(frozen=True)
class Conditions:
    """How a bot is examined. The game, the level and the limits are those of the competition."""

    game: Game
    level: str
    budget: float  # seconds for a move
    packages: Sequence[str] = ALLOWED
    most_bytes: int = MIB  # of all files of the bot together
    tolerance: int = TOLERANCE  # late moves in a thousand that are accepted
    positions: int = 500  # after so many, the games end
    patience: float = math.inf  # or after so many seconds of thinking


def examine(bot: Bot, conditions: Conditions, follower: Follower | None = None) -> Iterator[Step]:
    """The steps, one by one. If the bot cannot be loaded, this is the last step.

    Examines `bot.code`, whose hash is `bot.sha256`. No file is read again. The games also end when
    the bot has made the same fault `SAME` times in a game, or more late moves than are accepted.
    """
    installed = installed_packages(conditions.packages)
    bot.code.check_packages(installed, bot.path)
    number, size = len(bot.code.files), sum(map(len, bot.code.files.values()))
    most = conditions.most_bytes
    if bot.code.is_package or size > most:
        sentence = f"{number} {'file' if number == 1 else 'files'}, {size_text(size)}"
        yield Step(size <= most, sentence, f"a bot may have {size_text(most)}: leave out files")
    if unreadable := unreadable_text(bot):
        yield unreadable
        return
    game, budget = conditions.game, conditions.budget
    with ExitStack() as stack:
        fork_server = boxes_at(conditions.level, installed)
        stack.callback(fork_server.close)
        stack.enter_context(own_core())
        terms = SeatTerms(budget, True, installed)

        def make_seat(bot: Bot) -> BoxedSeat:
            return BoxedSeat(fork_server, bot, game, terms, watched=True)

        seats = [make_seat(bot) for _ in game.sides[0]]
        for seat in seats:
            stack.callback(seat.close)
        try:
            name = seats[0].name()
        except ArenaError as error:
            reason = load_sentence(bot, str(error))
            if TOO_LONG in reason and (line := slowest_line(bot, make_seat)):
                reason += f": {line}"
            yield Step(False, "it cannot be loaded", reason)
            return
        seconds = seats[0].loading_time
        sentence = f"{name}: one Player subclass, imports allowed, loads in {seconds:.2f} s"
        if seconds > LONG and (line := slowest_line(bot, make_seat)):
            sentence += (
                f". {line[0].upper()}{line[1:]}. Every game loads the bot again, and it may take "
                f"{LOADING:g} s, without compiling and waiting for a core"
            )
        yield Step(True, sentence)
        if follower is not None:
            follower.note_loaded()
        mine = BotEntry(name, bot.spec, bot.sha256)
        records, waits = _play_games(mine, conditions, seats, follower)
        yield from move_steps(records, budget, waits, conditions.tolerance)
        yield memory_step(seats)
        yield from behaviour_steps(seats, records)


def _play_games(
    bot: BotEntry, conditions: Conditions, seats: list[BoxedSeat], follower: Follower | None
) -> tuple[list[Record], list[int]]:
    """Play against a random opponent, until the bot has seen enough positions.

    Returns the records, and the microseconds that the arena waited for a core in each of the bot's
    moves.
    """
    game, budget = conditions.game, conditions.budget
    other = load("random")
    entries = [bot, BotEntry(other.name, other.spec, other.sha256)]
    terms = Terms(master_key("examination"), seats[0].level, budget, clock=True)
    setup = GameSetup(game, entries, terms)
    opponents = [InProcessSeat(other, game, budget, clock=False) for _ in range(game.seats)]
    records: list[Record] = []
    waits: list[int] = []
    thought = 0.0
    late = accepted_late_moves(conditions.tolerance, conditions.positions)  # so many more
    was_late = has_failed = False
    while (
        len(waits) < conditions.positions
        and thought < conditions.patience
        and late >= 0
        and not has_failed
    ):
        tried: list[int] = []  # the waits, also those of games that do not count
        counts = FaultCounts(late)
        sides = [0] + [1] * (len(game.sides) - 1)
        mine, table = iter(seats), list[Seat](opponents)
        for seat in game.sides[0]:
            table[seat] = ExaminedSeat(next(mine), tried, counts, follower)
        play = partial(play_game, setup, sides, table, len(records))
        record = _play_fairly(play, budget, 1 if was_late else TRIES)
        was_late = was_late or any(_is_doubtful(move, budget) for move in record.moves)
        mine_now = moves_of([record])
        late -= sum(is_late(move) for move in mine_now)
        took = [move.us for move in mine_now]
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
    return is_late(move) and move.cpu < budget * 1e6


def _never_answers(record: Record, budget: float) -> bool:
    """Did the bot compute in each of its moves until its time was up? Then it is not chance."""
    return all(is_late(move) and move.cpu > COMPUTED * budget * 1e6 for move in moves_of([record]))


class FaultCounts:
    """The faults of a bot in a game, and whether they are enough to end the examination."""

    def __init__(self, late: int) -> None:
        self._late = late  # so many timeouts are accepted
        self._faults: Counter[str] = Counter()
        self._is_in_time = False

    def new_game(self) -> None:
        self._faults.clear()
        self._is_in_time = False

    def add(self, answer: Answer) -> None:
        """Count an answer. Timeouts for which the bot has an excuse do not count."""
        if answer.fault is None:
            self._is_in_time = True
        elif not answer.excuse:
            self._faults[answer.fault.verdict] += 1

    @property
    def are_enough(self) -> bool:
        """Has the bot made so many faults that it is no longer asked in this game?"""
        limits = {"timeout": max(SAME, self._late + 1)} if self._is_in_time else {}
        return any(count >= limits.get(fault, SAME) for fault, count in self._faults.items())


class ExaminedSeat:
    """A seat that notes how long the arena itself waited for a core in each move.

    After some faults of one kind it does not ask the bot any more, so an endless loop costs little.
    The seats of a side share the lists of waits and the counts of faults.
    """

    def __init__(
        self,
        seat: BoxedSeat,
        waits: list[int],
        faults: FaultCounts,
        follower: Follower | None = None,
    ) -> None:
        self._seat = seat
        self._waits = waits
        self._faults = faults
        self._follower = follower
        self.notes, self.output = seat.notes, seat.output

    def new_game(self, seed: int) -> None:
        self._faults.new_game()
        self._seat.new_game(seed)

    def end_game(self) -> None:
        self._seat.end_game()
        if self._follower is not None:
            self._follower.note_output(self.output())

    def ask(self, view: object, ply: int) -> Answer:
        if self._faults.are_enough:
            return ENOUGH
        before = our_waiting()
        answer = self._seat.ask(view, ply)
        self._waits.append((our_waiting() - before) // 1000)
        if self._follower is not None:
            self._follower.note_question()
        self._faults.add(answer)
        return answer
