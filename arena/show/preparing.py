"""Prepares games for a show, on several cores: curves, turning points and sentences."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from math import inf
from time import thread_time
from typing import NamedTuple

from arena.replay.record import Record
from arena.replay.replayer import game_of, positions
from arena.show.script import GAME_FORMAT, OPEN, TABLE, ShownGame
from arena.show.telling import tell
from arena.show.tension import Chances, games_for, open_chances, stream_of, table_chances
from arena.workers.portable import Portable
from Game.core.commentary import Moment, Sentence
from Game.core.game import Game
from Game.core.state import State

Remarks = list[list[Sentence]]  # position -> sentences about it, the best first


class Curves(NamedTuple):
    """The chances of each side in each position."""

    open: Sequence[Chances]
    table: Sequence[Chances]


def prepare(record: Record) -> ShownGame:
    """The game with everything that a show of it needs. The same record gives the same bytes."""
    game = game_of(record)
    curves = curves_of(game, record)
    assert curves is not None
    known, seen = remarks_of(game, record)
    return ShownGame(
        format=GAME_FORMAT,
        record=record,
        open=tuple(curves.open),
        table=tuple(curves.table),
        telling={OPEN: tell(curves.open, seen), TABLE: tell(curves.table, known)},
    )


def curves_of(game: Game, record: Record, seconds: float = inf) -> Curves | None:
    """Both curves; None if they need more seconds of the processor than that."""
    wanted = games_for(len(record.moves) + 1, game.commentary().playouts)
    by_all, by_table = list[Chances](), list[Chances]()
    stop = thread_time() + seconds
    for number, state in enumerate(all_positions(game, record)):
        if thread_time() > stop:
            return None
        see, know = (stream_of(record, purpose, number) for purpose in (OPEN, TABLE))
        by_all.append(open_chances(game, state, wanted, see))
        by_table.append(table_chances(game, state, wanted, know))
    return Curves(by_all, by_table)


def remarks_of(game: Game, record: Record) -> tuple[Remarks, Remarks]:
    """What everybody at the table could say, and what is said where all cards are seen."""
    commentary = game.commentary()
    known: Remarks = [[]]
    seen: Remarks = [[]]
    for move, (before, after) in zip(
        record.moves, pairwise(all_positions(game, record)), strict=True
    ):
        moment = Moment(game, before, after, move.seat, move.fault)
        known.append(commentary.remarks(moment))
        both = [*known[-1], *commentary.open_remarks(moment)]
        seen.append(sorted(both, key=lambda remark: -remark.weight))
    return known, seen


def all_positions(game: Game, record: Record) -> Iterator[State]:
    """The positions of a game, one more than it has moves. Each is a copy."""
    last = None
    for _, _, state in positions(game, record):
        last = state
        yield state.clone()
    if last is None:
        raise AssertionError("a game that is over has at least one move")
    yield last.clone()


@dataclass(frozen=True)
class PrepareGames(Portable[Record, ShownGame]):
    """The job of preparing games. It depends on the records alone."""

    result_type = ShownGame
    ahead = 2

    @contextmanager
    def open(self) -> Iterator[Callable[[Record], ShownGame]]:
        yield prepare

    def describe(self, item: Record) -> str:
        return f"the game {item.id}"
