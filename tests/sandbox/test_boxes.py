"""The contents of a box: packages, names, memory, random numbers."""

from random import Random

import pytest
from sandbox.conftest import LEVELS
from support.paths import ROOT

from arena.common.errors import BotError
from arena.replay.replayer import verify
from arena.sandbox.box_order import MEMORY
from arena.sandbox.boxes.box import LOG
from Game.core.keys import KeyedStream, derive, master_key, seed_number
from Game.core.stream import Stream
from Game.registry import USER_GAME, find


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
def test_the_output_comes_with_the_fault_and_is_limited(match, write_bot, level, traceless):
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
@pytest.mark.slow
def test_nothing_in_the_box_tells_the_opponent_or_the_game(match, write_bot, level, fork_servers):
    bot = write_bot(ABOUT)
    rows = set()
    for opponent in ("random", "greedy"):
        fork_servers.end()  # the next match has others
        _, records = match(level, bot, opponent, seed=opponent, budget=5)
        rows |= {fault.reason for record in records for fault in record.faults}
    assert len(rows) == 1


def test_the_sandbox_has_a_name_and_a_place_of_its_own(match, write_bot):
    bot = write_bot(
        "import os, sys\n"
        "raise ValueError(os.uname().nodename, os.getcwd(), os.getpid(), os.getppid(), __file__)"
    )
    _, (record,) = match("sandbox", bot, "random")
    assert f"('box', '/', 1, 0, '{bot}')" in record.faults[0].reason


@pytest.mark.parametrize("level", LEVELS)
def test_a_forbidden_import_names_the_allowed_packages(match, write_bot, level):
    with pytest.raises(BotError, match=r"No module named 'click' here.*bots may import: numpy"):
        match(level, write_bot("pass", before="import click"), "random")


def test_a_path_may_have_unusual_letters(match, write_bot):
    bot = write_bot("raise ValueError", name="<b> '\"é\u202e.py")
    _, (record,) = match("sandbox", bot, "random")
    verify(record)
    assert {fault.verdict for fault in record.faults} == {"exception"}


def test_the_seed_of_a_bot_does_not_reveal_the_deal():
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


def test_memory_is_limited_in_a_box(match, write_bot):
    bot = write_bot("return bytearray(boxes)", before=f"boxes = {MEMORY}")
    _, (record,) = match("sandbox", bot, "random")
    assert {fault.verdict for fault in record.faults} == {"memory"}


def test_a_described_game_may_be_long(match):
    """Its text is in the order of the box."""
    text = (ROOT / "Game/recycle/games/onemore.gdl").read_text("utf-8")
    long = text + ';; a "comment" with quotes\n' * 1300
    assert 35_000 < len(long) < 40_000
    game = find(USER_GAME)(file="long.gdl", text=long, players="2")
    _, (record,) = match("process", "random", "random", game=game)
    assert not record.faults
