"""The game French Tarot: its options, its deal, and the written form of its games."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from Game.core.cards import TAROT, CardError
from Game.core.encoder import Encoder
from Game.core.game import ActionError, DealError, Game
from Game.core.options import Option
from Game.core.picture import Picture
from Game.core.state import State
from Game.core.stream import Stream
from Game.core.words import Texts, read_words
from Game.tarot.features import TarotEncoder
from Game.tarot.rules.deck import CARDS, SEATS, TEXTS, TarotPack
from Game.tarot.rules.phases import begin, shuffle
from Game.tarot.state import TarotState
from Game.tarot.view import TarotView
from Game.tarot.worlds import imagine

if TYPE_CHECKING:
    from Game.core.commentary import Commentary

FIRST_DEALER = SEATS - 1  # so that seat 0 is the first to speak
SPOKEN = {text: action for action, text in enumerate(TEXTS) if action >= CARDS}
NOTHING = -1  # in place of an action


class Tarot(Game):
    name = "tarot"
    title = "French Tarot"
    about = "Three seats, 78 cards; in each deal the highest bidder plays alone against the others."
    options = (
        Option(
            "contract",
            "auction",
            ("auction", "fixed"),
            "bids, or seat 0 takes each deal at petite with the dog unseen",
        ),
        Option("deals", "3", ("1", "2", "3", "6"), "the number of deals; each seat deals in turn"),
        Option("handfuls", "on", ("on", "off"), "whether handfuls may be shown"),
        Option("slams", "on", ("on", "off"), "whether the taker may announce a slam"),
    )
    view_type = TarotView
    seats = SEATS
    sides = tuple([(seat,) for seat in range(SEATS)])
    pack: ClassVar[TarotPack] = TarotPack()

    def fresh(self) -> TarotState:
        """A state with the options of the game and no cards dealt."""
        state = TarotState()
        state.set_pack(self.pack)
        state.deals = int(self.chosen["deals"])
        state.is_fixed = self.chosen["contract"] == "fixed"
        state.has_handfuls = self.chosen["handfuls"] == "on"
        state.has_slams = self.chosen["slams"] == "on"
        return state

    def make_encoder(self, features: str) -> Encoder:
        return TarotEncoder()

    def words(self, language: str) -> Texts:
        return {**super().words(language), **read_words("Game.tarot", language)}

    @cached_property
    def observation(self) -> Callable[[Any, Any, Stream], Any]:
        from Game.tarot.observation import TarotObservation

        return TarotObservation

    def picture(self) -> Picture:
        from Game.tarot.picture import TarotPicture

        return TarotPicture(self)

    def commentary(self) -> "Commentary":
        from Game.tarot.commentary import TarotCommentary

        return TarotCommentary()

    def deal(self, stream: Stream, dealer: int = FIRST_DEALER) -> TarotState:
        """The first deal of the game, four cards at a time from the dealer's right."""
        state = self.fresh()
        state.dealer = dealer
        shuffle(state, stream)
        if state.deals > 1:
            state.chance = stream
        return state

    def lay_out(
        self, dealer: int, hands: Sequence[Sequence[int]], dog: Sequence[int]
    ) -> TarotState:
        """The start of the game with these hands and this dog."""
        state = self.fresh()
        state.dealer = dealer
        for seat in range(SEATS):
            state.set_hand(seat, hands[seat])
        state.set_aside(dog)
        begin(state)
        return state

    def determinise(self, view: TarotView, stream: Stream) -> TarotState:
        state = self.fresh()
        imagine(state, view, stream)
        state.chance = stream
        return state

    def write_deal(self, state: State) -> dict[str, Any]:
        assert isinstance(state, TarotState)
        return {
            "dealer": state.dealer,
            "hands": [_texts(state.hand_of(seat)) for seat in range(SEATS)],
            "dog": _texts(state.cards_aside()),
        }

    def read_deal(self, deal: Mapping[str, Any]) -> TarotState:
        try:
            dealer = deal["dealer"]
            hands = [TAROT.parse_line(hand) for hand in deal["hands"]]
            dog = TAROT.parse_line(deal["dog"])
        except CardError as error:
            raise DealError(f"A card of the deal cannot be read: {error}.") from None
        except (KeyError, TypeError, AttributeError):
            raise DealError("The deal needs a 'dealer', three 'hands' and a 'dog'.") from None
        if type(dealer) is not int or dealer not in range(SEATS):
            raise DealError(f"The dealer is {dealer!r}: the seats are 0 to 2.")
        pack = self.pack
        if [len(hand) for hand in hands] != [pack.hand] * SEATS or len(dog) != pack.dog:
            raise DealError(f"A deal has three hands of {pack.hand} cards and a dog of {pack.dog}.")
        cards = [*sum(hands, []), *dog]
        for card in pack.cards:
            if card not in cards:
                wrong = next(c for c in cards if cards.count(c) > 1 or c not in pack.cards)
                raise DealError(
                    f"The deal has one {TAROT.text(wrong)} too many, "
                    f"and {TAROT.text(card)} is missing."
                )
        state = self.lay_out(dealer, hands, dog)
        if state.is_petit_alone():
            raise DealError(
                "A hand has the petit as its only trump, and no excuse: such a deal is dealt again."
            )
        return state

    def action_text(self, state: State, action: int) -> str:
        return TEXTS[action]

    def read_action(self, state: State, text: str) -> int:
        try:
            action = TAROT.parse(text)
        except CardError:
            action = SPOKEN.get(text.strip().lower(), NOTHING)
        if action not in state.legal():
            choice = ", ".join(TEXTS[action] for action in state.legal())  # words have spaces
            raise ActionError(f"{text!r} is not possible here: choose one of {choice}")
        return action

    def cards(self, state: State) -> list[int]:
        assert isinstance(state, TarotState)
        hands = [state.hand_of(seat) for seat in range(SEATS)]
        return [*sum(hands, []), *state.cards_aside(), *state.cards_played()]


def _texts(cards: Sequence[int]) -> list[str]:
    return [TEXTS[card] for card in cards]
