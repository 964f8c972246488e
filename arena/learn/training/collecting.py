"""Plays a batch of games, and collects the learner's decisions until their results are known."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.learn.batch import BatchEnv
from arena.learn.training.network import Floats
from arena.learn.training.opponents import Opponents
from Game.core.keys import derive, master_key
from Game.core.stream import Stream

TARGETS = ("points", "result")
ROOM = 32  # decisions of a game that fit before the arrays grow
SAMPLE = 400  # steps of random play that show how large the points of a game are


class Decisions(NamedTuple):
    """Finished decisions, side by side. Those of a deal or game follow each other."""

    observations: Floats
    masks: NDArray[np.uint8]
    actions: NDArray[np.int32]
    notes: Floats  # what the algorithm noted with its choice
    outcomes: Floats  # what came of it for the seat, mostly from -2 to 2
    following: NDArray[np.int64]  # the row of the seat's next decision; -1 if there is none


# For observations and masks: an action and a row of notes for each game.
Choose = Callable[[Floats, NDArray[np.uint8]], tuple[NDArray[np.int32], Floats]]


class Collector:
    """Plays the games from which an algorithm learns.

    The outcome of a decision is one of the TARGETS. `result` is the value of the game: 1 for a win,
    -1 for a loss. `points` is how many points the side makes in the deal more than the others on
    average, or less if few points are better; 1 is the standard deviation of that in random play.
    """

    def __init__(
        self, env: BatchEnv, opponents: Sequence[str], target: str = "points", notes: int = 0
    ) -> None:
        self.env, self.target = env, target
        self._opponents = Opponents(env, opponents)
        self._leads = leads(env)
        if target == "points":
            self._leads /= points_scale(env)
        games, encoder = env.games, env.encoder
        self._length = np.zeros(games, np.int64)  # decisions that wait for their outcome
        self._observations = np.zeros((games, ROOM, encoder.size), np.float32)
        self._masks = np.zeros((games, ROOM, encoder.actions), np.uint8)
        self._actions = np.zeros((games, ROOM), np.int32)
        self._seats = np.zeros((games, ROOM), np.int32)
        self._notes = np.zeros((games, ROOM, notes), np.float32)

    def play(self, seed: str, decisions: int, rows: int, choose: Choose) -> Iterator[Decisions]:
        """Play from new deals until the learner has made so many decisions.

        Each time that the outcomes of at least `rows` of them are known, they are given, and the
        others at the end. The same seed and the same choices give the same games.
        """
        env = self.env
        env.reset(seed)
        self._opponents.begin(derive(master_key(seed), "opponents"))
        self._length[:] = 0
        made, parts = 0, list[Decisions]()
        while made < decisions:
            actions, notes = choose(env.observations, env.masks)
            own = np.flatnonzero(self._opponents.choose(actions))
            self._remember(own, actions, notes)
            made += len(own)
            env.step(actions)
            for number in np.flatnonzero(env.deals if self.target == "points" else env.ended):
                if self._length[number]:
                    parts.append(self._take(int(number)))
            self._opponents.next_games(np.flatnonzero(env.ended))
            if sum([len(part.actions) for part in parts]) >= rows:
                yield join(parts)
                parts = []
        if parts:
            yield join(parts)

    def _remember(self, own: NDArray[np.intp], actions: NDArray[np.int32], notes: Floats) -> None:
        """Write down the decisions of the learner in these games."""
        env, at = self.env, self._length[own]
        if at.size and at.max() == self._actions.shape[1]:
            self._grow()
        self._observations[own, at] = env.observations[own]
        self._masks[own, at] = env.masks[own]
        self._actions[own, at] = actions[own]
        self._seats[own, at] = env.turns[own]
        self._notes[own, at] = notes[own]
        self._length[own] += 1

    def _grow(self) -> None:
        """Make room for longer games."""
        for name in ("_observations", "_masks", "_actions", "_seats", "_notes"):
            old = getattr(self, name)
            setattr(self, name, np.concatenate([old, np.zeros_like(old)], axis=1))

    def _take(self, number: int) -> Decisions:
        """The decisions of a deal or game that has just ended."""
        rows = slice(0, int(self._length[number]))
        self._length[number] = 0
        if self.target == "points":
            outcomes = self._leads @ self.env.points[number]
        else:
            outcomes = 2 * self.env.rewards[number] - 1
        seats = self._seats[number, rows]
        return Decisions(
            self._observations[number, rows].copy(),
            self._masks[number, rows].copy(),
            self._actions[number, rows].copy(),
            self._notes[number, rows].copy(),
            outcomes[seats],
            next_of_seat(seats),
        )


def next_of_seat(seats: NDArray[np.int32]) -> NDArray[np.int64]:
    """For each decision the place of the seat's next one; -1 if there is none."""
    following = np.full(len(seats), -1, np.int64)
    order = np.argsort(seats, kind="stable")
    same = seats[order[1:]] == seats[order[:-1]]
    following[order[:-1][same]] = order[1:][same]
    return following


def join(parts: Sequence[Decisions]) -> Decisions:
    """All these decisions, one part behind the other."""
    starts = np.cumsum([0, *[len(part.actions) for part in parts]])
    *columns, following = zip(*parts, strict=True)
    moved = [
        np.where(each < 0, -1, each + start) for each, start in zip(following, starts, strict=False)
    ]
    return Decisions(*[np.concatenate(column) for column in (*columns, moved)])


def leads(env: BatchEnv) -> Floats:
    """A matrix: the points of the seats -> how far the side of each is ahead of the others."""
    sides = [env.state(0).side(seat) for seat in range(env.seats)]
    others = max(1, len(env.game.sides) - 1)
    return np.array([[1 if a == b else -1 / others for b in sides] for a in sides], np.float32)


def points_scale(env: BatchEnv) -> np.float32:
    """The standard deviation of the leads that deals give in random play.

    It is negative in a game in which few points are better.
    """
    env.reset("scale")
    actions, dice, matrix = np.zeros(env.games, np.int32), Stream(1), leads(env)
    samples, good = [np.zeros(0, np.float32)], 0.0
    for _ in range(SAMPLE):
        env.random_actions(dice, actions)
        env.step(actions)
        samples.append((env.points[env.deals == 1] @ matrix.T).ravel())
        ended = env.ended == 1
        good += float(((env.points @ matrix.T)[ended] * (env.rewards[ended] - 0.5)).sum())
    scale = np.float32(np.concatenate(samples).std() or 1.0)
    return scale if good >= 0 else -scale
