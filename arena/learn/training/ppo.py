"""Proximal policy optimisation: one network chooses, another says how good the position is.

The first network gives a number for each action, and an action is drawn with the chances that these
numbers give (softmax over the legal ones). Actions that turned out better than the second network
expected become more likely, but in one update not by much (Schulman and others, 2017). A bonus for
undecided choices keeps the learner from playing one strategy too early. In games with hidden cards
and two sides it must be larger than usual (arXiv 2502.08938).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.learn.training.collecting import Collector, Decisions
from arena.learn.training.network import Adam, Floats, Network


@dataclass(frozen=True)
class Settings:
    hidden: tuple[int, ...] = (128, 128)  # of both networks
    discount: float = 1.0  # of the outcome, for each turn of the seat before it
    trace: float = 0.9  # 1: only the outcome counts; 0: only the next position (GAE's lambda)
    rows: int = 16384  # decisions between two updates
    epochs: int = 2  # how often each of them is used
    minibatch: int = 1024  # decisions in a step of the optimiser
    clip: float = 0.2  # how much more or less likely an action may become in an update
    entropy: float = 0.05  # the bonus for undecided choices
    longest: float = 0.5  # of the gradient of the network that chooses
    rate: float = 7e-4  # of the optimiser, at the beginning
    half_life: float = 20e6  # after so many decisions the rate is half as large


class Ppo:
    hyperparameters = Settings
    notes = 2  # with each choice: the logarithm of its chance, and the value of the position

    def __init__(
        self, size: int, actions: int, dice: np.random.Generator, settings: Settings | None = None
    ) -> None:
        self.settings = settings or Settings()
        self.policy = Network((size, *self.settings.hidden, actions), dice, last=0.01)
        self.critic = Network((size, *self.settings.hidden, 1), dice, last=0.1)
        self.adam = Adam(self.policy.weights)
        self.critic_adam = Adam(self.critic.weights)
        self.made = np.zeros(1, np.int64)  # decisions so far

    def learn(
        self, games: Collector, seed: str, decisions: int, dice: np.random.Generator
    ) -> Iterator[dict[str, float]]:
        """Play so many decisions, and learn from them. Give some figures after each update."""
        settings = self.settings

        def choose(
            observations: Floats, masks: NDArray[np.uint8]
        ) -> tuple[NDArray[np.int32], Floats]:
            logs = log_chances(self.policy(observations), masks)
            luck = dice.gumbel(size=logs.shape).astype(np.float32)
            actions = (logs + luck).argmax(axis=1).astype(np.int32)
            values = self.critic(observations)[:, 0]
            return actions, np.stack([logs[np.arange(len(actions)), actions], values], axis=1)

        for batch in games.play(seed, decisions, settings.rows, choose):
            rate = settings.rate * 0.5 ** (float(self.made[0]) / settings.half_life)
            self.made += len(batch.actions)
            yield {**self.update(batch, rate, dice), "rate": rate}

    def update(self, batch: Decisions, rate: float, dice: np.random.Generator) -> dict[str, float]:
        """Make the good actions of a batch more likely, and correct the values of positions."""
        settings = self.settings
        gains = advantages(batch, settings.discount, settings.trace)
        goals = gains + batch.notes[:, 1]
        gains = (gains - gains.mean()) / (gains.std() + np.float32(1e-6))
        errors, entropies = [], []
        for _ in range(settings.epochs):
            order = dice.permutation(len(batch.actions))
            for start in range(0, len(order), settings.minibatch):
                rows = order[start : start + settings.minibatch]
                entropies.append(self.improve_policy(batch, rows, gains[rows], rate))
                errors.append(self.improve_critic(batch.observations[rows], goals[rows], rate))
        return {"loss": float(np.mean(errors)), "entropy": float(np.mean(entropies))}

    def improve_policy(
        self, batch: Decisions, rows: NDArray[np.int64], gains: Floats, rate: float
    ) -> float:
        """One step for the network that chooses. Return the mean entropy of its choices."""
        settings, count = self.settings, np.float32(len(rows))
        layers = self.policy.activations(batch.observations[rows])
        logs = log_chances(layers[-1], batch.masks[rows])
        chances = np.exp(logs)
        places = np.arange(len(rows)), batch.actions[rows]
        ratio = np.exp(logs[places] - batch.notes[rows, 0])
        too_far = np.where(gains > 0, ratio > 1 + settings.clip, ratio < 1 - settings.clip)
        pull = np.where(too_far, 0, gains * ratio).astype(np.float32)
        slope = chances * pull[:, None]
        slope[places] -= pull
        finite = np.where(batch.masks[rows], logs, 0)
        entropy = -(chances * finite).sum(axis=1)
        slope += np.float32(settings.entropy) * chances * (finite + entropy[:, None])
        self.adam.step(self.policy.gradients(layers, slope / count), rate, settings.longest)
        return float(entropy.mean())

    def improve_critic(self, observations: Floats, goals: Floats, rate: float) -> float:
        """One step for the network that values positions. Return its mean squared error."""
        layers = self.critic.activations(observations)
        error = layers[-1] - goals[:, None]
        self.critic_adam.step(
            self.critic.gradients(layers, 2 * error / np.float32(len(goals))), rate
        )
        return float((error * error).mean())

    def arrays(self) -> dict[str, NDArray[Any]]:
        """All that the next chapter depends on, by name."""
        return {
            **self.policy.arrays("policy"),
            **self.critic.arrays("critic"),
            **self.adam.arrays("adam"),
            **self.critic_adam.arrays("critic_adam"),
            "made": self.made,
        }

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Take what `arrays` gave."""
        self.policy.restore("policy", arrays)
        self.critic.restore("critic", arrays)
        self.adam.restore("adam", arrays)
        self.critic_adam.restore("critic_adam", arrays)
        self.made[:] = arrays["made"]


def log_chances(scores: Floats, masks: NDArray[np.uint8]) -> Floats:
    """The logarithms of the chances of the legal actions; about -1e9 for the others."""
    scores = np.where(masks, scores, np.float32(-1e9))
    scores = scores - scores.max(axis=1, keepdims=True)
    logs: Floats = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
    return logs


def advantages(batch: Decisions, discount: float, trace: float) -> Floats:
    """How much better each decision turned out than its position was valued (GAE)."""
    values = batch.notes[:, 1]
    gains = np.zeros(len(values), np.float32)
    for row in range(len(values) - 1, -1, -1):
        later = batch.following[row]
        if later < 0:
            gains[row] = batch.outcomes[row] - values[row]
        else:
            gains[row] = discount * (values[later] + trace * gains[later]) - values[row]
    return gains
