"""The tricks and results of a deal of French Tarot, for programs that show a game.

The rules count in `rules/score.py`. Here their numbers are put together for a picture.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from Game.tarot.rules.deck import EXCUSE, NEEDED, NOBODY, SEATS
from Game.tarot.rules.phases import first_leader
from Game.tarot.rules.score import (
    bouts_of,
    excuse_goes_to,
    half_points,
    is_petit_at_the_end,
    tricks_of,
)
from Game.tarot.rules.tricks import best_place
from Game.tarot.state import TarotState
from Game.tarot.view import TarotView

Trick = tuple[int, Sequence[int]]  # the seat that led, and the cards


def tricks_so_far(view: TarotView) -> list[Trick]:
    """All tricks of the deal; the last may still be on the table."""
    leader = first_leader(view.dealer, view.taker, view.slam)
    tricks: list[Trick] = []
    for start in range(0, len(view.played), SEATS):
        cards = view.played[start : start + SEATS]
        tricks.append((leader, cards))
        leader = (leader + best_place(cards)) % SEATS
    return tricks


def piles_of(view: TarotView, is_over: bool) -> tuple[list[int], list[int]]:
    """The cards that the taker and the defence have won. Without a taker there are none."""
    piles: tuple[list[int], list[int]] = ([], [])
    tricks = [trick for trick in tricks_so_far(view) if len(trick[1]) == SEATS]
    for number, (leader, cards) in enumerate(tricks):
        is_last = is_over and number == len(tricks) - 1
        winner = view.leader if is_last else (leader + best_place(cards)) % SEATS
        for place, card in enumerate(cards):
            seat = (leader + place) % SEATS
            camp = int(winner != view.taker)
            if card == EXCUSE:
                camp = excuse_goes_to(int(seat != view.taker), is_last, seat == winner)
            piles[camp].append(card)
    return piles


@dataclass(frozen=True)
class DealResult:
    """The result of a deal."""

    view: TarotView  # after the last card
    half_points: int  # of the taker
    bouts: int
    petit: int  # the seat that took the petit in the last trick, NOBODY if it was not there
    slam: int  # the camp that took all tricks: 0 for the taker, 1 for the defence, or NOBODY

    @property
    def half_points_needed(self) -> int:
        """Half points that the taker needed."""
        return NEEDED[self.bouts]


def end_of_deal(state: TarotState) -> TarotState:
    """The state after the last card of the deal, the only card that is left."""
    over = state.clone()
    over.deals = over.deal + 1
    over.play(over.legal()[0])
    return over


def result_of(over: TarotState) -> DealResult:
    """The result of a deal that is over and was the last."""
    view = over.view(0)
    leader, cards = tricks_so_far(view)[-1]
    is_excuse_best = cards[(view.leader - leader) % SEATS] == EXCUSE
    petit = view.leader if is_petit_at_the_end(over, is_excuse_best) else NOBODY
    slam = next((camp for camp in range(2) if tricks_of(over, camp) == over.size), NOBODY)
    return DealResult(view, half_points(over, 0), bouts_of(over, 0), petit, slam)
