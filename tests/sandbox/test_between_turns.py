"""Bots that think when it is not their turn are stopped, and that is noted."""

import pytest
from sandbox.conftest import LEVELS, need
from sandbox.peer import VIEW

from arena.bots import find as find_bot
from arena.sandbox.isolation import Isolation
from Game.registry import find, observer


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_that_thinks_between_its_turns_is_stopped_and_noted(match, write_bot, level):
    start = """
    import threading
    if o.main_deck.len() == 28:
        threading.Thread(target=spin, daemon=True).start()
    """
    spin = "def spin():\n    while True:\n        sum(range(1000))\n"
    slow = write_bot("import time\ntime.sleep(0.02)", name="slow.py")
    _, (honest,) = match(level, slow, "random", budget=0.5)
    assert honest.notes == []
    burner = write_bot(start, before=spin, name="burner.py")
    _, (burnt,) = match(level, burner, slow, budget=0.5)
    assert [note.split(",")[0] for note in burnt.notes] == ["Mine"] * 2
    assert all("between its turns" in note for note in burnt.notes)
    assert not burnt.faults


@pytest.mark.parametrize("level", LEVELS)
def test_who_thinks_in_anothers_turn_is_stopped_in_that_turn(write_bot, level):
    need(level)
    game = find("brisca")()
    spin = "def spin():\n    while True:\n        sum(range(1000))\n"
    burner = write_bot(
        "import threading\nfor _ in range(8):\n"
        "    threading.Thread(target=spin, daemon=True).start()",
        before=spin,
        name="burner.py",
    )
    slow = write_bot("import time\ntime.sleep(0.2)", name="slow.py")
    with Isolation() as place:
        mine, theirs = (
            place.seat(level, find_bot(bot), game, observer("brisca"), 1.0, True)
            for bot in (burner, slow)
        )
        for one in (mine, theirs):
            one.new_game(1)
            assert one.ask(VIEW, 0).fault is None
        assert mine.notes()
        assert not theirs.notes()
