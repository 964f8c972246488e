"""A timeout says in which line of the bot its time ran out, at every level."""

import re

import pytest
from sandbox.conftest import need
from sandbox.fakes import BUDGET, FakeBoxes, seat_of
from sandbox.peer import VIEW
from support.cases import case

from arena.bots.bot import find as find_bot
from arena.guest.protocol import wire
from arena.match.run import RunOptions, new_match
from arena.workers.room import Room
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
def test_a_late_bot_in_a_container_gets_the_line_where_it_was(docker, tmp_path, monkeypatch):
    check_places("docker", tmp_path / "mine.py", monkeypatch)


@pytest.mark.parametrize("level", ["process", "reduced", "sandbox", "inprocess"])
def test_a_late_bot_gets_the_line_where_it_was(level, shared_fork_servers, tmp_path, monkeypatch):
    need(level)
    check_places(level, tmp_path / "mine.py", monkeypatch)


def check_places(level, path, monkeypatch):
    """Late bots at this level are told where they were."""
    monkeypatch.setattr("arena.sandbox.boxes.place_in_c.DUMPING", 60)
    for name, (line, place) in LATE.items():
        if (level, name) == ("inprocess", "in C"):
            continue  # such a bot never gives Python's lock back
        path.write_text(f"{TOP}        {line}\n")
        game, bots = (
            find("agram")(players="2", cards="1"),
            [find_bot(str(path)), find_bot("random")],
        )
        run = new_match(game, bots, 1, RunOptions(isolation=level, budget=BUDGET))
        with case(name), Room(run) as room:
            (fault,) = room.play(run.fixtures[0]).faults
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
            told = seat.ask(VIEW, 1).fault.reason
            assert told.startswith(f"no answer within {BUDGET} s")
            assert told.isprintable()
            assert len(told) <= 300
