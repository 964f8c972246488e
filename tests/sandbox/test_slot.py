"""The loop of a slot: which processes it kills, and when it gives up. The test plays the kernel."""

import socket

import pytest

from arena.guest import slot
from arena.guest.protocol.levels import SANDBOX, IsolationLevel
from arena.guest.slot import CLEAN, FULL, ROUNDS

OURS, STRANGER = 7, 8


@pytest.fixture
def ended(monkeypatch) -> list[int]:
    """The processes that the slot has killed. A stranger returns until there is no more room."""
    killed: list[int] = []
    monkeypatch.setattr(slot, "rehearse", lambda order: None)
    monkeypatch.setattr(slot.serve, "print_to", lambda descriptor: None)
    monkeypatch.setattr(slot.gc, "freeze", lambda: None)
    monkeypatch.setattr(slot.signal, "signal", lambda *_: None)
    monkeypatch.setattr(slot.time, "sleep", lambda seconds: None)
    monkeypatch.setattr(slot, "descendants", lambda: {OURS, STRANGER} - set(killed))
    monkeypatch.setattr(slot, "has_strangers", lambda ours: STRANGER not in killed)
    monkeypatch.setattr(slot, "_kill", lambda processes: killed.extend(sorted(processes)))
    return killed


def run(said: list[tuple[bytes, int]], level: IsolationLevel = SANDBOX) -> bytes:
    """The answer of the slot if the kernel module returns these values, one after the other."""

    class Confinement:
        def fork_boxes(self, control: int) -> tuple[bytes, int]:
            return said.pop(0)

    arena, control = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    made = slot.Slot.__new__(slot.Slot)
    made._level, made._control, made._order = level, control, None
    made._confinement = Confinement()
    with arena, control:
        assert made.run() is None
        arena.setblocking(False)
        try:
            return arena.recv(16)
        except BlockingIOError:
            return b""


def test_where_there_is_no_room_strangers_end_and_the_box_in_play_does_not(ended):
    """The kernel module begins again in each call: it does not know earlier boxes."""
    run([(CLEAN, OURS), (FULL, 0), (FULL, 0), (b"", 0)])
    assert STRANGER in ended
    assert OURS not in ended


def test_after_a_game_only_strangers_end_and_the_arena_hears_of_it(ended):
    assert run([(CLEAN, OURS), (b"", 0)]) == CLEAN
    assert ended == [STRANGER]


def test_where_there_is_never_room_it_gives_up_with_a_sentence(ended):
    with pytest.raises(BlockingIOError, match="no room for another process"):
        run([(FULL, 0)] * ROUNDS)
