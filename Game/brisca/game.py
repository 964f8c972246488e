"""The game Brisca: its options, its deal, and the written form of its games."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from Game.brisca.deck import CARDS, HAND, SEATS
from Game.brisca.features import FEATURE_SETS, BriscaEncoder, TurnedBriscaEncoder
from Game.brisca.state import BriscaState
from Game.brisca.view import BriscaView
from Game.core.cards import SPANISH, CardError
from Game.core.encoder import Encoder
from Game.core.game import DealError, Game
from Game.core.options import Option
from Game.core.picture import Picture
from Game.core.state import State
from Game.core.stream import Stream
from Game.core.words import Texts, read_words

if TYPE_CHECKING:
    from Game.core.commentary import Commentary

TEXTS = SPANISH.texts
DECK = list(SPANISH)


class Brisca(Game):
    name = "brisca"
    title = "Brisca"
    about = "Four seats in two sides, forty Spanish cards, ten tricks; the most points win."
    options = (
        Option(
            "tie", "draw", ("draw", "original"), "equal points and cards: a draw, or for side 1"
        ),
        Option(
            "deal",
            "page",
            ("page", "original"),
            "deal the first card to the seat that starts, or to seat 0",
        ),
    )
    view_type = BriscaView
    feature_sets = FEATURE_SETS
    seats = SEATS
    sides = ((0, 2), (1, 3))

    def words(self, language: str) -> Texts:
        return {**super().words(language), **read_words("Game.brisca", language)}

    @cached_property
    def observation(self) -> Callable[[Any, Any, Stream], Any]:
        from Game.brisca.observation import Observation

        return Observation.of

    def picture(self) -> Picture:
        from Game.brisca.picture import BriscaPicture

        return BriscaPicture(self)

    def commentary(self) -> "Commentary":
        from Game.brisca.commentary import BriscaCommentary

        return BriscaCommentary()

    def make_encoder(self, features: str) -> Encoder:
        return TurnedBriscaEncoder() if features == "turned" else BriscaEncoder()

    def deal(self, stream: Stream, first: int = 0) -> BriscaState:
        """Three cards each, one at a time; the last of the other 28 is trump. `first` leads."""
        deck = DECK.copy()
        stream.shuffle(deck)
        start = first if self.chosen["deal"] == "page" else 0
        hands = [deck[(seat - start) % SEATS : HAND * SEATS : SEATS] for seat in range(SEATS)]
        return self.lay_out(first, hands, deck[HAND * SEATS :])

    def lay_out(
        self, first: int, hands: Sequence[Sequence[int]], deck: Sequence[int]
    ) -> BriscaState:
        """The start of the game with these hands and this deck, its last card trump."""
        state = BriscaState()
        state.turn = state.leader = first
        state.trump = deck[-1]
        state.tie = 1 if self.chosen["tie"] == "original" else -1
        state.set_deck(deck)
        for seat in range(SEATS):
            state.set_hand(seat, hands[seat])
        return state

    def determinise(self, view: BriscaView, stream: Stream) -> BriscaState:
        state = BriscaState()
        state.tie = 1 if self.chosen["tie"] == "original" else -1
        state.imagine(view, stream)
        return state

    def write_deal(self, state: State) -> dict[str, Any]:
        assert isinstance(state, BriscaState)
        return {
            "first": state.turn,
            "hands": [[TEXTS[card] for card in state.hand_of(seat)] for seat in range(SEATS)],
            "deck": [TEXTS[card] for card in state.deck_left()],
        }

    def read_deal(self, deal: Mapping[str, Any]) -> BriscaState:
        try:
            first = deal["first"]
            hands = [SPANISH.parse_line(hand) for hand in deal["hands"]]
            deck = SPANISH.parse_line(deal["deck"])
        except CardError as error:
            raise DealError(f"The deal has a text that is not a card: {error}.") from None
        except (KeyError, TypeError, AttributeError):
            raise DealError("The deal needs 'first', four 'hands' and a 'deck'.") from None
        if type(first) is not int or first not in range(SEATS):
            raise DealError(f"The deal starts with seat {first!r}: the seats are 0 to 3.")
        if [len(hand) for hand in hands] != [HAND] * SEATS or len(deck) != CARDS - HAND * SEATS:
            raise DealError("A deal has four hands of 3 cards and a deck of 28.")
        cards = [*sum(hands, []), *deck]
        if sorted(cards) != DECK:
            missing = next(card for card in DECK if card not in cards)
            twice = next(card for card in cards if cards.count(card) > 1)
            raise DealError(
                f"The deal has {SPANISH.text(twice)} twice and {SPANISH.text(missing)} nowhere."
            )
        return self.lay_out(first, hands, deck)

    def action_text(self, state: State, action: int) -> str:
        return TEXTS[action]

    def cards(self, state: State) -> list[int]:
        assert isinstance(state, BriscaState)
        rows = [state.deck_left(), state.on_table()]
        for seat in range(SEATS):
            rows += [state.hand_of(seat), state.pile_of(seat)]
        return sum(rows, [])
