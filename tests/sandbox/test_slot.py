"""The loop of a slot: when it ends, and when it gives up. The test plays the kernel."""

import socket
from collections.abc import Callable

import pytest

from arena.guest import slot
from arena.guest.slot import BORN, FULL, ROUNDS

BOX = 7  # the number of a box that was forked in a call


class Confinement:
    def of_boxes(self) -> tuple[int, ...]:
        return ()


@pytest.fixture
def run(monkeypatch) -> Callable[[list[tuple[bytes, int]]], None]:
    """Runs a slot while the kernel module returns these values, one after the other."""
    monkeypatch.setattr(slot, "rehearse", lambda order: None)
    monkeypatch.setattr(slot, "print_to", lambda descriptor: None)
    monkeypatch.setattr(slot.signal, "signal", lambda *_: None)
    monkeypatch.setattr(slot.time, "sleep", lambda seconds: None)

    def run_slot(said: list[tuple[bytes, int]]) -> None:
        monkeypatch.setattr(slot.kernel, "fork_boxes", lambda *kind: said.pop(0))
        arena, control = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        made = slot.Slot.__new__(slot.Slot)
        made._control, made._order, made._confinement = control, None, Confinement()
        with arena, socket.socket(fileno=control.fileno()):  # the slot keeps it open
            assert made.run() is None

    return run_slot


def test_without_room_for_processes_each_box_waits(run):
    run([*[(FULL, 0)] * (ROUNDS - 1), (FULL, BOX), *[(FULL, 0)] * (ROUNDS - 1), (b"", BOX)])


def test_a_slot_that_counts_processes_makes_one_box_after_the_other(run):
    run([*[(BORN, BOX)] * (ROUNDS + 1), (b"", BOX)])


def test_without_room_for_processes_it_gives_up_with_one_sentence(run):
    with pytest.raises(BlockingIOError, match="no room for another process"):
        run([(FULL, 0)] * ROUNDS)
