"""What a seat makes of what its bot says: verdicts in time, restarts, names."""

import select
import socket
import threading
import time

import pytest
from sandbox.peer import BUDGET, KINDLY, VIEW, Peer, frame

from arena.sandbox.boxed import GRACE, RESTARTS, WAKING


def answer(peer: Peer) -> None:
    """An honest bot that always plays action 5."""
    while True:
        said = peer.hear()
        peer.say(["move", said[1], 5] if said[0] == "act" else ["ready", ""])


def first(*said: bytes, wait: float = 0):
    def play(peer: Peer) -> None:
        peer.hear()
        time.sleep(wait)
        for piece in said:
            peer.channel.sendall(piece)
        peer.hear()

    return play


VERDICTS = {
    "a stale answer": ("protocol", first(frame(["move", 6, 5]))),
    "an answer to come": ("protocol", first(frame(["move", 8, 5]))),
    "another message": ("protocol", first(frame(["ready", "x"]))),
    "a fault of the arena": ("protocol", first(frame(["failed", 7, "internal", "", ""]))),
    "a forfeit": ("protocol", first(frame(["failed", 7, "forfeit", "", ""]))),
    "an exception": ("exception", first(frame(["failed", 7, "exception", "x", "y"]))),
    "garbage": ("protocol", first(bytes(10))),
    "half a frame": ("timeout", first(frame(["move", 7, 5])[:-1])),
    "silence": ("timeout", first()),
    "a late answer": ("timeout", first(frame(["move", 7, 5]), wait=BUDGET + GRACE + 0.005)),
    "the end": ("crashed", lambda peer: peer.channel.shutdown(socket.SHUT_RDWR)),
}


@pytest.mark.parametrize("verdict, play", VERDICTS.values(), ids=VERDICTS)
def test_what_a_bot_does_has_its_verdict_in_time(seat, verdict, play):
    mine = seat(play)
    mine.name()
    mine.new_game(1)
    started = time.perf_counter()
    got = mine.ask(VIEW, 7)
    took = time.perf_counter() - started
    assert got.fault is not None
    assert got.fault.verdict == verdict
    assert took < BUDGET + GRACE + WAKING + KINDLY


def test_an_answer_that_nobody_asked_for_is_a_fault_of_the_protocol(seat):
    begun = threading.Event()

    def play(peer: Peer) -> None:
        begun.wait(10)
        peer.say(["move", 7, 5])

    mine = seat(play)
    mine.name()
    mine.new_game(1)
    begun.set()
    assert select.select([mine._box.channel], [], [], 10)[0]
    assert mine.ask(VIEW, 7).fault.verdict == "protocol"


def test_an_answer_is_an_answer(seat):
    mine = seat(answer)
    mine.name()
    mine.new_game(1)
    got = mine.ask(VIEW, 7)
    assert (got.action, got.fault) == (5, None)


def test_a_bot_that_dies_is_started_again_a_few_times_and_then_forfeits(seat):
    mine = seat(lambda peer: peer.hear())  # hears the question, and is gone

    def dies(peer: Peer) -> None:
        peer.be_loaded()
        peer.hear()
        peer.channel.shutdown(socket.SHUT_RDWR)

    mine._nursery.play = dies
    mine.name()
    mine.new_game(1)
    verdicts = [mine.ask(VIEW, ply).fault.verdict for ply in range(RESTARTS + 4)]
    assert verdicts == ["crashed"] * (RESTARTS + 1) + ["forfeit"] * 3
    assert mine._nursery.made == RESTARTS + 1


def test_a_bot_that_dies_while_it_is_loaded_has_died_once_for_each_time(seat):
    mine = seat(lambda peer: peer.channel.shutdown(socket.SHUT_RDWR), loads=False)
    verdicts = [mine.ask(VIEW, ply).fault.verdict for ply in range(RESTARTS + 3)]
    assert verdicts == ["load"] * (RESTARTS + 1) + ["forfeit"] * 2


@pytest.mark.parametrize("name", ["x" * 4000, "\x1b[2J\u202e\n", ""])
def test_a_name_is_short_and_harmless_whatever_is_said(seat, name):
    def play(peer: Peer) -> None:
        peer.hear()
        peer.say(["ready", name])

    told = seat(play, loads=False).name()
    assert 0 < len(told) <= 32
    assert told.isprintable()


def test_an_answer_where_a_game_begins_is_a_fault_of_the_protocol(seat):
    def play(peer: Peer) -> None:
        peer.hear()
        peer.say(["ready", "x"])
        peer.hear()
        peer.say(["move", 0, 1])

    mine = seat(play, loads=False)
    mine.name()
    mine.new_game(1)
    assert mine._box is None
