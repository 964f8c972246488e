"""The observation of a bot in Brisca, with the names of RoboBrisca."""

from typing import Any

from Game.brisca.cards import ACTIONS, Action, Card, CardCollection, calculate_points, number_of
from Game.brisca.game import Brisca
from Game.brisca.position import Position
from Game.brisca.state import BriscaState
from Game.brisca.view import BriscaView
from Game.core.observation import GameObservation, NotAnAction
from Game.core.stream import Stream


class Observation(Position, GameObservation):
    """The seat's own hand, the trump, the table and the cards won are real.

    The other hands and the deck are one random arrangement that agrees with everything the seat
    has seen. `get_randomized_clone()` gives another one. You may edit all of it.
    """

    game: Brisca

    def __init__(
        self,
        main_deck: CardCollection,
        hands: list[CardCollection],
        trump_card: Card,
        won_cards: list[CardCollection],
        turn: int,
        n_players: int,
        playing_cards: CardCollection,
        winner: int,
    ) -> None:
        self.game = Brisca()
        self.view = None
        self.seat = turn
        self.stream = Stream()
        self.become(BriscaState(), 0)
        self.main_deck = main_deck.clone()
        self.hands = self.clone_list(hands)
        self.trump_card = trump_card
        self.won_cards = self.clone_list(won_cards)
        self.turn = turn
        self.n_players = n_players
        self.playing_cards = playing_cards.clone()
        self.winner = winner

    @classmethod
    def of(cls, game: Brisca, view: BriscaView, stream: Stream) -> "Observation":
        """The observation for a seat's view."""
        self = cls.__new__(cls)
        self.game = game
        self.view = view
        self.seat = view.seat
        self.stream = stream
        self.become(None, view.trump)
        return self

    def first_state(self) -> BriscaState:
        return self.game.determinise(self.view, self.stream)

    def clone(self) -> "Observation":
        """A copy with the same cards in the same places. You may play on in it."""
        other = Observation.__new__(Observation)
        self.copy_to(other)
        return other

    def clone_list(self, collections: list[CardCollection]) -> list[CardCollection]:
        """A copy of each of the collections."""
        return [collection.clone() for collection in collections]

    def action(self, number: int) -> Action:
        return ACTIONS[number]

    @staticmethod
    def number(action: Any) -> int:
        if not isinstance(action, Action):
            is_card = isinstance(action, Card)
            raise NotAnAction("that is not an Action", "the card and not its action" * is_card)
        return number_of(action.card)

    def last_trick(self) -> str:
        """The last complete trick, in words; empty if there is none."""
        leader = (self.turn - self.playing_cards.len()) % self.n_players
        cards = self.won_cards[leader].get_cards()[-self.n_players :]
        if not cards:
            return ""
        return f"Last trick: {' '.join(map(str, cards))}, taken by seat {leader}"

    def table_text(self) -> str:
        points = [calculate_points(pile) for pile in self.won_cards]
        table = [
            f"seat {(self.turn - self.playing_cards.len() + i) % self.n_players} played {card}"
            for i, card in enumerate(self.playing_cards)
        ]
        hand = sorted(self.hands[self.seat], key=number_of)
        last = self.last_trick()
        return "\n".join(
            (
                f"Trump {self.trump_card}, {self.main_deck.len()} cards left to draw",
                f"Points: seats 0 and 2 have {points[0] + points[2]}, "
                f"seats 1 and 3 have {points[1] + points[3]}",
                *([last] if last else []),
                f"Table: {', '.join(table) or 'empty, you lead'}",
                f"You are seat {self.seat} and hold {' '.join(map(str, hand))}".rstrip(),
            )
        )
