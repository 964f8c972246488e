"""The complete state of a game of Brisca. Bots never get one: they get an `Observation`."""

from Game.brisca.game import Brisca
from Game.brisca.observation import Observation
from Game.brisca.position import Position
from Game.brisca.state import BriscaState
from Game.core.stream import Stream
from Game.core.turn import OVER


class GameState(Position):
    """At first an empty table. `BriscaGame.reset` deals."""

    def __init__(self) -> None:
        self.game = Brisca()
        empty = BriscaState()
        empty.turn = OVER
        self.lay_out(empty)
        self.trump_card = None  # type: ignore[assignment]  # RoboBrisca's: nothing is turned up yet

    def lay_out(self, state: BriscaState) -> None:
        """Become this position."""
        self.become(state, state.trump)

    def __repr__(self) -> str:
        hands = [f"seat {seat} holds {hand}".rstrip() for seat, hand in enumerate(self.hands)]
        return "\n".join(
            [
                f"<GameState of Brisca: turn {self.turn}, trump {self.trump_card}",
                f"table: {self.playing_cards}".rstrip(),
                *hands,
                f"deck: {self.main_deck}".rstrip() + ">",
            ]
        )

    def get_observation(self) -> Observation:
        """The observation of the player to act."""
        return Observation.of(self.game, self.world().view(self.turn), Stream())
