"""The wire, the clock and the life of boxes: with a bot's side that the test plays itself, and with
real ones."""

import os
import pickle
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random
from textwrap import dedent

import msgspec
import pytest
from sandbox.conftest import descriptors, gone, living, memory, need
from support.paths import PATHS, ROOT

from arena.bots import find as find_bot
from arena.errors import BotError
from arena.guest import wire
from arena.replay.replayer import verify
from arena.run import new_run
from arena.sandbox import boxed
from arena.sandbox.box import LOG, Box, Gone, Late
from arena.sandbox.boxed import GRACE, RESTARTS, WAKING, BoxedSeat
from arena.sandbox.isolation import Isolation
from arena.schedule.fixtures import Fixture
from arena.workers.here import Room
from Game.core.keys import KeyedStream, derive, master_key, seed_number
from Game.core.stream import Stream
from Game.registry import find, observer

LEVELS = ("process", "sandbox")
KINDLY = 0.25  # seconds that a busy machine may add to any deadline
BUDGET = 0.1
HEAD = "from Players.Player import Player\n"


def frame(message: object) -> bytes:
    data = message if isinstance(message, bytes) else msgspec.msgpack.encode(message)
    return len(data).to_bytes(4, "big") + data


class Mock:
    """Where the test itself sits in the box: `play(peer)` runs in a thread of ours."""

    level = "mock"

    def __init__(self, play) -> None:
        self.play = play
        self.made = 0
        self._left = ExitStack()

    def box(self, limits=None) -> Box:
        self.made += 1
        channel, inside = socket.socketpair()
        output, printed = os.pipe()
        process = subprocess.Popen(["/bin/sleep", "60"])
        peer = Peer(inside, printed)
        thread = threading.Thread(target=self._run, args=(peer,))
        thread.start()
        self._left.callback(peer.close)
        self._left.callback(thread.join)
        self._left.callback(process.wait)
        self._left.callback(process.kill)
        self._left.callback(inside.shutdown, socket.SHUT_RDWR)
        return Box(channel, output, os.pidfd_open(process.pid))

    def _run(self, peer: "Peer") -> None:
        with suppress(OSError):  # the arena has hung up
            self.play(peer)

    def close(self) -> None:
        self._left.close()


class Peer:
    def __init__(self, channel: socket.socket, output: int) -> None:
        self.channel = channel
        self.output = output

    def close(self) -> None:
        self.channel.close()
        os.close(self.output)

    def hear(self) -> list:
        """The next message from the arena; an OSError at the end."""
        data = b""
        while len(data) < 4 or len(data) < 4 + int.from_bytes(data[:4], "big"):
            piece = self.channel.recv(
                4 - len(data) if len(data) < 4 else 4 + int.from_bytes(data[:4], "big") - len(data)
            )
            if not piece:
                raise ConnectionError
            data += piece
        return msgspec.msgpack.decode(data[4:])

    def say(self, message: object) -> None:
        self.channel.sendall(frame(message))

    def be_loaded(self) -> None:
        """Answer until the first question."""
        self.hear()
        self.say(["ready", "Mock"])
        self.hear()
        self.say(["ready", ""])


@pytest.fixture
def mock():
    made: list[Mock] = []

    def start(play) -> Mock:
        made.append(Mock(play))
        return made[-1]

    yield start
    for each in made:
        each.close()


@pytest.fixture
def seat(mock):
    """A seat whose bot is the test: it is loaded, and then does `play(peer)`."""
    seats: list[BoxedSeat] = []

    def sit(play, *, loads: bool = True) -> BoxedSeat:
        def loaded(peer: Peer) -> None:
            if loads:
                peer.be_loaded()
            play(peer)

        one = BoxedSeat(mock(loaded), find_bot("random"), find("brisca")(), BUDGET, clock=True)
        seats.append(one)
        return one

    yield sit
    for one in seats:
        one.close()


VIEW = find("brisca")().deal(Stream(1)).view(0)


def soon(seconds: float = BUDGET) -> int:
    return time.perf_counter_ns() + int(seconds * 1e9)


# What is heard


