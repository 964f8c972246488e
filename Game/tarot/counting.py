"""The tricks of a deal of French Tarot as they lie on the table, and what a deal came to.

It is for those who show a game: the rules themselves count in `rules.py`, and what is told here of
points and scores comes from there.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from Game.tarot.deck import (
    BOUTS,
    CONTRACTS,
    EXCUSE,
    FIRST_TRUMP,
    NEEDED,
    NOBODY,
    PETIT,
    SEATS,
    SUIT,
    half_points_of,
)
from Game.tarot.state import TarotState
from Game.tarot.view import TarotView

Trick = tuple[int, Sequence[int]]  # who led, and the cards


def best_place(cards: Sequence[int]) -> int:
    """Which of these cards wins so far, from the one that was led; -1 while it is the excuse."""
    others = [card for card in cards if card != EXCUSE]
    if not others:
        return -1
    trumps = [card for card in others if card >= FIRST_TRUMP]
    suit = [card for card in others if card // SUIT == others[0] // SUIT]
    return list(cards).index(max(trumps or suit))


def tricks_of(view: TarotView) -> list[Trick]:
    """All tricks of the deal, the last of which may be on the table."""
    leader = view.taker if view.slam else (view.dealer + 1) % SEATS
    found: list[Trick] = []
    for start in range(0, len(view.played), SEATS):
        cards = view.played[start : start + SEATS]
        found.append((leader, cards))
        leader = (leader + best_place(cards)) % SEATS
    return found


def piles_of(view: TarotView, is_over: bool) -> tuple[list[int], list[int]]:
    """What the taker and the defence have won: the excuse stays with its side, and goes to the
    other in the last trick unless it takes that. Before there is a taker nobody has anything."""
    piles: tuple[list[int], list[int]] = ([], [])
    tricks = [trick for trick in tricks_of(view) if len(trick[1]) == SEATS]
    for number, (leader, cards) in enumerate(tricks):
        is_last = is_over and number == len(tricks) - 1
        winner = view.leader if is_last else (leader + best_place(cards)) % SEATS
        for place, card in enumerate(cards):
            seat = (leader + place) % SEATS
            owner = seat if card == EXCUSE else winner
            is_lost = card == EXCUSE and is_last and seat != winner
            piles[(owner != view.taker) != is_lost].append(card)
    return piles


@dataclass(frozen=True)
class DealResult:
    """What a deal came to."""

    view: TarotView  # after the last card
    half_points: int  # of the taker
    bouts: int
    petit: int  # the seat that took the petit in the last trick, NOBODY if it was not there
    slam: int  # the camp that took all tricks: 0 for the taker, 1 for the defence, or NOBODY

    @property
    def needed(self) -> int:
        """Half points that the taker needed."""
        return NEEDED[self.bouts]


def end_of_deal(state: TarotState) -> TarotState:
    """The state after the last card of the deal, which is the only one that is left."""
    over = state.clone()
    over.deals = over.deal + 1
    over.play(over.legal()[0])
    return over


def result_of(over: TarotState) -> DealResult:
    """The result of a deal that is over and was the last."""
    view = over.view(0)
    piles = piles_of(view, True)
    counted = [*piles[0], *(view.laid if not CONTRACTS[view.contract].dog_counts else ())]
    bouts = sum(card in BOUTS for card in counted)
    half_points = over.half_points(0)
    if abs(sum(map(half_points_of, counted)) - half_points) == half_points_of(EXCUSE):
        bouts += 1 if EXCUSE not in counted else -1  # it was given: there was no card to give
    slam = 0 if over.tricks_of(0) == over.size else 1 if over.tricks_of(0) == 0 else NOBODY
    return DealResult(view, half_points, bouts, _taker_of_petit(view), slam)


def _taker_of_petit(view: TarotView) -> int:
    """Who took the petit in the last trick; in the one before, where the excuse took the last."""
    before, (leader, cards) = tricks_of(view)[-2:]
    winner = (view.leader - leader) % SEATS
    petit = (*before[1], *cards) if cards[winner] == EXCUSE else cards
    return view.leader if PETIT in petit else NOBODY
