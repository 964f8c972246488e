"""How Brisca is drawn: four hands, the trick, four piles of won cards, and the deck."""

from Game.brisca.cards import ACTIONS
from Game.brisca.deck import NUMBERS, SEATS, points_of
from Game.brisca.forward_model import ForwardModel
from Game.brisca.game import TEXTS
from Game.brisca.game_state import GameState
from Game.brisca.heuristic import Heuristic
from Game.brisca.state import BriscaState
from Game.core import picture
from Game.core.cards import SPANISH
from Game.core.game import Game
from Game.core.picture import Fact, Picture, PicturePosition, Zone
from Game.core.state import State

ALL_POINTS = sum([points_of(number) for number in NUMBERS])
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

    def position(self, state: State) -> PicturePosition:
        assert isinstance(state, BriscaState)
        hands = [state.hand_of(seat) for seat in range(SEATS)]
        piles = [state.pile_of(seat) for seat in range(SEATS)]
        table, deck = state.on_table(), state.deck_left()
        won = [card for pile in piles for card in pile]
        held = next((seat for seat in range(SEATS) if state.trump in hands[seat]), picture.NOBODY)
        facts = [Fact("trump", (SPANISH.suits[state.trump // 10].name,))]
        if deck:
            facts += [Fact("under", (TEXTS[state.trump],)), Fact("left", (len(deck),))]
        elif held != picture.NOBODY:
            facts.append(Fact("holds", (TEXTS[state.trump],), held))
        counted = sum([state.points(seat) for seat in range(SEATS)])
        trumps = OF_SUIT[state.trump // 10]
        facts += [
            Fact("points", (ALL_POINTS - counted, ALL_POINTS)),
            Fact("trumps", (len(trumps.difference(won)),)),
        ]
        rows = [*hands, table, *piles, deck]
        return PicturePosition(
            cards=tuple([tuple([TEXTS[card] for card in row]) for row in rows]),
            leader=state.leader,
            trick=len(won) // SEATS,
            facts=tuple(facts),
            known=(TEXTS[state.trump],),
            taker=state.leader if won else picture.NOBODY,
            best=state.best_place() if table else -1,
        )

    def reward(self, state: State, action: int) -> float:
        """RoboBrisca's reward."""
        assert isinstance(state, BriscaState)
        table = GameState()
        table.lay_out(state.clone())
        return ForwardModel().play(table, ACTIONS[action], Heuristic())
