"""A Brisca position as RoboBrisca shows it: collections of cards that bots may edit.

The position itself is a `BriscaState`. A collection is made from it when the bot first asks for it.
From then on the bot may edit it. Before the next move the collection is read back into the state,
and after the move it is updated. So a collection that nobody asks for costs nothing, every edit
counts, and the rules exist in one place only. (Decision 2 says more.)

The class that the viewer draws is another one: `Game.core.picture.PicturePosition`.
"""

from collections.abc import Callable
from typing import Any

from Game.brisca.cards import ACTIONS, CARDS, Action, Card, CardCollection, number_of
from Game.brisca.deck import SEATS
from Game.brisca.state import BriscaState
from Game.core.turn import OVER


def _collection(numbers: list[int]) -> CardCollection:
    collection = CardCollection()
    collection.l_cards = [CARDS[number] for number in numbers]
    return collection


def _numbers(collection: CardCollection) -> list[int]:
    return [number_of(card) for card in collection.l_cards]


_READ: dict[str, Callable[[BriscaState], Any]] = {
    "turn": lambda state: (state.leader + state.laid) % SEATS if state.turn == OVER else state.turn,
    "n_players": lambda state: SEATS,
    "trump_card": lambda state: CARDS[state.trump],
    "playing_cards": lambda state: _collection(state.on_table()),
    "main_deck": lambda state: _collection(state.deck_left()),
    "hands": lambda state: [_collection(state.hand_of(seat)) for seat in range(SEATS)],
    "won_cards": lambda state: [_collection(state.won_by(seat)) for seat in range(SEATS)],
    "winner": lambda state: -1,
}


class Position:
    turn: int
    n_players: int
    trump_card: Card
    playing_cards: CardCollection
    main_deck: CardCollection
    hands: list[CardCollection]
    won_cards: list[CardCollection]
    winner: int
    _state: BriscaState

    def __getattr__(self, name: str) -> Any:
        # Python calls this only for attributes that were neither asked for nor set yet.
        if name not in _READ:
            raise AttributeError(
                f"{type(self).__name__} has no attribute {name!r}", name=name, obj=self
            )
        value = _READ[name](self._state)
        self.__dict__[name] = value
        return value

    def world(self) -> BriscaState:
        """The state behind the position, with all edits."""
        state = self._state
        shown = self.__dict__
        moved = "turn" in shown or "hands" in shown or "playing_cards" in shown
        turn = self.turn if moved else OVER  # ask before the table changes
        if "trump_card" in shown and self.trump_card is not None:
            state.trump = number_of(self.trump_card)
        if "playing_cards" in shown:
            state.set_table(_numbers(self.playing_cards))
        if "main_deck" in shown:
            state.set_deck(_numbers(self.main_deck))
        if "hands" in shown:
            for seat in range(SEATS):
                state.set_hand(seat, _numbers(self.hands[seat]))
        if "won_cards" in shown:
            state.set_won([_numbers(pile) for pile in self.won_cards])
        if moved:
            state.take_seat(turn)
        return state

    def show(self) -> None:
        """Update the collections that were asked for from the state, in the same objects."""
        shown = self.__dict__
        for name in ("turn", "trump_card"):
            if name in shown:
                shown[name] = _READ[name](self._state)
        for name in ("playing_cards", "main_deck"):
            if name in shown:
                shown[name].l_cards[:] = _READ[name](self._state).l_cards
        for name in ("hands", "won_cards"):
            if name in shown:
                for old, new in zip(shown[name], _READ[name](self._state), strict=True):
                    old.l_cards[:] = new.l_cards

    def get_list_actions(self) -> list[Action]:
        """The actions of the player to act."""
        if "hands" in self.__dict__:
            return [Action(card) for card in self.hands[self.turn].l_cards]
        return [ACTIONS[number] for number in self._state.hand_of(self.turn)]

    def is_terminal(self) -> bool:
        """Has everybody played all cards?"""
        return self.world().is_terminal()

    def advance(self, action: Action, heuristic: Any = None) -> float:
        """Play a card and return the reward of the move. `ForwardModel.play` calls this.

        The heuristic sees the card on the table, before a seat takes the trick.
        """
        state = self.world()
        mover = state.turn
        card = number_of(action.get_card())
        if card not in state.legal():
            held = str(_collection(state.legal())).rstrip() or "empty"
            raise ValueError(f"seat {self.turn} cannot play {action}: its hand is {held}")
        state.lay(card)
        self.show()
        reward: float = 0
        if heuristic is not None:
            leader = state.leader
            reward = heuristic.get_score(self, mover)
            # The heuristic may have asked for the world, which reads the turn back too early.
            state.turn, state.leader = mover, leader
        state.move_on()
        self.show()
        return reward
