"""A record as frames: each position as it is drawn, and the decision made in it.

The record is played again to get them. A `Disagreement` says where it breaks the rules.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from arena.pages.viewer.plain import PlainPicture
from arena.replay.record import Record
from arena.replay.replayer import game_of, positions
from Game.core.game import Game
from Game.core.picture import Picture, PicturePosition


class Frame(NamedTuple):
    """A position, the seat to act, and the points so far."""

    drawn: PicturePosition
    turn: int
    scores: tuple[float, ...]


class PlyDecision(NamedTuple):
    """The choice in a position, and the move that was played."""

    seat: int
    play: str
    legal: tuple[str, ...]
    reward: float | None


@dataclass(frozen=True)
class DrawnGame:
    """A game with a frame for each decision, and one for the end."""

    record: Record
    game: Game
    picture: Picture
    frames: list[Frame]
    decisions: list[PlyDecision]
    forms: list[tuple[int, ...]]  # for each decision, the places in the game's source

    @property
    def ticks(self) -> list[int]:
        """The plies at which a trick begins."""
        tricks = [frame.drawn.trick for frame in self.frames]
        return [ply for ply in range(len(tricks) - 1) if ply == 0 or tricks[ply] != tricks[ply - 1]]

    @cached_property
    def totals(self) -> list[tuple[int, list[float]]]:
        """The points of each side: at the start, and at each ply at which they have changed."""
        totals: list[tuple[int, list[float]]] = []
        before: tuple[float, ...] | None = None
        for ply, frame in enumerate(self.frames):
            if frame.scores != before:
                before = scores = frame.scores
                sides = self.record.sides
                totals.append((ply, [sum([scores[seat] for seat in seats]) for seats in sides]))
        return totals

    @property
    def comeback(self) -> float:
        """The most points that the winner was behind. 0 if nobody won by points alone."""
        ranks, final = self.record.ranks, self.totals[-1][1]
        winner = ranks.index(0)
        if ranks.count(0) > 1 or max(final) != final[winner]:
            return 0
        return max([max(points) - points[winner] for _, points in self.totals])

    @property
    def lead_changes(self) -> list[int]:
        """The plies at which the lead changes to another side."""
        plies, ahead = [], -1
        for ply, points in self.totals:
            now = _ahead(points)
            if now >= 0:
                if ahead not in (-1, now):
                    plies.append(ply)
                ahead = now
        return plies


def play_record(record: Record) -> DrawnGame:
    """The record, played again and drawn. The record of a game that goes on has no ranks."""
    game = game_of(record)
    last = game.read_deal(record.deal)
    drawn = game.picture() or PlainPicture(game, record.deal)
    frames: list[Frame] = []
    decisions: list[PlyDecision] = []
    forms: list[tuple[int, ...]] = []
    seats = range(game.seats)
    for _, move, state in positions(game, record, so_far=not record.ranks):
        legal = {game.action_text(state, action): action for action in state.legal()}
        texts, text = tuple(legal), move.play
        scores = tuple([state.points(seat) for seat in seats])
        frames.append(Frame(drawn.position(state), state.turn, scores))
        if text not in legal:  # the record spells it differently
            text = game.action_text(state, game.read_action(state, text))
        action = legal[text]
        reward = drawn.reward(state, action)
        forms.append(drawn.forms(state, action))
        decisions.append(PlyDecision(move.seat, text, texts, reward))
        if isinstance(drawn, PlainPicture):
            drawn.note(move.seat, text)
        last = state
    frames.append(Frame(drawn.position(last), last.turn, tuple(record.scores)))
    return DrawnGame(record, game, drawn, frames, decisions, forms)


def _ahead(totals: Sequence[float]) -> int:
    """The side with the most points, or -1 if it is a tie."""
    best = max(totals)
    return totals.index(best) if totals.count(best) == 1 else -1
