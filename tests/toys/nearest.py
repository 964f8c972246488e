"""Nearest: a toy game with hidden cards and with chance in the middle of play.

Two or three seats and nine cards, T1 to T9. Everyone gets two; one of the rest is the target, face
up, the others lie hidden in the stock. Each seat plays a card; the nearest to the target takes a
point, and among equals a coin decides. Then all nine cards are shuffled and dealt again. The best
of three rounds wins.

It tests the conformance suite, and shows how small a game can be.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from Game.core.cards import CardError, Deck, Suit
from Game.core.encoder import Block, Encoder
from Game.core.game import DealError, Game
from Game.core.options import Option
from Game.core.state import State
from Game.core.stream import Stream
from Game.core.turn import OVER

TOYS = Deck("toy", (Suit("T", "toys", tuple("123456789")),))
HAND = 2
ROUNDS = 3


class NearestView(Struct, frozen=True, array_like=True):
    seat: int
    turn: int
    leader: int
    target: int
    hand: tuple[int, ...]
    table: tuple[int, ...]
    scores: tuple[int, ...]


class NearestState(State):
    def __init__(self, seats: int) -> None:
        super().__init__()
        self.seats = seats
        self.leader = 0
        self.hands: list[list[int]] = []
        self.stock: list[int] = []  # the first card is the target
        self.table: list[int] = []
        self.scores = [0] * seats

    def copy_from(self, other: State) -> None:
        assert isinstance(other, NearestState)
        self.seats = other.seats
        self.turn = other.turn
        self.leader = other.leader
        self.hands = [list(hand) for hand in other.hands]
        self.stock = list(other.stock)
        self.table = list(other.table)
        self.scores = list(other.scores)

    def deal(self, stream: Stream) -> None:
        pack = list(TOYS)
        stream.shuffle(pack)
        self.hands = [[pack.pop() for _ in range(HAND)] for _ in range(self.seats)]
        self.stock = pack
        self.table = []

    def legal(self) -> list[int]:
        return [] if self.turn == OVER else list(self.hands[self.turn])

    def play(self, action: int) -> int:
        self.hands[self.turn].remove(action)
        self.table.append(action)
        self.turn = (self.turn + 1) % self.seats
        if len(self.table) == self.seats:
            self.finish_round()
        return self.turn

    def finish_round(self) -> None:
        distances = [abs(card - self.stock[0]) for card in self.table]
        nearest = [i for i, distance in enumerate(distances) if distance == min(distances)]
        place = nearest[0] if len(nearest) == 1 else self.chance.choice(nearest)
        self.leader = self.turn = (self.leader + place) % self.seats
        self.scores[self.leader] += 1
        if sum(self.scores) == ROUNDS:
            self.turn = OVER
        else:
            self.deal(self.chance)

    def view(self, seat: int) -> NearestView:
        return NearestView(
            seat,
            self.turn,
            self.leader,
            self.stock[0],
            tuple(self.hands[seat]),
            tuple(self.table),
            tuple(self.scores),
        )

    def redeal(self, seat: int, stream: Stream) -> None:
        if seat == OVER:
            return
        others = [hand for other, hand in enumerate(self.hands) if other != seat]
        hidden = [*sum(others, []), *self.stock[1:]]
        stream.shuffle(hidden)
        for hand in others:
            hand[:] = [hidden.pop() for _ in hand]
        self.stock[1:] = hidden

    def side(self, seat: int) -> int:
        return seat

    def points(self, seat: int) -> int:
        return self.scores[seat]

    def value(self, side: int) -> float:
        best = max(self.scores)
        if self.scores[side] < best:
            return 0.0
        return 1.0 if self.scores.count(best) == 1 else 0.5


class NearestEncoder(Encoder):
    def __init__(self) -> None:
        blocks = (
            Block("hand", len(TOYS), "The seat's cards."),
            Block("target", len(TOYS), "The target."),
        )
        super().__init__(blocks, len(TOYS))

    def write(self, state: State, seat: int, out: Any, at: int) -> int:
        assert isinstance(state, NearestState)
        for card in state.hands[seat]:
            out[at + card] = 1.0
        out[at + len(TOYS) + state.stock[0]] = 1.0
        return at + self.size


class Nearest(Game):
    name = "nearest"
    title = "Nearest"
    about = "A toy: the card nearest to the target takes the point."
    options = (Option("seats", "2", ("2", "3"), "how many play"),)
    view_type = NearestView
    state_type: type[NearestState] = NearestState
    encoder_type: type[NearestEncoder] = NearestEncoder

    def __init__(self, **chosen: Any) -> None:
        super().__init__(**chosen)
        self.seats = int(self.chosen["seats"])
        self.sides = tuple((seat,) for seat in range(self.seats))

    def make_encoder(self, features: str) -> Encoder:
        return self.encoder_type()

    def deal(self, stream: Stream) -> NearestState:
        state = self.state_type(self.seats)
        state.chance = stream
        state.deal(stream)
        return state

    def determinise(self, view: NearestView, stream: Stream) -> NearestState:
        state = self.state_type(self.seats)
        state.chance = stream
        state.turn, state.leader = view.turn, view.leader
        state.table, state.scores = list(view.table), list(view.scores)
        hidden = [c for c in TOYS if c not in (view.target, *view.hand, *view.table)]
        for seat in range(self.seats):
            played = (seat - view.leader) % self.seats < len(view.table)
            own = list(view.hand)
            dealt = own if seat == view.seat else [hidden.pop() for _ in range(HAND - played)]
            state.hands.append(dealt)
        state.stock = [view.target, *hidden]
        state.redeal(view.seat, stream)
        return state

    def write_deal(self, state: State) -> dict[str, Any]:
        assert isinstance(state, NearestState)
        rows = [[TOYS.text(card) for card in row] for row in (*state.hands, state.stock)]
        return {"hands": rows[:-1], "stock": rows[-1]}

    def read_deal(self, deal: Mapping[str, Any]) -> NearestState:
        state = self.state_type(self.seats)
        try:
            state.hands = [TOYS.parse_line(hand) for hand in deal["hands"]]
            state.stock = TOYS.parse_line(deal["stock"])
        except CardError as error:
            raise DealError(str(error)) from None
        except (KeyError, TypeError, AttributeError):
            raise DealError("a deal needs 'hands' and a 'stock'") from None
        if [len(hand) for hand in state.hands] != [HAND] * self.seats:
            raise DealError(f"a deal needs {self.seats} hands of {HAND}")
        if sorted(self.cards(state)) != list(TOYS):
            raise DealError("a deal has every card once")
        return state

    def action_text(self, state: State, action: int) -> str:
        return TOYS.text(action)

    def cards(self, state: State) -> list[int]:
        assert isinstance(state, NearestState)
        return [*sum(state.hands, []), *state.stock, *state.table]
