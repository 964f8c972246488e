"""A timeout says in which line of the bot its time ran out, at every level."""

import re

import pytest
from sandbox.fakes import BUDGET, FakeBoxes, seat_of
from sandbox.peer import VIEW
from support.cases import case

from arena.guest.protocol import wire
from Game.registry import find

TOP = """\
from Players.Player import Player

def search(observation):
    while True:
        sorted(observation.get_list_actions(), key=lambda action: str(action))

class Mine(Player):
    def think(self, observation, budget):
"""
LATE = {  # the last line of think, and the place that the arena names
    "in a function of its own": ("search(observation)", "line [45] of mine.py, in .+"),
    "in Python's own function": ("import time; time.sleep(9)", "line 9 of mine.py, in think: .+"),
    "in C": ("sum(range(10 ** 12))", "line 9 of mine.py, in think"),
}


@pytest.mark.slow
def test_a_late_bot_in_a_container_gets_the_line_where_it_was(docker, match, tmp_path, monkeypatch):
    check_places("docker", match, tmp_path, monkeypatch)


@pytest.mark.parametrize("level", ["process", "reduced", "sandbox", "inprocess"])
def test_a_late_bot_gets_the_line_where_it_was(level, match, tmp_path, monkeypatch):
    check_places(level, match, tmp_path, monkeypatch)


def check_places(level, match, folder, monkeypatch):
    """The arena names the line of late bots at this level. Each plays one card in one game."""
    monkeypatch.setattr("arena.sandbox.boxes.place_in_c.DUMPING", 60)
    late = dict(LATE)
    if level == "inprocess":
        del late["in C"]  # such a bot never gives Python's lock back
    bots = []
    for line, _ in late.values():
        (folder / str(len(bots))).mkdir()
        bots.append(folder / str(len(bots)) / "mine.py")
        bots[-1].write_text(f"{TOP}        {line}\n")
    game = find("agram")(players=str(len(bots)), cards="1")
    _, (record,) = match(level, *map(str, bots), game=game, budget=BUDGET)
    faults = sorted(record.faults, key=lambda fault: fault.seat)
    for (name, (_, place)), fault in zip(late.items(), faults, strict=True):
        with case(name):
            assert fault.verdict == "timeout"
            reason = fault.reason
            assert re.search(f"; the bot was in {place}$", reason), reason


TALES = {
    "another sentence": "it is the machine's fault",
    "without end": f"no answer within {BUDGET} s" + " lies" * 1000,
    "several lines": f"no answer within {BUDGET} s\n\x1b[2Jand more",
}


def test_a_false_line_does_not_change_the_verdict(machine):
    for name, reason in TALES.items():
        boxes = FakeBoxes(
            machine,
            lambda said, why=reason: (
                (0, wire.Failed(1, "timeout", why, "")) if said == "interrupt" else None
            ),
        )
        seat = seat_of(boxes)
        seat.new_game(1)
        with case(name):
            result = seat.ask(VIEW, 1).fault.reason
            assert result.startswith(f"no answer within {BUDGET} s")
            assert result.isprintable()
            assert len(result) <= 300
