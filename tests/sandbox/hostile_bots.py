"""The bots of tests/hostile: the expected verdicts of each, and the checks after its game.

The head of a file names the levels at which the bot is tried, and what an examination says of it.
All are tried in the sandbox. At the other levels are those that attack the box itself: its
processes, memory, files, calls, output, channel and time. A bad answer or a bad name is read by the
same code, whatever box it comes from.
"""

import re
from pathlib import Path

from support.paths import TESTS

from arena.guest.kernel.calls import COMPILED
from arena.match.run import Run
from arena.replay.record import Record
from arena.replay.replayer import verify

BOTS = sorted((TESTS / "hostile").glob("*.py"))
BUDGET = 0.15
LOADING = 0.7  # seconds to load one
EXPECT = re.compile(r"# expect: (.*)\n# levels: (.*)\n(?:# with ctypes: (.*)\n)?")
EXAMINED = re.compile(r"^# examined: (.*)\n", re.M)
# The deal of seed 1, for the bot that searches for it.
DECK = "C3 C5 C4 B7 B3 B5 O7 E4 C11 E7 O6 O1 B4 O4 O12 E6 C6 B10 C10 O10 B2 B6 O3 E2 E12 B11 O2 C7"
ARGUMENTS = {"hunts_the_deck": f'("{DECK}")'}


def expectation(path: Path) -> tuple[set[str], list[str]]:
    """The header of the file: the possible verdicts, and the levels."""
    text = EXPECT.match(path.read_text())
    assert text, f"{path} does not begin with what is expected of it"
    # No bot can import ctypes. Where our calls to the kernel are not compiled, a bot can find it.
    finds_ctypes = not COMPILED and text[3] and text[1] != "load"
    expected = text[3] if finds_ctypes else text[1]
    return set(expected.split(" or ")), text[2].split()


def with_ctypes(path: Path) -> str | None:
    """The expectation for a bot that needs ctypes, if it has ctypes."""
    text = EXPECT.match(path.read_text())
    return text and text[3]


def finding(path: Path) -> str:
    """What an examination must say of the bot; empty if its header does not say."""
    text = EXAMINED.search(path.read_text())
    return text[1] if text else ""


def of_level(level: str) -> list[Path]:
    """The bots that are tried at a level."""
    return [path for path in BOTS if level in expectation(path)[1]]


def name(path: Path) -> str:
    """The bot on the command line, with its arguments."""
    return str(path) + ARGUMENTS.get(path.stem, "")


def assert_the_game_went_on(path: Path, run: Run, record: Record) -> None:
    """It went to its end with an expected verdict, and did not affect the opponent."""
    expected, _ = expectation(path)
    if path.stem in ARGUMENTS:
        assert " ".join(record.deal["deck"]) == DECK
    verify(record)
    assert len(record.moves) == 40
    verdicts = {fault.verdict for fault in record.faults}
    rows = [(fault.verdict, fault.reason, fault.traceback) for fault in record.faults]
    if "fine" not in expected:
        assert record.faults, "there is no fault"
    assert verdicts <= expected, rows
    assert_honest_is_untouched(record)
    assert_it_is_fit_to_be_shown(run, record)


def assert_honest_is_untouched(record: Record) -> None:
    assert not [fault for fault in record.faults if fault.seat in (1, 3)]


def assert_it_is_fit_to_be_shown(run: Run, record: Record) -> None:
    """Names and faults are short, and contain no control characters."""
    assert all(0 < len(bot.name) <= 32 and bot.name.isprintable() for bot in run.bots)
    for fault in record.faults:
        result = fault.reason + fault.traceback + fault.output
        assert len(result) < 30_000
        assert all(c.isprintable() or c == "\n" for c in result)