GARBAGE = {
    "a giant header": b"\xff\xff\xff\xff",
    "one byte too many": (wire.FROM_BOT + 1).to_bytes(4, "big"),
    "a frame of nothing": bytes(4),
    "noise": frame(bytes(range(256))),
    "text": b"HTTP/1.1 200 OK\r\n\r\n",
    "two answers": frame(["move", 0, 1]) * 2,
    "an answer and a half": frame(["move", 0, 1]) + b"\0",
    "nested": frame(b"\x91" * 4000),
    "nested maps": frame(b"\x81" * 4000),
    "nested 100,000 deep": frame(b"\x91" * 100_000),
    "invalid UTF-8": frame(b"\x95\xa6failed\x00\xa9exception\xa2\xff\xfe\xa0"),
    "a surrogate": frame(b"\x95\xa6failed\x00\xa9exception\xa3\xed\xa0\x80\xa0"),
    "a number of 64 bits": frame(["move", 0, 2**64 - 1]),
    "a number of 400 digits": frame(b'["move",0,1' + b"0" * 400 + b"]"),
    "True": frame(["move", 0, True]),
    "a float": frame(["move", 0, 1.5]),
    "NaN": frame(["move", 0, float("nan")]),
    "None": frame(["move", 0, None]),
    "text for a number": frame(["move", 0, "1"]),
    "a list for a number": frame(["move", 0, [1]]),
    "too short": frame(["move", 0]),
    "an unknown word": frame(["run", 0, 1]),
    "a map": frame({"type": "move", "seq": 0, "action": 1}),
    "a huge length in a small frame": frame(b"\xdd\xff\xff\xff\xff"),
    "a huge text in a small frame": frame(b"\x92\xa5ready\xdb\xff\xff\xff\xff"),
    "a pickle": frame(pickle.dumps(os.system)),
}


@pytest.mark.parametrize("said", GARBAGE.values(), ids=GARBAGE)
def test_garbage_is_a_fault_of_the_protocol(mock, said):
    box = mock(lambda peer: peer.channel.sendall(said)).box()
    with pytest.raises(wire.ProtocolError) as caught:
        box.receive(soon(5))
    assert len(str(caught.value)) < 300
    box.close()


def test_one_point_nought_is_no_number_of_an_action(mock):
    box = mock(lambda peer: peer.say(["move", 0, 1.0])).box()
    with suppress(wire.ProtocolError):
        assert type(box.receive(soon(5)).action) is int  # msgspec may take it for the number 1
    box.close()


def test_a_message_is_whole_however_it_is_cut(mock):
    def play(peer: Peer) -> None:
        for byte in frame(["move", 3, 7]):
            peer.channel.sendall(bytes([byte]))
            time.sleep(0.001)

    box = mock(play).box()
    assert box.receive(soon(5)) == wire.Moved(3, 7)
    box.close()


def test_who_hangs_up_is_gone(mock):
    box = mock(lambda peer: peer.channel.shutdown(socket.SHUT_RDWR)).box()
    with pytest.raises(Gone):
        box.receive(soon(5))
    box.close()


def drip(peer: Peer) -> None:
    for byte in frame(bytes(4000)):
        peer.channel.sendall(bytes([byte]))
        time.sleep(0.001)


def flood_the_output(peer: Peer) -> None:
    os.set_blocking(peer.output, False)
    for _ in range(50_000):
        with suppress(BlockingIOError):
            os.write(peer.output, bytes(65536))


LATE = {
    "silence": lambda peer: None,
    "half a frame": lambda peer: peer.channel.sendall(frame(["move", 0, 1])[:6]),
    "three bytes of a header": lambda peer: peer.channel.sendall(bytes(3)),
    "a drip": drip,
    "a flood of output": flood_the_output,
}


@pytest.mark.parametrize("play", LATE.values(), ids=LATE)
def test_the_arena_waits_until_the_deadline_and_no_longer(mock, play):
    box = mock(play).box()
    started = time.perf_counter()
    with pytest.raises(Late):
        box.receive(soon(0.1))
    assert 0.1 <= time.perf_counter() - started < 0.1 + KINDLY
    assert len(box.log) <= LOG
    box.close()


def test_output_that_is_always_there_does_not_hold_the_clock(mock, monkeypatch):
    box = mock(lambda peer: os.write(peer.output, b"x")).box()
    monkeypatch.setattr(box, "read_output", lambda: None)  # as if it came faster than it is read
    started = time.perf_counter()
    with pytest.raises(Late):
        box.receive(soon(0.1))
    assert time.perf_counter() - started < 0.1 + KINDLY
    box.close()


