"""Prepares games for a show, on several cores: curves, turning points and sentences."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from arena.replay.record import Record
from arena.replay.replayer import game_of, positions
from arena.show.script import GAME_FORMAT, OPEN, TABLE, ShownGame
from arena.show.telling import tell
from arena.show.tension import games_for, open_chances, stream_of, table_chances
from arena.workers.portable import Portable
from Game.core.commentary import Moment, Sentence
from Game.core.game import Game
from Game.core.state import State


def prepare(record: Record) -> ShownGame:
    """The game with everything that a show of it needs. The same record gives the same bytes."""
    game = game_of(record)
    commentary = game.commentary()
    wanted = games_for(len(record.moves) + 1, commentary.playouts)
    open_curve, table_curve = [], []
    known: list[list[Sentence]] = [[]]  # position -> what everybody at the table could say
    seen: list[list[Sentence]] = [[]]  # position -> what is said where all cards are seen
    before: State | None = None
    for number, state in enumerate(all_positions(game, record)):
        open_curve.append(open_chances(game, state, wanted, stream_of(record, OPEN, number)))
        table_curve.append(table_chances(game, state, wanted, stream_of(record, TABLE, number)))
        if before is not None:
            move = record.moves[number - 1]
            moment = Moment(game, before, state, move.seat, move.fault)
            known.append(commentary.remarks(moment))
            both = [*known[-1], *commentary.open_remarks(moment)]
            seen.append(sorted(both, key=lambda remark: -remark.weight))
        before = state
    return ShownGame(
        format=GAME_FORMAT,
        record=record,
        open=tuple(open_curve),
        table=tuple(table_curve),
        telling={OPEN: tell(open_curve, seen), TABLE: tell(table_curve, known)},
    )


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
