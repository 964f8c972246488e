"""What is counted in the games of a player: how often it does something when it could."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from Game.boerenbridge.deck import BIDS, CARDS, RANKS, SEATS, SUITS, worths
from Game.boerenbridge.rules import BoerenBridgeRules

ROUND = 5  # the bids are counted in the round with so many cards
WORTHS = worths()
Did = bool | None  # whether a player does it; None: it has no choice


@dataclass(frozen=True)
class Tactic:
    key: str
    title: str
    about: str
    did: Callable[[BoerenBridgeRules, int], Did]  # in this position, with this card


def suit_of(card: int) -> int:
    return card // RANKS


def trick_of(state: BoerenBridgeRules) -> list[int]:
    """The cards that lie in the trick."""
    played = state.cards_played()
    return played[len(played) // SEATS * SEATS :]


def trumps_in(state: BoerenBridgeRules, card: int) -> Did:
    trick = trick_of(state)
    if not trick or suit_of(trick[0]) == state.trump:
        return None
    led = suit_of(trick[0])
    suits = {suit_of(each) for each in state.hand_of(state.turn)}
    if led in suits or state.trump not in suits or len(suits) == 1:
        return None
    return suit_of(card) == state.trump


def plays_under(state: BoerenBridgeRules, card: int) -> Did:
    trick = trick_of(state)
    if not trick:
        return None
    row = (state.trump * (SUITS + 1) + suit_of(trick[0])) * CARDS
    best = max([WORTHS[row + each] for each in trick])
    over = {WORTHS[row + each] > best for each in state.legal()}
    return None if len(over) == 1 else WORTHS[row + card] < best


def leads_high(state: BoerenBridgeRules, card: int) -> Did:
    if trick_of(state):
        return None
    ranks = {each % RANKS for each in state.hand_of(state.turn)}
    return None if len(ranks) == 1 else card % RANKS == max(ranks)


TACTICS = (
    Tactic("in", "trumps in", "it cannot follow suit, and has trumps and other cards", trumps_in),
    Tactic("under", "loses on purpose", "it can beat the trick so far, and can also stay under it",
           plays_under),
    Tactic("high", "leads high", "it leads from cards of several ranks; high is its highest rank",
           leads_high),
)  # fmt: skip
WHEN = {"needs": "while it needs tricks", "made": "after its bid is made"}


@dataclass
class TacticTally:
    """What a player did, and how often it had the choice."""

    bids: list[list[int]] = field(
        default_factory=lambda: [[0] * (ROUND + 1) for _ in range(ROUND + 1)]
    )  # strength of the hand -> how often each bid was made
    choices: dict[str, list[int]] = field(
        default_factory=lambda: {f"{one.key}.{when}": [0, 0] for one in TACTICS for when in WHEN}
    )  # how often it did, and could

    def note(self, state: BoerenBridgeRules, action: int) -> None:
        """Count an action of the seat to act. A second bid, which a dealer must make, is left out.

        A bid is made if the seat has as many tricks as it bid, or more.
        """
        seat = state.turn
        if state.calling:
            if state.cards == ROUND and state.bid_of(seat) < 0:
                self.bids[strength(state.hand_of(seat), state.trump)][action - BIDS] += 1
            return
        when = "needs" if state.tricks_of(seat) < state.bid_of(seat) else "made"
        for tactic in TACTICS:
            did = tactic.did(state, action)
            if did is not None:
                counts = self.choices[f"{tactic.key}.{when}"]
                counts[0] += did
                counts[1] += 1


def strength(hand: Sequence[int], trump: int) -> int:
    """How many trumps and aces a hand has."""
    return sum([suit_of(card) == trump or card % RANKS == RANKS - 1 for card in hand])
