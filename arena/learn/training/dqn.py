"""Deep Q-learning: the network learns what an action is worth from its own view of the next turn.

This is the learner that the first plan of Card Arena proposed: a reward of 1 for a win, discounted,
and an action for each card. The number of an action moves towards the reward or, before the end of
the game, towards the discounted number of the best action at the seat's next turn. That number
comes from a copy of the network that changes rarely, and the best action from the network itself
(van Hasselt and others, double DQN, 2015). The learner repeats what it has seen: it draws decisions
from a memory of the last ones.
"""

from collections import deque
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
    explore: float = 1.0  # the share of decisions that are random, at the beginning
    explore_last: float = 0.05  # and after `explore_decisions` decisions
    explore_decisions: float = 5e5
    discount: float = 0.98  # of a reward, for each turn of the seat before it
    rows: int = 2048  # decisions between two updates
    memory: int = 32  # so many times `rows` are remembered; each chapter begins with none
    minibatch: int = 512  # decisions in a step of the optimiser
    repeats: int = 2  # how often a decision is used, on average
    rate: float = 5e-4  # of the optimiser
    copy: int = 250  # steps until the network is copied


class Dqn:
    hyperparameters = Settings
    notes = 0  # numbers noted with each choice

    def __init__(
        self, size: int, actions: int, dice: np.random.Generator, settings: Settings | None = None
    ) -> None:
        self.settings = settings or Settings()
        sizes = (size, *self.settings.hidden, actions)
        self.policy = Network(sizes, dice, last=0.1)
        self.copy = Network(sizes, dice)
        self.copy.restore("", self.policy.arrays(""))
        self.adam = Adam(self.policy.weights)
        self.made = np.zeros(1, np.int64)  # decisions so far

    def learn(
        self, games: Collector, seed: str, decisions: int, dice: np.random.Generator
    ) -> Iterator[dict[str, float]]:
        """Play so many decisions, and learn from them. Give some figures after each update."""
        settings, memory = self.settings, deque[Decisions](maxlen=self.settings.memory)

        def choose(
            observations: Floats, masks: NDArray[np.uint8]
        ) -> tuple[NDArray[np.int32], Floats]:
            actions = legal_best(self.policy(observations), masks)
            curious = np.flatnonzero(dice.random(len(actions)) < self.explore())
            luck = dice.random((len(curious), masks.shape[1]), np.float32)
            actions[curious] = legal_best(luck, masks[curious])
            return actions, np.zeros((len(actions), 0), np.float32)

        for batch in games.play(seed, decisions, settings.rows, choose):
            memory.append(batch)
            self.made += len(batch.actions)
            errors = []
            for _ in range(max(1, settings.repeats * len(batch.actions) // settings.minibatch)):
                past = memory[int(dice.integers(len(memory)))]
                rows = dice.integers(len(past.actions), size=settings.minibatch)
                errors.append(self.update(past, rows))
            yield {"loss": float(np.mean(errors)), "explore": self.explore()}

    def explore(self) -> float:
        """The share of decisions that are random now."""
        settings = self.settings
        done = min(1.0, float(self.made[0]) / settings.explore_decisions)
        return settings.explore + done * (settings.explore_last - settings.explore)

    def update(self, past: Decisions, rows: NDArray[np.int64]) -> float:
        """Move the numbers of these actions towards their rewards, or what follows them."""
        following = past.following[rows]
        goals = past.outcomes[rows].copy()
        goes_on = np.flatnonzero(following >= 0)
        if goes_on.size:
            later, masks = past.observations[following[goes_on]], past.masks[following[goes_on]]
            best = legal_best(self.policy(later), masks)
            worth = self.copy(later)[np.arange(len(best)), best]
            goals[goes_on] = np.float32(self.settings.discount) * worth
        layers = self.policy.activations(past.observations[rows])
        places = np.arange(len(rows)), past.actions[rows]
        error = layers[-1][places] - goals
        slope = np.zeros_like(layers[-1])
        slope[places] = 2 * np.clip(error, -1, 1) / np.float32(len(rows))
        self.adam.step(self.policy.gradients(layers, slope), self.settings.rate)
        if int(self.adam.steps[0]) % self.settings.copy == 0:
            self.copy.restore("", self.policy.arrays(""))
        return float(error @ error) / len(rows)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """All that the next chapter depends on, by name."""
        return {
            **self.policy.arrays("policy"),
            **self.copy.arrays("copy"),
            **self.adam.arrays("adam"),
            "made": self.made,
        }

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Take what `arrays` gave."""
        self.policy.restore("policy", arrays)
        self.copy.restore("copy", arrays)
        self.adam.restore("adam", arrays)
        self.made[:] = arrays["made"]
