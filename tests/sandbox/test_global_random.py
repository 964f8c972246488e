"""Python's global random numbers are the same in a box and in `arena repro`."""

import pytest

from arena.bots.bot import find
from arena.match.repro import reproduce

BOT = """
{top}
from Players.Player import Player

class Mine(Player):
    def think(self, observation, budget):
        draws = 1 + observation.main_deck.len() % 3  # so that a turn depends on those before it
        for _ in range(draws):
            number = {draw}
        actions = observation.get_list_actions()
        return actions[int(abs(number) * 1000) % len(actions)]
"""

WAYS = {
    "by name": ("import random", "random.random()"),
    "statistics": ("from statistics import NormalDist", "NormalDist().samples(1)[0]"),
    "numpy": ("import numpy", "numpy.random.rand()"),
    "dice": ("", "self.dice.random()"),
}


@pytest.mark.parametrize("top, draw", WAYS.values(), ids=WAYS)
def test_repro_repeats_the_random_numbers_of_a_bot(match, tmp_path, top, draw):
    path = tmp_path / "mine.py"
    path.write_text(BOT.format(top=top, draw=draw))
    _, (record,) = match("process", str(path), "random", budget=1.0)
    mine = [ply for ply, move in enumerate(record.moves) if record.seats[move.seat] == 0]
    texts = []
    for ply in mine:
        with reproduce(record, ply, find(str(path)), "process") as scene:
            texts.append(scene.play().text)
    assert texts == [record.moves[ply].play for ply in mine]
