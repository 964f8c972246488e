"""BoerenBridge as a `Game`: its options, its deal, and how both are written in records."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from Game.boerenbridge.deck import LONGEST, MOST, SEATS, TEXTS, cards_in_play
from Game.boerenbridge.features import FEATURE_SETS, BoerenBridgeEncoder
from Game.boerenbridge.state import BoerenBridgeState
from Game.boerenbridge.turned import TurnedBoerenBridgeEncoder
from Game.boerenbridge.view import BoerenBridgeView
from Game.core.cards import FRENCH, CardError
from Game.core.encoder import Encoder
from Game.core.game import DealError, Game
from Game.core.options import Option, OptionError
from Game.core.picture import Picture
from Game.core.state import State
from Game.core.stream import Stream
from Game.core.words import Texts, read_words

if TYPE_CHECKING:
    from Game.core.commentary import Commentary

SUIT_LETTERS = [suit.letter for suit in FRENCH.suits]


@dataclass(frozen=True)
class Rounds(Option):
    """How many cards there are in each round: any list of numbers. The choices are examples."""

    def check(self, game: str, value: Any) -> str:
        words = [word.strip() for word in str(value).split(",")]
        if not all(word.isascii() and word.isdecimal() and len(word) <= 2 for word in words) or any(
            not 1 <= int(word) <= MOST for word in words
        ):
            raise OptionError(
                f"{value!r} is not a value of the option {self.name!r} of {game}: it lists how "
                f"many cards each round has, from 1 to {MOST}, like {self.default}."
            )
        if len(words) > LONGEST:
            raise OptionError(
                f"{len(words)} rounds are too many for {game}: a game has at most {LONGEST}."
            )
        return ",".join([str(int(word)) for word in words])


class BoerenBridge(Game):
    name = "boerenbridge"
    title = "BoerenBridge"
    about = "Four seats, each for itself: bid a number of tricks and take exactly that many."
    options = (
        Rounds(
            "rounds", "3,4,5,4,3", ("3,4,5,4,3", "6,2"), "cards in each round, any list of 1-13"
        ),
        Option("deck", "top", ("top", "full"), "the top ranks, all dealt, or all 52 cards"),
        Option(
            "opener",
            "left-of-dealer",
            ("left-of-dealer", "last-trick-winner"),
            "the seat that opens a round; the dealer is the seat before it",
        ),
        Option("rebid", "by-one", ("by-one", "any"), "how the dealer changes a forbidden bid"),
        Option(
            "zero_bonus", "on", ("on", "off"), "20 for a bid of 0 in a round of 6 cards or more"
        ),
    )
    view_type = BoerenBridgeView
    feature_sets = (*FEATURE_SETS, "turned")
    seats = SEATS
    sides = tuple((seat,) for seat in range(SEATS))

    def __init__(self, **chosen: Any) -> None:
        super().__init__(**chosen)
        self.schedule = bytes([int(cards) for cards in self.chosen["rounds"].split(",")])
        self.full = self.chosen["deck"] == "full"

    def empty(self) -> BoerenBridgeState:
        """A state with the options of the game, and nothing dealt."""
        state = BoerenBridgeState()
        state.schedule = self.schedule
        state.full = self.full
        state.winner_opens = self.chosen["opener"] == "last-trick-winner"
        state.any_change = self.chosen["rebid"] == "any"
        state.zero_bonus = self.chosen["zero_bonus"] == "on"
        return state

    def make_encoder(self, features: str) -> Encoder:
        if features == "turned":
            return TurnedBoerenBridgeEncoder()
        return BoerenBridgeEncoder(features)

    def words(self, language: str) -> Texts:
        return {**super().words(language), **read_words("Game.boerenbridge", language)}

    @cached_property
    def observation(self) -> Callable[[Any, Any, Stream], Any]:
        from Game.boerenbridge.observation import BoerenBridgeObservation

        return BoerenBridgeObservation

    def picture(self) -> Picture:
        from Game.boerenbridge.picture import BoerenBridgePicture

        return BoerenBridgePicture(self)

    def commentary(self) -> "Commentary":
        from Game.boerenbridge.commentary import BoerenBridgeCommentary

        return BoerenBridgeCommentary()

    def deal(self, stream: Stream) -> BoerenBridgeState:
        """The first round. The first dealer is drawn at random."""
        state = self.empty()
        state.chance = stream
        state.begin_round(stream.below(SEATS))
        state.deal_round(stream)
        return state

    def determinise(self, view: BoerenBridgeView, stream: Stream) -> BoerenBridgeState:
        state = self.empty()
        state.chance = stream
        state.imagine(view, stream)
        return state

    def write_deal(self, state: State) -> dict[str, Any]:
        assert isinstance(state, BoerenBridgeState)
        return {
            "dealer": state.dealer(),
            "trump": SUIT_LETTERS[state.trump],
            "hands": [[TEXTS[card] for card in state.hand_of(seat)] for seat in range(SEATS)],
        }

    def read_deal(self, deal: Mapping[str, Any]) -> BoerenBridgeState:
        try:
            dealer, trump = deal["dealer"], deal["trump"]
            hands = [FRENCH.parse_line(hand) for hand in deal["hands"]]
        except CardError as error:
            raise DealError(f"The deal has a text that is not a card: {error}.") from None
        except (KeyError, TypeError, AttributeError):
            raise DealError("The deal needs a 'dealer', a 'trump' and four 'hands'.") from None
        if type(dealer) is not int or dealer not in range(SEATS):
            raise DealError(f"The dealer is seat {dealer!r}: the seats are 0 to 3.")
        if trump not in SUIT_LETTERS:
            raise DealError(f"Trump is {trump!r}: it is one of {' '.join(SUIT_LETTERS)}.")
        self._check_hands(hands)
        state = self.empty()
        state.begin_round((dealer + 1) % SEATS)
        state.trump = SUIT_LETTERS.index(trump)
        state.set_hands(hands)
        return state

    def _check_hands(self, hands: Sequence[Sequence[int]]) -> None:
        cards = self.schedule[0]
        if [len(hand) for hand in hands] != [cards] * SEATS:
            raise DealError(f"The first round has four hands of {cards} cards.")
        dealt = sum(map(list, hands), [])
        pack = cards_in_play(cards, self.full)
        for card in dealt:
            if card not in pack:
                raise DealError(f"{TEXTS[card]} is not in a round of {cards} cards.")
            if dealt.count(card) > 1:
                raise DealError(f"The deal has {TEXTS[card]} twice.")

    def action_text(self, state: State, action: int) -> str:
        return TEXTS[action]

    def cards(self, state: State) -> list[int]:
        """The whole pack: in hands, played, or put aside. It is the same in every round."""
        assert isinstance(state, BoerenBridgeState)
        hands = [state.hand_of(seat) for seat in range(SEATS)]
        return [*sum(hands, []), *state.cards_played(), *state.cards_aside()]
