"""BoerenBridge positions drawn as text: hands="QH KH | AC QC | AS KS | QD KD", trump="H"."""

from collections.abc import Sequence

from Game.boerenbridge.deck import BIDS
from Game.boerenbridge.game import BoerenBridge
from Game.boerenbridge.state import BoerenBridgeState
from Game.core.cards import FRENCH
from Game.core.stream import Stream

SUITS = "CDHS"


def position(
    hands: str, *, trump: str = "H", dealer: int = 3, bids: str = "", cards: int = 0, **options: str
) -> BoerenBridgeState:
    """A round in which these hands were dealt, and these bids made. It is the last of its game."""
    rows = [FRENCH.parse_line(hand) for hand in hands.split("|")]
    game = BoerenBridge(rounds=str(cards or len(rows[0])), **options)
    state = game.empty()
    state.begin_round((dealer + 1) % 4)
    state.trump = SUITS.index(trump)
    state.set_hands(rows)
    for bid in bids.split():
        assert BIDS + int(bid) in state.legal(), f"nobody can bid {bid} here"
        state.play(BIDS + int(bid))
    return state


def play(state: BoerenBridgeState, cards: str) -> BoerenBridgeState:
    """Play these cards one after another."""
    for card in FRENCH.parse_line(cards):
        assert card in state.legal(), f"{FRENCH.text(card)} is not among {choices(state)}"
        state.play(card)
    return state


def choices(state: BoerenBridgeState) -> str:
    """The legal actions as text. A bid is written as its number."""
    return " ".join(
        FRENCH.text(action) if action < BIDS else str(action - BIDS) for action in state.legal()
    )


def hand(state: BoerenBridgeState, seat: int) -> str:
    return FRENCH.line(state.hand_of(seat))


def bids(state: BoerenBridgeState) -> list[int]:
    return [state.bid_of(seat) for seat in range(4)]


def tricks(state: BoerenBridgeState) -> list[int]:
    return [state.tricks_of(seat) for seat in range(4)]


def scores(state: BoerenBridgeState) -> list[int]:
    return [state.points(seat) for seat in range(4)]


def texts(cards: Sequence[int]) -> list[str]:
    return [FRENCH.text(card) for card in cards]


def played(game: BoerenBridge, seed: int, moves: int) -> BoerenBridgeState:
    """The position of a random game after this number of moves."""
    state, dice = game.deal(Stream(seed)), Stream(seed + 1)
    for _ in range(moves):
        state.play(dice.choice(state.legal()))
    return state
