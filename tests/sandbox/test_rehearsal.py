"""The rehearsal in a slot plays a whole first move and leaves nothing behind."""

import sys

import pytest

from arena.guest import alarmed_runner, rehearsal, serve
from arena.guest.protocol.limits import Limits, Order
from Game.registry import USER_GAME, names


@pytest.mark.parametrize("game", [each for each in names() if each != USER_GAME])
def test_a_bot_is_asked_once_and_removed(monkeypatch, game):
    texts = []
    failed = serve.failure_message
    for module in (serve, alarmed_runner):
        monkeypatch.setattr(
            module, "failure_message", lambda *fault: texts.append(fault) or failed(*fault)
        )
    monkeypatch.setattr(serve.wire, "Moved", lambda *moved: texts.append(moved) or Moved(*moved))
    before, finders = set(sys.modules), list(sys.meta_path)
    rehearsal.rehearse(Order(Limits(0), game, {}))
    assert [ply for ply, *_ in texts] == [0] * rehearsal.TIMES, texts
    assert all(len(moved) == 3 for moved in texts), "an action each time, and no fault"
    assert not [name for name in set(sys.modules) - before if "rehearsal" in name]
    assert sys.meta_path == finders


Moved = serve.wire.Moved


def test_a_game_that_cannot_be_played_is_not_an_error_here(monkeypatch):
    asked = []

    def fail(*order):
        asked.append(order)
        raise ZeroDivisionError

    monkeypatch.setattr(rehearsal, "prepare", fail)
    before, finders = set(sys.modules), list(sys.meta_path)
    rehearsal.rehearse(Order(Limits(0), "brisca", {}))
    assert asked == [("brisca", {})]
    assert not [name for name in set(sys.modules) - before if "rehearsal" in name]
    assert sys.meta_path == finders
