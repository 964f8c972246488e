"""A slot prepares a bot before its games. A bot that uses the slot later finds nothing of it."""

from pathlib import Path

import pytest
from sandbox.conftest import need
from support.processes import processes

from arena.bots.bot import find as find_bot
from arena.sandbox.isolation import Isolation
from Game.core.stream import Stream
from Game.registry import find

# Looks at all objects that can be reached from the modules, the frames and the collector.
SEARCHES = """
import gc, sys
from Players.Player import Player

class Mine(Player):
    def think(self, observation, budget):
        word, seen, found = "dlo_fo_lavir"[::-1], set(), 0
        left = [*sys.modules.values(), sys._getframe(), *gc.get_objects()]
        while left:
            each = left.pop()
            if id(each) not in seen:
                seen.add(id(each))
                found += isinstance(each, str | bytes) and word in str(each)
                left += gc.get_referents(each)
                if type(each).__name__ == "frame" and each.f_back is not None:
                    left.append(each.f_back)
        raise ValueError(f"{len(seen) > 9999} {found > 0}")
"""


@pytest.mark.parametrize("level", ["process", "sandbox"])
def test_a_bot_finds_nothing_of_the_bot_that_used_its_slot_before(tmp_path, level):
    need(level)
    bots = []
    for name in ("rival_of_old", "mine"):
        (tmp_path / f"{name}.py").write_text(SEARCHES)
        bots.append(find_bot(str(tmp_path / f"{name}.py")))
    game = find("brisca")()
    view = game.deal(Stream(1)).view(0)
    slots, found = set(), []
    with Isolation() as place:
        for bot in (*bots, bots[0]):
            seat = place.seat(level, bot, game, 60.0, clock=True)
            for _ in range(2):
                seat.new_game(1)
                found.append(seat.ask(view, 0).fault.reason.partition(": ")[2])
                slots |= {each.parent for each in processes() if each.pid == seat.process}
                seat.end_game()
            place.clear()
    assert len(slots) == 1, "all used one slot"
    assert found == [f"True {is_there}" for is_there in (True, True, False, False, True, True)]


@pytest.mark.parametrize("level", ["process", "sandbox"])
def test_a_bot_that_cannot_be_prepared_is_a_fault_and_not_our_error(tmp_path, level):
    need(level)
    path = Path(tmp_path, "mine.py")
    path.write_text(SEARCHES)
    game = find("brisca")()
    view = game.deal(Stream(1)).view(0)
    with Isolation() as place:
        for spec, reason in ((f"{path}:Yours", "has no Player 'Yours'"), (str(path), "")):
            seat = place.seat(level, find_bot(spec), game, 60.0, clock=True)
            seat.new_game(1)
            fault = seat.ask(view, 0).fault
            assert (fault.verdict == "load") == bool(reason)
            assert reason in fault.reason
            place.clear()
