"""The picture of a game that defines none: the cards that each seat was dealt and has played.

It uses only the parts that every game has: the written deal, the legal actions, the moves. It does
not know where other cards are, so it does not show them.
"""

from collections.abc import Mapping
from typing import Any

from arena.pages.viewer.cards import deck_of
from Game.core import picture
from Game.core.game import Game
from Game.core.picture import Picture, PicturePosition, Zone
from Game.core.state import State
from Game.core.turn import OVER


class PlainPicture(Picture):
    def __init__(self, game: Game, deal: Mapping[str, Any]) -> None:
        super().__init__(game)
        seats = range(game.seats)
        self.zones = (
            *(Zone("plain.hand", picture.HAND, picture.OWN, seat) for seat in seats),
            *(Zone("plain.played", picture.PILE, picture.ALL, seat) for seat in seats),
            Zone("plain.rest", picture.STOCK, picture.NONE),
        )
        rows = [_texts(row) for value in deal.values() for row in _rows(value, game.seats)]
        hands = next((_rows(v, game.seats) for v in deal.values() if _is_hands(v, game.seats)), [])
        self.deck = deck_of([text for row in rows for text in row])
        self._hands = [_texts(hand) for hand in hands] or [[] for _ in seats]
        self._rest = [text for row in rows if row not in self._hands for text in row]
        self._played: list[list[str]] = [[] for _ in seats]

    def position(self, state: State) -> PicturePosition:
        hands = [list(hand) for hand in self._hands]
        if state.turn != OVER:
            legal = [self.game.action_text(state, action) for action in state.legal()]
            hands[state.turn] += [text for text in legal if text not in hands[state.turn]]
        moves = sum(map(len, self._played))
        rows = [*hands, *self._played, self._rest]
        return PicturePosition(
            cards=tuple([tuple(row) for row in rows]),
            leader=max(state.turn, 0),
            trick=moves // self.game.seats,
        )

    def note(self, seat: int, text: str) -> None:
        """Remember that the seat has played this."""
        self._played[seat].append(text)
        if text in self._hands[seat]:
            self._hands[seat].remove(text)


def _is_hands(value: Any, seats: int) -> bool:
    """Is it a list with a row for each seat?"""
    return (
        isinstance(value, list)
        and len(value) == seats
        and all(isinstance(row, list) for row in value)
    )


def _rows(value: Any, seats: int) -> list[list[Any]]:
    if _is_hands(value, seats):
        return list(value)
    return [value] if isinstance(value, list) else []


def _texts(row: list[Any]) -> list[str]:
    return [str(each) for each in row]
