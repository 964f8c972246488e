"""Deep Monte Carlo: the network learns how games end after each action, and plays the best one.

For what a seat sees, the network gives a number for each action: the outcome to be expected. It
learns from finished games alone: the number of the action that was played moves towards the
outcome of the game. The learner mostly plays the action with the highest number, and sometimes a
random one. For card games of several players nothing is simpler, and little is stronger (Zha and
others, DouZero, 2021).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.learn.training.collecting import Collector, Decisions
from arena.learn.training.network import Adam, Floats, Network, legal_best


@dataclass(frozen=True)
class Settings:
    hidden: tuple[int, ...] = (128, 128)  # the sizes of the layers between input and output
    explore: float = 0.05  # the share of decisions that are random
    rows: int = 8192  # decisions between two updates; they are used once
    minibatch: int = 512  # decisions in a step of the optimiser
    rate: float = 2e-3  # of the optimiser, at the beginning
    half_life: float = 10e6  # after so many decisions the rate is half as large
    average: float = 0.999  # of the weights: how much of the mean stays at each step


class Dmc:
    hyperparameters = Settings
    notes = 0  # numbers noted with each choice

    def __init__(
        self, size: int, actions: int, dice: np.random.Generator, settings: Settings | None = None
    ) -> None:
        self.settings = settings or Settings()
        sizes = (size, *self.settings.hidden, actions)
        self.network = Network(sizes, dice, last=0.1)
        self.policy = Network(sizes, dice)  # the mean of the last weights: it plays when it counts
        self.policy.restore("", self.network.arrays(""))
        self.adam = Adam(self.network.weights)
        self.made = np.zeros(1, np.int64)  # decisions so far

    def learn(
        self, games: Collector, seed: str, decisions: int, dice: np.random.Generator
    ) -> Iterator[dict[str, float]]:
        """Play so many decisions, and learn from them. Give some figures after each update."""
        settings = self.settings

        def choose(
            observations: Floats, masks: NDArray[np.uint8]
        ) -> tuple[NDArray[np.int32], Floats]:
            actions = legal_best(self.network(observations), masks)
            curious = np.flatnonzero(dice.random(len(actions)) < settings.explore)
            luck = dice.random((len(curious), masks.shape[1]), np.float32)
            actions[curious] = legal_best(luck, masks[curious])
            return actions, np.zeros((len(actions), 0), np.float32)

        for batch in games.play(seed, decisions, settings.rows, choose):
            rate = settings.rate * 0.5 ** (float(self.made[0]) / settings.half_life)
            error = self.update(batch, rate, dice)
            self.made += len(batch.actions)
            yield {"loss": error, "rate": rate}

    def update(self, batch: Decisions, rate: float, dice: np.random.Generator) -> float:
        """Move the numbers of the actions that were played towards their outcomes."""
        order, errors = dice.permutation(len(batch.actions)), 0.0
        for start in range(0, len(order), self.settings.minibatch):
            rows = order[start : start + self.settings.minibatch]
            layers = self.network.activations(batch.observations[rows])
            places = np.arange(len(rows)), batch.actions[rows]
            error = layers[-1][places] - batch.outcomes[rows]
            slope = np.zeros_like(layers[-1])
            slope[places] = 2 * error / np.float32(len(rows))
            self.adam.step(self.network.gradients(layers, slope), rate)
            stays = min(self.settings.average, 1 - 1 / (1 + int(self.adam.steps[0])))
            for mean, weight in zip(self.policy.weights, self.network.weights, strict=True):
                mean += np.float32(1 - stays) * (weight - mean)
            errors += float(error @ error)
        return errors / len(order)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """All that the next chapter depends on, by name."""
        return {
            **self.network.arrays("network"),
            **self.policy.arrays("policy"),
            **self.adam.arrays("adam"),
            "made": self.made,
        }

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Take what `arrays` gave."""
        self.network.restore("network", arrays)
        self.policy.restore("policy", arrays)
        self.adam.restore("adam", arrays)
        self.made[:] = arrays["made"]
