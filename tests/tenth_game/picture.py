"""How Bazas is drawn: three hands, the trick, and the cards that were played."""

from Game.core import picture
from Game.core.cards import FRENCH
from Game.core.game import Game
from Game.core.picture import Fact, Picture, PicturePosition, Zone
from Game.core.state import State
from tenth_game.state import SEATS, BazasState, winning_place


class BazasPicture(Picture):
    deck = "french"

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.zones = (
            *(Zone("hand", picture.HAND, picture.OWN, seat) for seat in range(SEATS)),
            Zone("trick", picture.TRICK, picture.ALL),
            Zone("played", picture.PILE, picture.SEEN_BEFORE),
        )

    def position(self, state: State) -> PicturePosition:
        assert isinstance(state, BazasState)
        trick = state.trick()
        over = state.played[: len(state.played) - len(trick)]
        facts = [
            Fact("void", (FRENCH.suits[suit].name,), seat)
            for seat, suits in enumerate(state.voids())
            for suit in sorted(suits)
        ]
        return PicturePosition(
            cards=tuple([tuple(map(FRENCH.text, row)) for row in (*state.hands, trick, over)]),
            leader=state.leader,
            trick=len(over) // SEATS,
            facts=tuple(facts),
            taker=state.leader if over else picture.NOBODY,
            best=winning_place(trick) if trick else -1,
        )
