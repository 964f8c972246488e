"""A position of any game in the terms of OpenSpiel: explicit chance and perfect recall.

Positions never change, so copies of OpenSpiel's states share them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from typing import Any, Self

import msgspec

from arena.learn.openspiel.chance import Draws, Missing
from Game.core.game import Game
from Game.core.state import State
from Game.core.stream import Stream

DEAL = -1  # in place of an action: the deal


class SeenGame:
    """A game, and the features that players see of it. All its positions share one."""

    def __init__(self, game: Game, features: str) -> None:
        self.game, self.features, self.encoder = game, features, game.encoder(features)

    def __reduce__(self) -> tuple[Any, ...]:
        return SeenGame, (self.game, self.features)


@dataclass(frozen=True, eq=False)
class Position:
    """The game after an action, or between two draws of the chance that follows the action.

    If `bound` is not 0, chance draws next: a number below it. Then `state` is the state before the
    action, and None before the deal.
    """

    shared: SeenGame
    before: "Position | None"  # the last position in which a seat was to act
    action: int  # of that seat, as OpenSpiel counts actions
    numbers: tuple[int, ...]  # that chance has drawn since
    state: State | None
    bound: int

    @classmethod
    def of_deal(cls, shared: SeenGame) -> "Position":
        """The beginning of a game, before the deal."""
        return follow(shared, None, DEAL, ())

    def after(self, action: int) -> "Position":
        """The position after an action of the seat to act, or after a number that chance draws."""
        if self.bound:
            return follow(self.shared, self.before, self.action, (*self.numbers, action))
        return follow(self.shared, self, action, ())

    @cached_property
    def legal(self) -> list[int]:
        """The legal actions of the seat to act, in ascending order."""
        assert self.state is not None
        return [
            action for action, legal in enumerate(self.shared.encoder.mask(self.state)) if legal
        ]

    @cached_property
    def _recalled(self) -> dict[int, bytes]:
        return {}

    def recalled(self, seat: int) -> bytes:
        """A digest of everything that the seat has seen and done since the deal.

        Equal in two positions exactly if the seat cannot tell them apart and forgets nothing. A
        view alone shows where cards lie now, and in some games not the way they came there.
        """
        chain: list[Position] = []
        one: Position | None = self.before if self.bound else self
        while one is not None and seat not in one._recalled:
            chain.append(one)
            one = one.before
        digest = b"" if one is None else one._recalled[seat]
        for one in reversed(chain):
            assert one.state is not None
            own = one.before is not None and one.before.turn == seat
            view = msgspec.msgpack.encode(one.state.view(seat))
            action = b"%d" % one.action if own else b""
            digest = blake2b(action + b":" + view, key=digest, digest_size=16).digest()
            one._recalled[seat] = digest
        return digest

    def text(self, seat: int) -> str:
        """The table as the seat sees it, for people. Empty before the deal."""
        if self.state is None:
            return ""
        text: str = self.shared.game.observe(self.state.view(seat), Stream(0)).table_text()
        return text

    @property
    def turn(self) -> int:
        assert self.state is not None
        return self.state.turn

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """For `pickle`: the way here, which is played again."""
        steps: list[tuple[int, tuple[int, ...]]] = []
        one: Position | None = self
        while one is not None:
            steps.append((one.action, one.numbers))
            one = one.before
        return replay, (self.shared, steps[::-1])


def replay(shared: SeenGame, steps: Sequence[tuple[int, tuple[int, ...]]]) -> Position | None:
    """The position after these actions, each with the numbers that chance has drawn after it."""
    position: Position | None = None
    for action, numbers in steps:
        position = follow(shared, position, action, numbers)
    return position


def follow(
    shared: SeenGame, before: Position | None, action: int, numbers: tuple[int, ...]
) -> Position:
    """The position after a deal or an action for which chance has drawn these numbers."""
    draws = Draws(numbers)
    try:
        if before is None:
            state = shared.game.deal(draws)
        else:
            assert before.state is not None
            state = before.state.clone()
            state.chance = draws
            state.play(shared.encoder.action(before.state, action))
    except Missing as missing:
        known = before.state if before is not None else None
        return Position(shared, before, action, numbers, known, missing.bound)
    return Position(shared, before, action, numbers, state, 0)
