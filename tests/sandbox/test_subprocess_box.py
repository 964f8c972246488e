"""Boxes without a fork server, as on macOS and Windows. Here the tests do without it."""

import os
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress

import pytest
from sandbox.conftest import gone, living
from sandbox.peer import LOAD
from support.paths import PATHS, ROOT

from arena.common.errors import BotError
from arena.guest.protocol.limits import Limits, Order
from arena.sandbox import box_seat, levels
from arena.sandbox.boxes import subprocess_box
from arena.sandbox.boxes.subprocess_box import SubprocessBoxes
from Game.registry import find

HEAD = "from Players.Player import Player\nimport os, time\n"


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch):
    """A system that has neither descriptors of processes nor `poll`.

    It does not count how long a process waits for a core. So bots have much time here.
    """
    monkeypatch.setattr(box_seat, "LOADING", 60)
    monkeypatch.setattr(subprocess_box, "lacks_fork_servers", lambda: True)
    monkeypatch.delattr(select, "poll")
    levels.unavailable.cache_clear()
    yield
    levels.unavailable.cache_clear()


@pytest.fixture
def mine(tmp_path):
    def write(think: str, name: str = "mine.py") -> str:
        body = "\n".join("        " + line for line in think.splitlines())
        (tmp_path / name).write_text(
            f"{HEAD}\n\nclass Mine(Player):\n    def think(self, o, budget):\n{body}\n"
            f"        return o.get_list_actions()[0]\n"
        )
        return str(tmp_path / name)

    return write


def test_the_games_are_the_same_as_in_this_process(match, mine, traceless):
    bot = mine("return self.dice.choice(o.get_list_actions())")
    here, there = (
        match(level, bot, "random", games=2, budget=60)[1] for level in ("inprocess", "process")
    )
    assert [[move.play for move in record.moves] for record in here] == [
        [move.play for move in record.moves] for record in there
    ]
    assert {record.isolation for record in there} == {"process"}
    assert not any(record.faults for record in there)


FAULTS = {
    "an exception": ("raise ValueError('no')", "exception"),
    "a late answer": ("time.sleep(1)", "timeout"),
    "an endless loop": (
        "while True:\n    try: sum(range(10**12))\n    except BaseException: pass",
        "timeout",
    ),
    "its end": ("os._exit(0)", "crashed"),
    "something illegal": ("return None", "illegal"),
}


@pytest.mark.parametrize("think, verdict", FAULTS.values(), ids=FAULTS)
@pytest.mark.slow
def test_a_fault_has_its_verdict_and_the_game_goes_on(match, mine, traceless, think, verdict):
    budget = 0.6 if verdict == "timeout" else 60
    game = find("agram")(players="2", cards="3")
    _, (record,) = match("process", mine(think), "random", game=game, budget=budget)
    assert len(record.moves) == 6
    assert {fault.verdict for fault in record.faults} - {"forfeit"} == {verdict}
    assert not [fault for fault in record.faults if fault.seat == 1]


def test_the_output_comes_with_the_fault(match, mine):
    _, (record,) = match("process", mine("print('before')\nraise ValueError"), "random", budget=60)
    assert record.faults[0].output.strip() == "before"


def test_the_reason_is_reported_if_a_bot_cannot_be_loaded(match, tmp_path):
    (tmp_path / "bad.py").write_text("import no_such_module\n")
    with pytest.raises(BotError, match="no_such_module"):
        match("process", str(tmp_path / "bad.py"), "random")


def test_a_level_whose_process_does_not_start_is_not_available(monkeypatch, traceless):
    monkeypatch.setattr(subprocess_box, "subprocess_command", lambda: [sys.executable, "-c", "1/0"])
    assert "ZeroDivisionError" in levels.unavailable("process")


def test_a_process_that_ends_before_we_write_to_it_is_reported_too(monkeypatch, traceless):
    class Ended(subprocess.Popen):
        def __init__(self, *arguments, **options):
            super().__init__(*arguments, **options)
            self.wait()

    monkeypatch.setattr(subprocess_box.subprocess, "Popen", Ended)
    monkeypatch.setattr(subprocess_box, "subprocess_command", lambda: [sys.executable, "-c", "1/0"])
    levels.unavailable.cache_clear()
    assert "ZeroDivisionError" in levels.unavailable("process")


def test_processes_that_a_bot_has_started_end_with_it(match, mine, traceless):
    bot = mine("import subprocess\nsubprocess.Popen(['/bin/sleep', '60'])")
    _, (record,) = match("process", bot, "random", budget=60)
    assert not record.faults


def test_only_the_process_itself_is_let_in(monkeypatch):
    """Another program on this machine is faster, and knows everything but the word."""
    create = socket.create_server
    strangers = []

    def watched(address):
        listener = create(address)
        for said in (b"c", b"x" * 32 + b"c", b""):
            strangers.append(socket.create_connection(listener.getsockname()))
            strangers[-1].sendall(said)
        return listener

    monkeypatch.setattr(subprocess_box.socket, "create_server", watched)
    box = SubprocessBoxes().box(Order(Limits(2**28), "brisca", {}), LOAD)
    try:
        for stranger in strangers:
            stranger.settimeout(60)
            with suppress(ConnectionResetError):
                assert stranger.recv(1) == b""
    finally:
        box.close()
        for stranger in strangers:
            stranger.close()


def test_kill_9_of_the_arena_ends_even_a_bot_that_does_not_listen(mine, tmp_path):
    deep = tmp_path / "deep"
    bot = mine(f"open({str(deep)!r}, 'w').close()\nwhile True: pass")
    script = (
        "import sys; from arena.bots.bot import find;"
        "from arena.sandbox.box_seat import BoxedSeat, SeatTerms;"
        "from arena.sandbox.boxes.subprocess_box import SubprocessBoxes;"
        "from Game.core.stream import Stream;"
        "from Game.registry import find as game; brisca = game('brisca')();"
        "seat = BoxedSeat(SubprocessBoxes(), find(sys.argv[1]), brisca, SeatTerms(60.0, True));"
        "seat.ask(brisca.deal(Stream(1)).view(0), 0)"
    )
    before = living()
    with subprocess.Popen(
        [sys.executable, "-c", script, bot],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(PATHS)},
        cwd=ROOT,
    ) as arena:
        while not deep.exists() and arena.poll() is None:
            time.sleep(0.01)
        (there,) = living(arena.pid)
        descriptor = os.pidfd_open(there)
        arena.send_signal(signal.SIGKILL)
    try:
        assert _ends(descriptor)
    finally:
        os.close(descriptor)
    assert not gone(before)


def _ends(process: int, seconds: float = 60.0) -> bool:
    return bool(select.select([process], [], [], seconds)[0])


def test_waiting_is_the_same_without_poll():
    from arena.sandbox.boxes.polling import READ, WRITE, poller

    ours, theirs = socket.socketpair()
    with ours, theirs:
        waiting = poller()
        waiting.register(ours.fileno(), READ)
        assert waiting.poll(0) == []
        writer = threading.Thread(target=theirs.send, args=(b"x",))
        writer.start()
        assert waiting.poll(60_000) == [(ours.fileno(), READ)]
        writer.join()
        waiting.unregister(ours.fileno())
        waiting.register(ours.fileno(), WRITE)
        assert waiting.poll(0) == [(ours.fileno(), WRITE)]