def test_who_does_not_read_is_late_and_does_not_block(mock):
    box = mock(lambda peer: None).box()
    started = time.perf_counter()
    message = frame(bytes(10**6))
    with pytest.raises(Late):
        box.send(message)
    with pytest.raises(Late):
        box.send_all(bytes(10**7), soon(0.1))
    assert time.perf_counter() - started < 0.1 + KINDLY
    box.close()


# What a seat makes of it


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


# Real boxes


@pytest.fixture
def write_bot(tmp_path):
    def write(think: str, *, before: str = "", name: str = "mine.py") -> str:
        body = "\n".join("        " + line for line in dedent(think).strip().splitlines())
        path = tmp_path / name
        path.write_text(
            f"{HEAD}{dedent(before)}\n\nclass Mine(Player):\n"
            f"    def think(self, o, budget):\n{body}\n        return o.get_list_actions()[0]\n"
        )
        return str(path)

    return write


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_gives_the_same_games_at_every_level(match, write_bot, level):
    bot = write_bot(
        """
        import random
        actions = o.get_list_actions()
        other = o.get_randomized_clone()
        if o.main_deck.len() % 3 == 0:
            return random.choice(actions)
        return self.dice.choice(actions)
        """
    )
    games = {
        where: match(where, bot, "random", games=2, budget=5)[1] for where in ("inprocess", level)
    }
    inside, outside = (
        [[move.play for move in record.moves] for record in records] for records in games.values()
    )
    assert inside == outside
    assert not any(record.faults for records in games.values() for record in records)


@pytest.mark.parametrize("level", LEVELS)
def test_what_it_printed_comes_with_the_fault_and_is_capped(match, write_bot, level, traceless):
    bot = write_bot('print("before")\nprint("x" * 100_000)\nraise ValueError')
    _, (record,) = match(level, bot, "random")
    output = record.faults[0].output
    assert output.startswith("before\nxxx")
    assert len(output) <= LOG


ABOUT = """
import os, sys
def fds():
    found = []
    for i in range(1024):
        try: found.append((i, os.fstat(i).st_mode, os.fstat(i).st_rdev))
        except OSError: pass
    return found
shown = [dict(os.environ), sys.path, os.getcwd(), __file__, os.getuid(), os.getgid(), fds(),
         sys.flags, sorted(sys.modules)]
if os.getppid() == 0:
    shown += [os.getpid(), os.getpgrp(), os.getsid(0), os.uname().nodename, os.listdir("/")]
    shown.append(sys.argv)
raise ValueError(" ".join(str(shown).split())[:180] + f" {hash(str(shown))}")
"""


@pytest.mark.parametrize("level", LEVELS)
def test_nothing_in_the_box_tells_the_opponent_or_the_game(match, write_bot, level):
    bot = write_bot(ABOUT)
    told = {
        fault.reason
        for opponent in ("random", "alwaysfirst", "greedy")
        for record in match(level, bot, opponent, seed=opponent)[1]
        for fault in record.faults
    }
    assert len(told) == 1


def test_the_sandbox_has_a_name_and_a_place_of_its_own(match, write_bot):
    bot = write_bot(
        "import os, sys\n"
        "raise ValueError(os.uname().nodename, os.getcwd(), os.getpid(), os.getppid(), __file__)"
    )
    _, (record,) = match("sandbox", bot, "random")
    assert f"('box', '/', 1, 0, '{bot}')" in record.faults[0].reason


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


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_that_needs_numpy_plays(match, write_bot, level):
    pytest.importorskip("numpy")
    bot = write_bot(
        "assert np.linalg.inv(np.eye(40) * 2).sum() == 20\nassert np.random.rand() >= 0",
        before="import numpy as np",
    )
    _, (record,) = match(level, bot, "random", budget=1)
    assert not record.faults


@pytest.mark.parametrize("level", LEVELS)
def test_who_imports_another_package_is_told_which_are_allowed(match, write_bot, level):
    with pytest.raises(BotError, match=r"No module named 'click' here.*bots may import: numpy"):
        match(level, write_bot("pass", before="import click"), "random")


