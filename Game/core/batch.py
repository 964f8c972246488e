"""Many games side by side, each played by its own random stream. One call moves them all.

The arrays belong to the caller, and are written in place. In compiled code they are read without
Python; interpreted, any object with numbered places will do.
"""

from typing import Any

from Game.core.encoder import Encoder
from Game.core.state import State
from Game.core.stream import Stream
from Game.core.turn import OVER

DEALS = 1000  # in a row that end before anybody has a choice; then there is nothing to learn


class Batch:
    """The states of the games, and what their seats to act see."""

    def __init__(self, game: Any, encoder: Encoder, seats: int, games: int) -> None:
        self.game = game
        self.encoder = encoder
        self.seats = seats
        self.games = games
        self.states: list[State] = []
        self.streams: list[Stream] = []
        self.legal = [0] * games  # how many actions each seat to act has
        self.before = [0] * games * seats  # the points of each seat when the deal began

    def begin(self, streams: list[Stream]) -> None:
        """Deal every game again, each from its own stream."""
        self.streams = list(streams)
        self.states = [self.new_game(number) for number in range(self.games)]
        for number in range(self.games):
            self.begin_deal(number)

    def new_game(self, number: int) -> State:
        """Deal a game from its stream. A game that ends with its deal is dealt again."""
        for _ in range(DEALS):
            state: State = self.game.deal(self.streams[number])
            if state.turn != OVER:
                return state
        raise ValueError(f"{self.game.title}: nobody has a choice, so there is nothing to learn")

    def begin_deal(self, number: int) -> int:
        """Remember the points that the seats have at the beginning of a deal."""
        state = self.states[number]
        for seat in range(self.seats):
            self.before[number * self.seats + seat] = state.points(seat)
        return 0

    def end_deal(self, number: int, state: State, points: Any) -> int:
        """Write the points that each seat has made in the deal."""
        first = number * self.seats
        for seat in range(self.seats):
            points[first + seat] = state.points(seat) - self.before[first + seat]
        return 0

    def show(self, number: int, observations: Any, masks: Any, turns: Any) -> int:
        """Write what the seat to act in this game sees, and its legal actions."""
        state = self.states[number]
        size, actions = self.encoder.size, self.encoder.actions
        start, first = number * size, number * actions
        for i in range(start, start + size):
            observations[i] = 0.0
        for i in range(first, first + actions):
            masks[i] = 0
        turns[number] = state.turn
        self.encoder.write(state, state.turn, observations, start)
        self.legal[number] = self.encoder.mark(state, masks, first)
        return 0

    def step(
        self,
        actions: Any,
        observations: Any,
        masks: Any,
        turns: Any,
        rewards: Any,
        ended: Any,
        points: Any,
        deals: Any,
    ) -> int:
        """Play an action in each game. A game that ends is dealt again. Return how many ended.

        `ended[i]` is 1 if game `i` has ended with its action. Then its rewards are the values of
        the game for all seats, and the new game is shown. In other games the rewards are zero.
        `deals[i]` is 1 if a deal of game `i` has ended, and then `points` are those of the deal.
        """
        count = 0
        for number in range(self.games):
            place = actions[number]
            if place < 0 or place >= self.encoder.actions:
                raise ValueError(f"game {number}: there is no action {place}")
            if not masks[number * self.encoder.actions + place]:
                raise ValueError(f"game {number}: action {place} is not legal now")
        for number in range(self.games):
            state = self.states[number]
            ended[number] = 0
            deals[number] = 0
            for seat in range(self.seats):
                rewards[number * self.seats + seat] = 0.0
                points[number * self.seats + seat] = 0.0
            deal = state.deal_number()
            state.play(self.encoder.action(state, actions[number]))
            if state.turn == OVER:
                ended[number] = 1
                count += 1
                for seat in range(self.seats):
                    rewards[number * self.seats + seat] = state.value(state.side(seat))
                self.states[number] = self.new_game(number)
            if ended[number] or state.deal_number() != deal:
                deals[number] = 1
                self.end_deal(number, state, points)
                self.begin_deal(number)
            self.show(number, observations, masks, turns)
        return count

    def choose(self, stream: Stream, masks: Any, actions: Any) -> int:
        """Write a random legal action for each game. All are equally likely."""
        for number in range(self.games):
            left = stream.below(self.legal[number])
            place = number * self.encoder.actions
            while True:
                if masks[place]:
                    if left == 0:
                        break
                    left -= 1
                place += 1
            actions[number] = place - number * self.encoder.actions
        return 0
