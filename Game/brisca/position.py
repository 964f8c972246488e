# cython: boundscheck=True, wraparound=True
"""A Brisca position as RoboBrisca shows it: collections of cards that bots may edit.

At first a position has only a `BriscaState`, so it is copied fast. Its four groups of collections
(hands, table, deck, cards won) are made from the state when the bot or a move first needs them.
After that, the collections of a group count, and its part of the state is no longer read. So a
group that nobody needs costs nothing, and every edit counts.

A move is made on the collections. This is a second, deliberate copy of a move in `rules.py`.
`tests/robobrisca/test_edited.py` compares the two with each other and with plain lists.

The class that the viewer draws is another one: `Game.core.picture.PicturePosition`.
"""

from typing import Any

from Game.brisca.cards import (
    ACTIONS,
    CARDS,
    Action,
    Card,
    CardCollection,
    actions_of,
    calculate_points,
    cards_in,
    collection_of,
    number_of,
    numbers_of,
    reward_of,
    winning_place,
)
from Game.brisca.deck import SEATS
from Game.brisca.heuristic import Heuristic
from Game.brisca.state import BriscaState
from Game.core.seats import check_seat
from Game.core.turn import OVER


class Position:
    game: Any
    seat: int  # of the observer
    view: Any  # what the observer knows
    stream: Any  # the random numbers with which the observer imagines worlds
    trump_card: Card
    n_players: int
    winner: int

    def become(self, state: BriscaState | None, trump: int) -> None:
        """Become this position, with no collections yet. `first_state` can make the state later."""
        self._state = state
        self._turn: Any = None  # None: as in the state. Likewise the groups of collections.
        self._hands: Any = None
        self._playing_cards: Any = None
        self._main_deck: Any = None
        self._won_cards: Any = None
        self.trump_card = CARDS[trump]
        self.n_players = SEATS
        self.winner = -1

    def first_state(self) -> BriscaState:
        """The state of a position that has none yet."""
        return BriscaState()

    def state(self) -> BriscaState:
        """The state of the groups that have no collections yet."""
        if self._state is None:
            self._state = self.first_state()
        return self._state

    def turn_of_state(self) -> int:
        """The seat to act in the state; at the end of the game the seat that would lead."""
        state = self.state()
        return (state.leader + state.table_size) % SEATS if state.turn == OVER else state.turn

    # What bots read and edit

    @property
    def turn(self) -> int:
        turn: Any = self._turn
        return self.turn_of_state() if turn is None else turn

    @turn.setter
    def turn(self, seat: int) -> None:
        self._turn = seat

    @property
    def hands(self) -> list[CardCollection]:
        hands: list[CardCollection] | None = self._hands
        if hands is None:
            state = self.state()
            hands = self._hands = [collection_of(state.hand_of(seat)) for seat in range(SEATS)]
        return hands

    @hands.setter
    def hands(self, hands: list[CardCollection]) -> None:
        self._hands = hands

    @property
    def playing_cards(self) -> CardCollection:
        if self._playing_cards is None:
            self._playing_cards = collection_of(self.state().on_table())
        cards: CardCollection = self._playing_cards
        return cards

    @playing_cards.setter
    def playing_cards(self, cards: CardCollection) -> None:
        self._playing_cards = cards

    @property
    def main_deck(self) -> CardCollection:
        if self._main_deck is None:
            self._main_deck = collection_of(self.state().deck_left())
        deck: CardCollection = self._main_deck
        return deck

    @main_deck.setter
    def main_deck(self, deck: CardCollection) -> None:
        self._main_deck = deck

    @property
    def won_cards(self) -> list[CardCollection]:
        if self._won_cards is None:
            state = self.state()
            self._won_cards = [collection_of(state.pile_of(seat)) for seat in range(SEATS)]
        piles: list[CardCollection] = self._won_cards
        return piles

    @won_cards.setter
    def won_cards(self, piles: list[CardCollection]) -> None:
        self._won_cards = piles

    # The state behind the position

    def world(self) -> BriscaState:
        """The state of the position, with all edits.

        While nobody has asked for a collection, moves on it change this position.
        """
        return self.state() if self.is_closed() else self.copy_of_world()

    def copy_of_world(self) -> BriscaState:
        """A copy of the state, with all edits."""
        state = BriscaState()
        state.copy_from(self.state())
        if self.is_closed():
            return state
        turn = self.turn
        if self.trump_card is not None:
            state.trump = number_of(self.trump_card)
        if self._playing_cards is not None:
            state.set_table(numbers_of(self._playing_cards.l_cards))
        if self._main_deck is not None:
            state.set_deck(numbers_of(self._main_deck.l_cards))
        if self._hands is not None:
            for seat in range(SEATS):
                state.set_hand(seat, numbers_of(self._hands[seat].l_cards))
        if self._won_cards is not None:
            state.set_piles([numbers_of(pile.l_cards) for pile in self._won_cards])
        state.take_seat(turn)
        return state

    def is_closed(self) -> bool:
        """Is everything still as in the state?"""
        return (
            self._hands is None
            and self._playing_cards is None
            and self._turn is None
            and self._main_deck is None
            and self._won_cards is None
            and self.trump_card is CARDS[self.state().trump]
        )

    def copy_to(self, other: "Position") -> None:
        """Make the other one an equal position with no collections yet."""
        state = self.copy_of_world()
        other.become(state, state.trump)
        other.game = self.game
        other.seat = self.seat
        other.view = self.view
        other.stream = self.stream
        other.winner = self.winner

    # Playing

    def get_list_actions(self) -> list[Action]:
        """The actions of the player to act."""
        if self._hands is not None:
            turn = self.turn_of_state() if self._turn is None else self._turn
            return actions_of(cards_in(self._hands[turn]))
        numbers: Any
        if self._state is None and self._turn is None and self.view.turn == self.seat:
            numbers = self.view.hand
        else:
            numbers = self.state().hand_of(self.turn)
        return [ACTIONS[number] for number in numbers]

    def is_terminal(self) -> bool:
        """Has everybody played all cards?"""
        if self._hands is None:
            return not self.state().is_anyone_left()
        for hand in self._hands:  # noqa: SIM110  # faster than a generator
            if cards_in(hand):
                return False
        return True

    def points(self, seat: int) -> int:
        """The points of the cards that the seat won."""
        if self._won_cards is None:
            check_seat(seat, SEATS)
            return self.state().points(seat)
        return calculate_points(cards_in(self._won_cards[seat]))

    def advance(self, action: Action, heuristic: Any = None) -> Any:
        """Play a card and return the reward of the move. `ForwardModel.play` calls this.

        The heuristic sees the card on the table, before a seat takes the trick.
        """
        turn, hands, played = self._turn, self._hands, self._playing_cards
        if turn is None or hands is None or played is None:
            turn = self._turn = self.turn
            hands = self._hands = self.hands
            played = self._playing_cards = self.playing_cards
        mover = turn
        if not 0 <= mover < SEATS:
            raise ValueError(f"there is no seat {mover}: the seats are 0 to {SEATS - 1}")
        card = action.card if type(action) is Action else action.get_card()
        hand = cards_in(hands[mover])
        place = place_of(card, hand)
        if place < 0:
            held = str(hands[mover]).rstrip() or "empty"
            raise ValueError(f"seat {mover} cannot play {action}: its hand is {held}")
        table = cards_in(played)
        if len(table) >= SEATS:
            raise ValueError("no fifth card fits on the table: the trick has four already")
        table.append(hand.pop(place))
        reward: Any = 0
        best = -1
        if type(heuristic) is Heuristic:  # the same as the call below, faster
            best = winning_place(table, self.trump_card)
            reward = reward_of(table, best)
        elif heuristic is not None:
            reward = heuristic.get_score(self, mover)
            table = cards_in(self._playing_cards)
        if len(table) == SEATS:
            if best < 0:
                best = winning_place(table, self.trump_card)
            self.take_trick(table, (mover + 1 + best) % SEATS)
        else:
            self._turn = (mover + 1) % SEATS
        return reward

    def take_trick(self, table: list[Card], winner: int) -> None:
        """The winner takes the cards on the table, and all draw."""
        cards_in(self.won_cards[winner]).extend(table)
        table.clear()
        hands, deck = self._hands, cards_in(self.main_deck)
        for seat in range(winner, winner + SEATS):
            if not deck:
                break
            cards_in(hands[seat % SEATS]).append(deck.pop(0))
        self._turn = winner


def place_of(card: Card, hand: list[Card]) -> int:
    """A place of the card in the hand; -1 if it is not there."""
    for place, held in enumerate(hand):
        if held is card:
            return place
    numbers = numbers_of(hand)
    number = number_of(card)
    return numbers.index(number) if number in numbers else -1
