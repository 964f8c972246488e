"""Data of one game does not reach the bot's next game, wherever the bot hides it."""

from pathlib import Path

import pytest
from sandbox.conftest import need
from support import cups
from support.paths import TESTS

from arena.bots.bot import find as find_bot
from arena.competition.config.seed import PLACE
from arena.match.run import RunOptions, new_match
from arena.sandbox.host.cleanup import place_in_memory
from arena.sandbox.isolation import Isolation
from arena.workers import here
from Game.registry import find

BOT = TESTS / "hostile" / "remembers.py"
KNOCKOUT = '[[phase]]\nname = "all"\nkind = "knockout"\ngames = 2\n'
pytestmark = pytest.mark.usefixtures("shared_fork_servers")

ENOUGH = 20  # places that keep a word within a game; if they were fewer, this would test little


def faults(level: str, bots: list[str], games: int, budget: float = 5.0) -> list[str]:
    need(level)
    run = new_match(
        find("brisca")(),
        [find_bot(bot) for bot in bots],
        games,
        RunOptions(isolation=level, budget=budget),
    )
    return [
        f"{fault.verdict}: {fault.reason}"
        for record in here.play(run, run.fixtures)
        for fault in record.faults
    ]


@pytest.mark.parametrize(
    "level, games",
    [
        ("sandbox", 6),
        pytest.param("sandbox", 200, marks=pytest.mark.slow),
        pytest.param("process", 10, marks=pytest.mark.slow),
        pytest.param("reduced", 10, marks=pytest.mark.slow),
    ],
)
def test_no_place_keeps_data_from_one_game_to_the_next(traceless, level, games):
    assert faults(level, [str(BOT), str(BOT)], games) == []


ALONE = "from Players.Player import Player\n\nclass Mine(Player):\n    pass\n"


@pytest.mark.parametrize("is_package", [False, True])
def test_all_files_of_a_sandbox_are_in_memory(tmp_path, is_package):
    """A file system on a disk remembers names that do not exist, and how long a look takes shows
    it."""
    need("sandbox")
    if place_in_memory() is None:
        pytest.skip("this machine has no file system in memory for the folders of bots")
    path = tmp_path / "mine.py"
    if is_package:
        path = tmp_path / "mine"
        path.mkdir()
        (path / "bot.py").write_text(f"import helper\n{ALONE}")
        (path / "helper.py").touch()
    else:
        path.write_text(ALONE)
    with Isolation() as place:
        seat = place.seat("sandbox", find_bot(str(path)), find("brisca")(), 1.0, True)
        seat.new_game(1)
        mounts = Path(f"/proc/{seat.process}/mountinfo").read_text().splitlines()
    kinds = {line.partition(" - ")[2].split()[0] for line in mounts}
    assert "tmpfs" in kinds
    assert kinds <= {"tmpfs", "devtmpfs"}


@pytest.mark.slow
def test_no_place_in_a_container_keeps_data(traceless, docker):
    assert faults("docker", [str(BOT), str(BOT)], 8) == []


@pytest.mark.parametrize("level", ["sandbox", "process"])
def test_the_places_keep_a_word_within_a_game(level):
    (told, *_) = faults(level, [f"{BOT}(report=True)", "random"], 1)
    places = int(told.partition("LookupError: ")[2].partition(" ")[0])
    assert places >= ENOUGH


@pytest.mark.slow
def test_no_place_keeps_data_through_a_knockout_with_tie_breaks(tmp_path):
    need("sandbox")
    cup = cups.make(tmp_path / "cup", KNOCKOUT)
    cups.edit(cup, 'isolation = "process"', 'isolation = "sandbox"')
    (cup / PLACE).write_text("1")  # a seed with which some matches are tied
    for team in "ABCDEFGH":
        cups.enter_file(cup, team, BOT)
    cups.play(cup)
    records = cups.lines(cup, "all")
    assert any("sudden death" in record["fixture"]["match"] for record in records)
    assert [record.get("faults", []) for record in records] == [[]] * len(records)