def test_a_path_with_odd_letters_is_no_trouble(match, write_bot):
    bot = write_bot("raise ValueError", name="<b> '\"é\u202e.py")
    _, (record,) = match("sandbox", bot, "random")
    verify(record)
    assert {fault.verdict for fault in record.faults} == {"exception"}


def test_the_seed_of_a_bot_tells_nothing_of_the_deal():
    game, master = find("brisca")(), master_key("secret")
    hits = tried = 0
    for deal in range(300):
        dealt = game.write_deal(game.deal(KeyedStream(derive(master, "deal", deal))))
        seed = seed_number(derive(master, "bot", deal, 0, "Mine"))
        key = seed.to_bytes(8, "big")
        for guess in (
            Stream(seed),
            KeyedStream(key),
            KeyedStream(key + bytes(24)),
            KeyedStream(derive(key, "deal", deal)),
            KeyedStream(derive(master_key(seed), "deal", deal)),
            _Twister(seed),
        ):
            guessed = game.write_deal(game.deal(guess))
            hits += sum(a == b for a, b in zip(guessed["deck"], dealt["deck"], strict=True))
            tried += len(dealt["deck"])
    assert abs(hits / tried - 1 / 40) < 0.004  # five deviations


class _Twister(Stream):
    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def bits(self) -> int:
        return self._random.getrandbits(64)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("bots", [("random", "random"), ("stuck", "random")])
def test_kill_9_in_the_middle_of_a_match_leaves_nothing(tmp_path, write_bot, level, bots):
    need(level)
    stuck = write_bot("while True:\n    try: sum(range(10**12))\n    except BaseException: pass")
    names = [stuck if bot == "stuck" else bot for bot in bots]
    script = (
        "from arena.bots import find as bot; from arena.run import new_run; import sys;"
        "from arena.workers import here; from Game.registry import find;"
        "run = new_run(find('brisca')(), [bot(b) for b in sys.argv[2:]], 100000,"
        "              isolation=sys.argv[1], budget=30.0);"
        "print('on', flush=True);"
        "[None for _ in here.play(run, run.fixtures)]"
    )
    playing = subprocess.Popen(
        [sys.executable, "-c", script, level, *names],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(PATHS)},
        stdout=subprocess.PIPE,
        cwd=ROOT,
    )
    with playing:
        said = playing.stdout.readline()
        time.sleep(0.7)  # it starts its warm parent, and is in the middle of a game
        below = living(playing.pid)
        playing.kill()
    assert said == b"on\n"
    assert len(below) >= 2  # the warm parent, and a box
    end = time.monotonic() + 5
    while (left := {pid for pid in below if _is_there(pid)}) and time.monotonic() < end:
        time.sleep(0.02)
    assert not left


def _is_there(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_two_hundred_matches_leave_everything_as_it_was(level):
    need(level)
    bots = [find_bot(bot) for bot in ("random", "alwaysfirst", "greedy")]
    run = new_run(find("brisca")(), bots[:2], 1, seed="1", isolation=level, budget=1.0)
    before = living()
    with Room(run) as room:
        for i in range(200):
            # `clear` is what ends a match; here every game is one.
            room._match = frozenset()
            record = room.play(Fixture(i, (i % 2, 1 - i % 2)))
            assert not record.faults
            if i == 10:
                early = descriptors(), memory()
        assert descriptors() == early[0]
        assert memory() < early[1] + 8 * 2**20
        room._isolation.clear()
        assert len(gone(before, 1.0)) <= 3  # the warm parent, and bubblewrap's two
    assert not gone(before)


def test_boxes_killed_by_somebody_else_crash_and_the_game_goes_on(write_bot):
    need("sandbox")
    game = find("brisca")()
    with Isolation() as place:
        mine = place.seat("sandbox", find_bot("random"), game, observer("brisca"), 1.0, True)
        mine.new_game(1)
        assert mine.ask(VIEW, 0).fault is None
        mine._box.signal(signal.SIGKILL)
        assert mine.ask(VIEW, 1).fault.verdict == "crashed"
        assert mine.ask(VIEW, 2).fault is None


def test_memory_is_limited_in_a_box(match, write_bot):
    bot = write_bot("return bytearray(boxes)", before=f"boxes = {boxed.MEMORY}")
    _, (record,) = match("sandbox", bot, "random")
    assert {fault.verdict for fault in record.faults} == {"memory"}
