"""The loop of a slot: when it ends, and when it gives up. The test plays the kernel."""

import socket

import pytest

from arena.guest import slot
from arena.guest.slot import FULL, ROUNDS

BOX = 7  # the number of a box that was forked in a call


@pytest.fixture(autouse=True)
def no_process(monkeypatch) -> None:
    monkeypatch.setattr(slot, "rehearse", lambda order: None)
    monkeypatch.setattr(slot.serve, "print_to", lambda descriptor: None)
    monkeypatch.setattr(slot.gc, "freeze", lambda: None)
    monkeypatch.setattr(slot.signal, "signal", lambda *_: None)
    monkeypatch.setattr(slot.time, "sleep", lambda seconds: None)


def run(said: list[tuple[bytes, int]]) -> None:
    """Run a slot while the kernel module returns these values, one after the other."""

    class Confinement:
        def fork_boxes(self, control: int) -> tuple[bytes, int]:
            return said.pop(0)

    arena, control = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    made = slot.Slot.__new__(slot.Slot)
    made._control, made._order = control, None
    made._confinement = Confinement()
    with arena, control:
        assert made.run() is None


def test_without_room_for_processes_each_box_waits():
    run([*[(FULL, 0)] * (ROUNDS - 1), (FULL, BOX), *[(FULL, 0)] * (ROUNDS - 1), (b"", BOX)])


def test_without_room_for_processes_it_gives_up_with_one_sentence():
    with pytest.raises(BlockingIOError, match="no room for another process"):
        run([(FULL, 0)] * ROUNDS)
