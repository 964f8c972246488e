"""What admission makes of thinking times, told of games whose times are given."""

import pytest

from arena import admission
from arena.replay.record import FORMAT, BotEntry, Move, Record


def game(seconds: list[float]) -> Record:
    """A game in which the bot, in seat 0, has thought so long for each of its moves."""
    return Record(
        format=FORMAT, id="", game="brisca", options={}, deal={}, bots=[BotEntry("Mine")],
        seats=[0], sides=[[0]], moves=[Move(0, "O1", int(us * 1e6)) for us in seconds],
        scores=[0], ranks=[0],
    )  # fmt: skip


@pytest.mark.parametrize(
    "seconds, ok",
    [
        ([0.001] * 499 + [0.99], True),  # once in five hundred
        ([0.902] * 400 + [0.91] * 100, True),  # `while time.time() - start < 0.9 * budget`
        ([0.97] * 500, False),
        ([0.5] * 450 + [0.98] * 50, False),
    ],
)
def test_who_leaves_a_tenth_by_its_own_clock_may_compete(seconds, ok):
    *_, step = admission._of_the_moves([game(seconds)], 1.0)
    assert step.ok is ok
    assert bool(step.advice) is not ok
