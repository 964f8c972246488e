"""Small functions for your BoerenBridge bot: the highest card, the lowest card that wins, ...

The functions work on the cards of an `observation` and change nothing. They return None if there is
no such card. A card is out if it was not played and is not your own.
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
    """The card that is worth most: by rank, or in a trick if you give the trump or the suit led."""
    return max(cards, key=lambda card: card.value(trump, led), default=None)


def lowest(cards: Iterable[Card], trump: str = "", led: str | None = None) -> Card | None:
    """The card that is worth least."""
    return min(cards, key=lambda card: card.value(trump, led), default=None)


def of_suit(cards: Iterable[Card], suit: str) -> list[Card]:
    """The cards of a suit."""
    return [card for card in cards if card.suit == suit]


def highest_of_suit(cards: Iterable[Card], suit: str) -> Card | None:
    return highest(of_suit(cards, suit))


def lowest_of_suit(cards: Iterable[Card], suit: str) -> Card | None:
    return lowest(of_suit(cards, suit))


# Of a position


def playable(observation: BoerenBridgeObservation) -> list[Card]:
    """The cards that you may play now; none during bidding."""
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
    seen = {*observation.hand, *observation.cards_played}
    pack = cards_in_play(observation.cards, observation.game.full)
    return [card for card in of_suit([CARDS[n] for n in pack], suit) if card not in seen]


def highest_out(observation: BoerenBridgeObservation, suit: str) -> Card | None:
    """The highest card of a suit that others may still hold."""
    return highest(cards_out(observation, suit))


def is_highest_left(observation: BoerenBridgeObservation, card: Card) -> bool:
    """Is there no higher card of its suit that others may still hold?"""
    out = highest_out(observation, card.suit)
    return out is None or card.rank > out.rank


def best_on_table(observation: BoerenBridgeObservation) -> Card | None:
    """The card that takes the trick so far."""
    return highest(observation.trick, observation.trump, observation.suit_led)


def wins(observation: BoerenBridgeObservation, card: Card) -> bool:
    """Would the card win the current trick so far?"""
    best = best_on_table(observation)
    trump, led = observation.trump, observation.suit_led
    return best is None or card.value(trump, led) > best.value(trump, led)


def lowest_winner(observation: BoerenBridgeObservation) -> Card | None:
    """The legal card of least worth that wins the trick so far."""
    return lowest(_winners(observation), observation.trump, observation.suit_led)


def highest_winner(observation: BoerenBridgeObservation) -> Card | None:
    return highest(_winners(observation), observation.trump, observation.suit_led)


def highest_loser(observation: BoerenBridgeObservation) -> Card | None:
    """The legal card of most worth that does not win the trick so far."""
    return highest(_losers(observation), observation.trump, observation.suit_led)


def lowest_loser(observation: BoerenBridgeObservation) -> Card | None:
    return lowest(_losers(observation), observation.trump, observation.suit_led)


def random_side_suit(
    observation: BoerenBridgeObservation, dice: Stream, least: int = 1
) -> str | None:
    """A random suit that is not trump and of which you hold at least `least` cards."""
    long = [s for s in side_suits(observation) if len(of_suit(observation.hand, s)) >= least]
    return dice.choice(long) if long else None


def _winners(observation: BoerenBridgeObservation) -> list[Card]:
    return [card for card in playable(observation) if wins(observation, card)]


def _losers(observation: BoerenBridgeObservation) -> list[Card]:
    return [card for card in playable(observation) if not wins(observation, card)]
