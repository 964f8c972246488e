"""Many games side by side, in numpy arrays that are written in place: the fast way to train.

    batch = BatchEnv("brisca", games=256, seed=1)
    while training:
        actions = choose(batch.observations, batch.masks)    # one action for each game
        batch.step(actions)                                  # the arrays now show the next turns

A game that ends is dealt again at once. Each game has its own random stream, so its deals do not
depend on the number of games beside it.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.common.games import game_of
from Game.core.batch import Batch
from Game.core.game import Game
from Game.core.keys import derive, master_key
from Game.core.stream import Stream

VIEWS = ("_seen", "_won")  # of the arrays of a batch


def the_game(game: Game | str, options: Mapping[str, str]) -> Game:
    """The game with this name or in this file, with its options; or the game itself."""
    return game_of(game, options) if isinstance(game, str) else game


def deal_stream(seed: int | str, number: int) -> Stream:
    """The stream from which game `number` of a run draws all its deals."""
    key = derive(master_key(str(seed)), "learn", number)
    return Stream(int.from_bytes(key[:8], "little"))


class BatchEnv:
    """The arrays of a batch. Row `i` of each belongs to game `i`.

    `observations` has what the seat to act sees (`Game/core/encoder.py`), `masks` a 1 for each
    legal action, and `turns` the seat to act. After a step, `ended` has a 1 for each game that
    ended, and `rewards` the values of these games for all their seats. `deals` has a 1 for each
    game of which a deal has ended, and `points` what each seat has made in this deal.
    """

    def __init__(
        self,
        game: Game | str,
        games: int,
        seed: int | str = 0,
        features: str = "raw",
        **options: str,
    ) -> None:
        self.game = the_game(game, options)
        if games < 1:
            raise ValueError(f"a batch has at least one game, and {games} are wanted")
        encoder = self.game.encoder(features)
        self.encoder, self.games, self.seats = encoder, games, self.game.seats
        self.observations: NDArray[np.float32] = np.zeros((games, encoder.size), np.float32)
        self.masks: NDArray[np.uint8] = np.zeros((games, encoder.actions), np.uint8)
        self.turns: NDArray[np.int32] = np.zeros(games, np.int32)
        self.rewards: NDArray[np.float32] = np.zeros((games, self.seats), np.float32)
        self.ended: NDArray[np.uint8] = np.zeros(games, np.uint8)
        self.points: NDArray[np.float32] = np.zeros((games, self.seats), np.float32)
        self.deals: NDArray[np.uint8] = np.zeros(games, np.uint8)
        self._batch = Batch(self.game, encoder, self.seats, games)
        self._look_at_arrays()
        self.reset(seed)

    def _look_at_arrays(self) -> None:
        """The same memory as rows without end, which the compiled code reads."""
        self._seen = self.observations.reshape(-1), self.masks.reshape(-1), self.turns
        self._won = self.rewards.reshape(-1), self.ended, self.points.reshape(-1), self.deals

    def __getstate__(self) -> dict[str, Any]:
        """For `pickle` and `deepcopy`, which would copy shared memory twice."""
        return {name: value for name, value in self.__dict__.items() if name not in VIEWS}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._look_at_arrays()

    def reset(self, seed: int | str) -> None:
        """Deal all games from the beginning of a seed."""
        self._batch.begin([deal_stream(seed, number) for number in range(self.games)])
        for array in (self.rewards, self.ended, self.points, self.deals):
            array[:] = 0
        for number in range(self.games):
            self._batch.show(number, *self._seen)

    def step(self, actions: NDArray[np.int32]) -> int:
        """Play one action in each game. Return how many games have ended.

        An illegal action is an error, and then no game moves.
        """
        self._check(actions)
        return self._batch.step(actions, *self._seen, *self._won)

    def random_actions(self, stream: Stream, actions: NDArray[np.int32]) -> None:
        """Write a random legal action for each game into `actions`."""
        self._check(actions)
        self._batch.choose(stream, self._seen[1], actions)

    def _check(self, actions: NDArray[np.int32]) -> None:
        """The compiled code reads one number for each game, and does not check that."""
        if actions.shape != (self.games,):
            raise ValueError(f"{self.games} games need {self.games} actions, not {actions.shape}")

    def state(self, number: int) -> Any:
        """The position of a game. Do not change it."""
        return self._batch.states[number]
