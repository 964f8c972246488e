"""Small questions that players of BoerenBridge ask: the highest card, the lowest that wins, ...

All work on the cards of an `observation`, change nothing, and answer None where there is no such
card. Which cards are out, that is neither played nor your own, comes from what everybody has seen.
"""

from collections.abc import Iterable
from typing import Any

from Game.boerenbridge.cards import CARDS, Card
from Game.boerenbridge.deck import cards_in_play
from Game.boerenbridge.game import SUIT_LETTERS
from Game.boerenbridge.observation import BoerenBridgeObservation
from Game.core.stream import Stream

SUITS = tuple(SUIT_LETTERS)


# Of any cards


def highest(cards: Iterable[Card], trump: str = "", led: str | None = None) -> Card | None:
    """The card that is worth most: by rank alone, or in a trick when trump or suit led is given."""
    return max(cards, key=lambda card: card.value(trump, led), default=None)


def lowest(cards: Iterable[Card], trump: str = "", led: str | None = None) -> Card | None:
    """The card that is worth least."""
    return min(cards, key=lambda card: card.value(trump, led), default=None)


def of_suit(cards: Iterable[Card], suit: str) -> list[Card]:
    """Those of a suit."""
    return [card for card in cards if card.suit == suit]


def highest_of_suit(cards: Iterable[Card], suit: str) -> Card | None:
    return highest(of_suit(cards, suit))


def lowest_of_suit(cards: Iterable[Card], suit: str) -> Card | None:
    return lowest(of_suit(cards, suit))


# Of a position


def playable(observation: BoerenBridgeObservation) -> list[Card]:
    """The cards that you may play now; none while bids are made."""
    actions: list[Any] = observation.get_list_actions()
    return [] if observation.is_bidding else [action.card for action in actions]


def side_suits(observation: BoerenBridgeObservation) -> list[str]:
    """The suits that are not trump."""
    return [suit for suit in SUITS if suit != observation.trump]


def cards_out(observation: BoerenBridgeObservation, suit: str) -> list[Card]:
    """The cards of a suit that others may still hold, the lowest first."""
    voids = observation.voids
    if all(suit in voids[seat] for seat in range(len(voids)) if seat != observation.seat):
        return []
    seen = {*observation.hand, *observation.played}
    pack = cards_in_play(observation.cards, observation.game.full)
    return [card for card in of_suit([CARDS[n] for n in pack], suit) if card not in seen]


def highest_out(observation: BoerenBridgeObservation, suit: str) -> Card | None:
    """The highest card of a suit that others may still hold."""
    return highest(cards_out(observation, suit))


def is_highest_left(observation: BoerenBridgeObservation, card: Card) -> bool:
    """Can no other card of its suit that is still held beat it?"""
    out = highest_out(observation, card.suit)
    return out is None or card.rank > out.rank


def best_on_table(observation: BoerenBridgeObservation) -> Card | None:
    """The card that takes the trick so far."""
    return highest(observation.trick, observation.trump, observation.led)


def wins(observation: BoerenBridgeObservation, card: Card) -> bool:
    """Would the card take the trick as it lies now?"""
    best = best_on_table(observation)
    trump, led = observation.trump, observation.led
    return best is None or card.value(trump, led) > best.value(trump, led)


def lowest_winner(observation: BoerenBridgeObservation) -> Card | None:
    """The cheapest card you may play that takes the trick as it lies now."""
    return lowest(_winners(observation), observation.trump, observation.led)


def highest_winner(observation: BoerenBridgeObservation) -> Card | None:
    return highest(_winners(observation), observation.trump, observation.led)


def highest_loser(observation: BoerenBridgeObservation) -> Card | None:
    """The dearest card you may play that does not take the trick."""
    return highest(_losers(observation), observation.trump, observation.led)


def lowest_loser(observation: BoerenBridgeObservation) -> Card | None:
    return lowest(_losers(observation), observation.trump, observation.led)


def random_side_suit(
    observation: BoerenBridgeObservation, dice: Stream, least: int = 1
) -> str | None:
    """Any suit but trump of which you hold so many cards or more."""
    long = [s for s in side_suits(observation) if len(of_suit(observation.hand, s)) >= least]
    return dice.choice(long) if long else None


def _winners(observation: BoerenBridgeObservation) -> list[Card]:
    return [card for card in playable(observation) if wins(observation, card)]


def _losers(observation: BoerenBridgeObservation) -> list[Card]:
    return [card for card in playable(observation) if not wins(observation, card)]
