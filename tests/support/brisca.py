"""Brisca positions drawn as text: hands="O7 E1 C12 | E2 | C3 | B4", table="E3", trump="O2"."""

from collections.abc import Sequence

from Game.brisca.state import BriscaState
from Game.core.cards import SPANISH
from Game.core.stream import Stream


class StackedStream(Stream):
    """A stream whose shuffle puts the pack into a given order."""

    def __init__(self, pack: Sequence[str]) -> None:
        super().__init__(0)
        self.pack = SPANISH.parse_line(pack)

    def shuffle(self, items) -> None:
        assert sorted(items) == sorted(self.pack)
        items[:] = self.pack


def position(
    hands: str,
    *,
    trump: str = "O2",
    table: str = "",
    deck: str = "",
    won: str = "| | |",
    turn: int = 0,
    tie: str = "draw",
) -> BriscaState:
    """The state with these cards. The last card of the deck, if there is one, is the trump."""
    state = BriscaState()
    for seat, hand in enumerate(hands.split("|")):
        state.set_hand(seat, SPANISH.parse_line(hand))
    state.set_deck(SPANISH.parse_line(deck))
    state.set_table(SPANISH.parse_line(table))
    state.set_piles([SPANISH.parse_line(pile) for pile in won.split("|")])
    state.trump = SPANISH.parse(deck.split()[-1] if deck else trump)
    state.tie = 1 if tie == "original" else -1
    state.take_seat(turn)
    return state


def play(state: BriscaState, cards: str) -> BriscaState:
    """Play these cards one after another."""
    for card in SPANISH.parse_line(cards):
        assert card in state.legal(), f"{SPANISH.text(card)} is not among {choices(state)}"
        state.play(card)
    return state


def trick(cards: str, trump: str, leader: int = 0) -> BriscaState:
    """The state after a trick of these four cards, each the only card of its seat."""
    row = cards.split()
    hands = [row[(seat - leader) % 4] for seat in range(4)]
    return play(position(" | ".join(hands), trump=trump, turn=leader), cards)


def taker(cards: str, trump: str, leader: int = 0) -> int:
    """The seat that takes the trick of these four cards."""
    state = trick(cards, trump, leader)
    return next(seat for seat in range(4) if state.pile_of(seat))


def choices(state: BriscaState) -> str:
    return SPANISH.line(state.legal())


def hands(state: BriscaState) -> str:
    """The hands as they are written above, in order."""
    return " | ".join(SPANISH.line(state.hand_of(seat)) for seat in range(4))


def hand(state: BriscaState, seat: int) -> str:
    return SPANISH.line(state.hand_of(seat))


def deck(state: BriscaState) -> str:
    return SPANISH.line(state.deck_left())


def won(state: BriscaState, seat: int) -> str:
    return SPANISH.line(state.pile_of(seat))


def texts(cards: Sequence[int]) -> list[str]:
    return [SPANISH.text(card) for card in cards]
