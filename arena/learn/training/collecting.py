"""Plays a batch of games, and collects the learner's decisions until their results are known."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.learn.batch import BatchEnv
from arena.learn.training.network import Floats
from arena.learn.training.opponents import Opponents
from Game.core.keys import derive, master_key

TARGETS = ("result", "points", "both")
FIRST_ROOM = 64  # decisions of a game that fit before the arrays grow


class Decisions(NamedTuple):
    """Finished decisions, side by side. The decisions of a game follow each other."""

    observations: Floats
    masks: NDArray[np.uint8]
    actions: NDArray[np.int32]
    notes: Floats  # what the algorithm noted with its choice
    outcomes: Floats  # what came of it for the seat, about -1 to 1
    following: NDArray[np.int64]  # the row of the seat's next decision; -1 if there is none


# For observations and masks: an action and a row of notes for each game.
Choose = Callable[[Floats, NDArray[np.uint8]], tuple[NDArray[np.int32], Floats]]


class Collector:
    """The outcome of a decision is one of the TARGETS.

    `result` is the value of the game, from -1 (lost) to 1 (won). `points` is how many points the
    side makes in the deal more than the others on average, divided by `scale`. `both` is the mean
    of the two.
    """

    def __init__(
        self, env: BatchEnv, opponents: Sequence[str], target: str, scale: float, notes: int = 0
    ) -> None:
        self.env, self.target, self.scale = env, target, scale
        self.opponents = Opponents(env, opponents)
        self._room = FIRST_ROOM
        games, encoder, room = env.games, env.encoder, FIRST_ROOM
        self._observations = np.zeros((games, room, encoder.size), np.float32)
        self._masks = np.zeros((games, room, encoder.actions), np.uint8)
        self._actions = np.zeros((games, room), np.int32)
        self._seats = np.zeros((games, room), np.int32)
        self._notes = np.zeros((games, room, notes), np.float32)
        self._points = np.zeros((games, room), np.float32)
        self._last = np.zeros((games, room), np.bool_)  # the deal ends behind this decision
        self._versus = versus(env)

    def play(self, seed: str, decisions: int, rows: int, choose: Choose) -> Iterator[Decisions]:
        """Play from new deals until the learner has made so many decisions.

        Each time that at least `rows` of them belong to finished games, they are given. The same
        seed and the same choices give the same games.
        """
        env = self.env
        env.reset(seed)
        self.opponents.begin(derive(master_key(seed), "opponents"))
        self._length = np.zeros(env.games, np.int64)
        self._deal_began = np.zeros(env.games, np.int64)
        made, parts = 0, list[Decisions]()
        while made < decisions:
            actions, notes = choose(env.observations, env.masks)
            own = np.flatnonzero(self.opponents.choose(actions))
            self._note(own, actions, notes)
            made += len(own)
            env.step(actions)
            for number in np.flatnonzero(env.deals):
                self._end_deal(int(number))
            ended = np.flatnonzero(env.ended)
            if len(ended):
                parts += [part for number in ended if len((part := self._take(int(number))).actions)]
                self.opponents.next_games(ended)
                if sum([len(part.actions) for part in parts]) >= rows:
                    yield join(parts)
                    parts = []

    def _note(self, own: NDArray[np.intp], actions: NDArray[np.int32], notes: Floats) -> None:
        """Remember the decisions of these games."""
        env, at = self.env, self._length[own]
        if len(own) and at.max() >= self._room:
            self._grow()
        self._observations[own, at] = env.observations[own]
        self._masks[own, at] = env.masks[own]
        self._actions[own, at] = actions[own]
        self._seats[own, at] = env.turns[own]
        self._notes[own, at] = notes[own]
        self._last[own, at] = False
        self._length[own] += 1

    def _grow(self) -> None:
        """Make room for longer games."""
        for name in (
            "_observations", "_masks", "_actions", "_seats", "_notes", "_points", "_last",
        ):  # fmt: skip
            old = getattr(self, name)
            setattr(self, name, np.concatenate([old, np.zeros_like(old)], axis=1))
        self._room *= 2

    def _end_deal(self, number: int) -> None:
        """Give the decisions of the deal their points."""
        rows = slice(int(self._deal_began[number]), int(self._length[number]))
        points = self._versus @ self.env.points[number] / np.float32(self.scale)
        self._points[number, rows] = points[self._seats[number, rows]]
        self._deal_began[number] = self._length[number]
        if self.target == "points" and rows.start < rows.stop:
            self._last[number, rows.stop - 1] = True

    def _take(self, number: int) -> Decisions:
        """The decisions of a game that has ended. The next one begins."""
        rows = slice(0, int(self._length[number]))
        seats = self._seats[number, rows]
        outcomes = self._points[number, rows].copy()
        if self.target != "points":
            results = 2 * self.env.rewards[number, seats] - 1
            outcomes = results if self.target == "result" else (results + outcomes) / 2
        self._length[number] = self._deal_began[number] = 0
        return Decisions(
            self._observations[number, rows].copy(),
            self._masks[number, rows].copy(),
            self._actions[number, rows].copy(),
            self._notes[number, rows].copy(),
            outcomes,
            self._following(seats, self._last[number, rows]),
        )

    def _following(self, seats: NDArray[np.int32], last: NDArray[np.bool_]) -> NDArray[np.int64]:
        """The place of the next decision of the same seat in the same deal or game."""
        following = np.full(len(seats), -1, np.int64)
        deal = np.cumsum(last) - last
        order = np.lexsort((np.arange(len(seats)), seats, deal))
        same = (seats[order][1:] == seats[order][:-1]) & (deal[order][1:] == deal[order][:-1])
        following[order[:-1][same]] = order[1:][same]
        return following


def join(parts: Sequence[Decisions]) -> Decisions:
    """All these decisions, one part behind the other."""
    starts = np.cumsum([0, *(len(part.actions) for part in parts)])
    following = [
        np.where(part.following < 0, -1, part.following + start)
        for part, start in zip(parts, starts, strict=False)
    ]
    columns = list(zip(*parts, strict=True))
    columns[-1] = tuple(following)
    return Decisions(*[np.concatenate(column) for column in columns])


def versus(env: BatchEnv) -> Floats:
    """A matrix: the points of each seat -> how far its side is ahead of the others on average."""
    sides = len(env.game.sides)
    matrix = np.zeros((env.seats, env.seats), np.float32)
    state = env.state(0)
    for seat in range(env.seats):
        for other in range(env.seats):
            own = state.side(seat) == state.side(other)
            matrix[seat, other] = 1 if own else -1 / max(1, sides - 1)
    return matrix


def points_scale(env: BatchEnv, seed: str, steps: int = 500) -> float:
    """The standard deviation of the points of a deal when everybody plays at random."""
    from Game.core.stream import Stream

    env.reset(seed)
    actions, dice, matrix = np.zeros(env.games, np.int32), Stream(1), versus(env)
    found = []
    for _ in range(steps):
        env.random_actions(dice, actions)
        env.step(actions)
        found.append((env.points[env.deals == 1] @ matrix.T).ravel())
    scale = float(np.concatenate(found).std())
    return scale or 1.0
