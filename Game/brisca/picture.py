"""How Brisca is drawn: four hands, the trick, four piles of won cards, and the deck."""

from typing import Any

from Game.brisca.cards import CARDS, reward_of, winning_place
from Game.brisca.deck import NUMBERS, SEATS, points_of
from Game.brisca.game import TEXTS
from Game.brisca.state import BriscaState
from Game.core import picture
from Game.core.cards import SPANISH
from Game.core.game import Game
from Game.core.picture import Fact, Picture, PicturePosition, Zone
from Game.core.state import State

ALL_POINTS = sum([points_of(number) for number in NUMBERS])
KNOWN = [(text,) for text in TEXTS]
OF_SUIT = [frozenset(range(first, first + 10)) for first in range(0, 40, 10)]


class BriscaPicture(Picture):
    deck = "spanish"
    anticlockwise = True

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.zones = (
            *(Zone("hand", picture.HAND, picture.OWN, seat) for seat in range(SEATS)),
            Zone("trick", picture.TRICK, picture.ALL),
            *(Zone("won", picture.PILE, picture.SEEN_BEFORE, seat) for seat in range(SEATS)),
            Zone("deck", picture.STOCK, picture.NONE),
        )
        # The parts of the last position that may stay the same in the next one
        self._rows: tuple[bytes, ...] = (b"",) * len(self.zones)
        self._cards: tuple[tuple[str, ...], ...] = ((),) * len(self.zones)
        self._facts_of: tuple[Any, ...] = ()  # the trump card, the seat that holds it, the piles
        self._facts: tuple[Fact, ...] = ()

    def position(self, state: State) -> PicturePosition:
        assert isinstance(state, BriscaState)
        rows = state.rows()
        hands, table, piles = rows[:SEATS], rows[SEATS], rows[SEATS + 1 : 2 * SEATS + 1]
        if rows != self._rows:
            self._cards = tuple(
                [
                    text if now == before else tuple([TEXTS[card] for card in now])
                    for now, before, text in zip(rows, self._rows, self._cards, strict=True)
                ]
            )
            self._rows = rows
        taken, held, trump = sum(map(len, piles)), picture.NOBODY, state.trump
        for seat in range(SEATS):
            if trump in hands[seat]:
                held = seat
        if (trump, held, piles) != self._facts_of:
            self._facts_of = (trump, held, piles)
            self._facts = _facts(state, held, piles)
        return PicturePosition(
            cards=self._cards,
            leader=state.leader,
            trick=taken // SEATS,
            facts=self._facts,
            known=KNOWN[trump],
            taker=state.leader if taken else picture.NOBODY,
            best=state.best_place() if table else -1,
        )

    def reward(self, state: State, action: int) -> float:
        """RoboBrisca's reward."""
        assert isinstance(state, BriscaState)
        cards = [CARDS[card] for card in (*state.on_table(), action)]
        return reward_of(cards, winning_place(cards, CARDS[state.trump]))


def _facts(state: BriscaState, held: int, piles: tuple[bytes, ...]) -> tuple[Fact, ...]:
    """What everybody knows. `held` is the seat that holds the turned-up trump."""
    left, trump = len(state.deck_left()), TEXTS[state.trump]
    facts = [Fact("trump", (SPANISH.suits[state.trump // 10].name,))]
    if left:
        facts += [Fact("under", (trump,)), Fact("left", (left,))]
    elif held != picture.NOBODY:
        facts.append(Fact("holds", (trump,), held))
    counted = sum([state.points(seat) for seat in range(SEATS)])
    trumps = OF_SUIT[state.trump // 10].difference(*piles)
    facts += [Fact("points", (ALL_POINTS - counted, ALL_POINTS)), Fact("trumps", (len(trumps),))]
    return tuple(facts)
