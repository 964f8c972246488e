"""`arena replay`: reads, verifies and converts saved games, and names the line of an error."""

import json
import os
import re
import sys
from pathlib import Path

import pytest


@pytest.fixture
def games(arena) -> Path:
    """Three saved games."""
    assert arena("play", "osla", "random", "-n", 3, "--seed", 1, "--save", "out").code == 0
    return Path("out/games.jsonl")


@pytest.fixture
def text(arena, games) -> Path:
    """One of them in RoboBrisca's text."""
    assert arena("replay", "convert", games, "--game", 2, "-o", "two.txt").code == 0
    return Path("two.txt")


def test_saved_games_verify(arena, games):
    done = arena("replay", "verify", games)
    assert done.code == 0
    assert done.out == f"{games}: 3 games, all correct\n"


def test_saved_games_with_faults_verify(arena):
    arena("play", "slow", "random", "-n", 2, "--budget", 0.001, "--save", "out")
    assert arena("replay", "verify", "out/games.jsonl").code == 0


def test_a_text_verifies(arena, text):
    done = arena("replay", "verify", text)
    assert done.code == 0
    assert done.out == f"{text}: 1 game, all correct\n"


def test_a_forged_record_does_not_verify(arena, games):
    """In the forged record one card is replaced by another."""
    forged = re.sub('"([OECB])1"', r'"\g<1>2"', games.read_text(), count=1)
    Path("forged.jsonl").write_text(forged)
    done = arena("replay", "verify", "forged.jsonl")
    assert done.code == 1
    assert "forged.jsonl, line 1, game " in done.err
    assert "the deal" in done.err


def edited(games: Path, line: int, **changes) -> str:
    rows = games.read_text().splitlines()
    rows[line - 1] = json.dumps(json.loads(rows[line - 1]) | changes)
    Path("edited.jsonl").write_text("\n".join(rows) + "\n")
    return "edited.jsonl"


@pytest.mark.parametrize(
    "changes, place",
    [({"scores": [1, 2, 3, 4]}, "the scores"), ({"ranks": [0, 0]}, "the ranks"),
     ({"id": "x"}, "the id"), ({"moves": []}, "move 0"), ({"seats": []}, "the seats")],
)  # fmt: skip
def test_verify_names_file_line_game_and_place(arena, games, changes, place):
    done = arena("replay", "verify", edited(games, 2, **changes))
    assert done.code == 1
    game = changes.get("id", json.loads(games.read_text().splitlines()[1])["id"])
    assert f"edited.jsonl, line 2, game {game}, {place}: " in done.err


def test_verify_goes_on_to_the_next_file(arena, games, text):
    bad = edited(games, 1, ranks=[0, 0])
    done = arena("replay", "verify", bad, games, "nofile", text)
    assert done.code == 1
    assert done.out.count("all correct") == 2
    assert "nofile cannot be read" in done.err
    assert "2 of 4 files do not verify" in done.err


def test_one_bad_file_is_counted_in_the_singular(arena, games):
    done = arena("replay", "verify", edited(games, 1, ranks=[0, 0]))
    assert "1 of 1 files do" not in done.err


BROKEN = {
    "empty": b"",
    "a blank line": b"\n",
    "binary": bytes(range(256)) * 10,
    "prose": b"Once upon a time\nthere was a game\n",
    "half a line": b'{"format":"card-arena-record-1","id":"0"',
    "another format": b'{"format":"card-arena-record-9"}\n',
    "nested": b"[" * 200_000,
    "nested objects": b'{"a":' * 200_000,
    "not utf-8": b'{"format":"\xff"}\n',
}


@pytest.mark.parametrize("data", BROKEN.values(), ids=BROKEN)
@pytest.mark.parametrize("name", ["bad.jsonl", "bad.txt"])
@pytest.mark.parametrize("command, code", [("verify", 1), ("show", 2), ("convert", 2)])
def test_a_file_that_is_not_a_replay_is_refused_in_a_sentence(arena, name, data, command, code):
    Path(name).write_bytes(data)
    done = arena("replay", command, name)
    assert done.code == code
    assert name in done.err.splitlines()[0]
    assert "Traceback" not in done.err
    assert len(done.err.splitlines()) == (2 if command == "verify" else 1)


def test_a_broken_first_line_of_json_lines_is_reported(arena, games):
    """The error says nothing of 48 lines, since the file's name and other lines show JSON Lines."""
    games.write_bytes(b"oops\n" + games.read_bytes())
    done = arena("replay", "verify", games)
    assert done.code == 1
    assert f"{games}, line 1: " in done.err
    assert "48 lines" not in done.err


def test_json_lines_that_went_through_an_editor_are_read(arena, games):
    games.write_bytes(b"\xef\xbb\xbf" + games.read_bytes().replace(b"\n", b"\r\n"))
    assert arena("replay", "verify", games).code == 0


def test_a_folder_without_games_is_refused(arena):
    done = arena("replay", "verify", ".")
    assert done.code == 1
    assert "has no files *.jsonl" in done.err


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read anything")
def test_an_unreadable_file_is_reported(arena, games):
    games.chmod(0)
    assert "Permission denied" in arena("replay", "verify", games).err


def test_show_tells_every_move_of_every_game(arena, games):
    done = arena("replay", "show", games)
    assert done.code == 0
    assert len(re.findall(r"^ *\d+  seat \d plays ", done.out, re.MULTILINE)) == 3 * 40


def test_show_takes_a_folder_with_all_its_files(arena, games):
    arena("play", "osla", "random", "-n", 1, "--seed", 9, "--save", games.parent)
    done = arena("replay", "show", games.parent)
    assert done.out.count("Brisca, game") == len(games.read_text().splitlines()) + 1
    assert arena("replay", "verify", games.parent).code == 0


def test_show_names_the_trump_when_it_changes(arena, games):
    out = arena("replay", "show", games, "--game", 1).out
    assert out.count("Trump: ") == 1
    arena("play", "boerenbridge", "random", "random", "-n", 1, "--seed", 3, "--save", "rounds")
    assert 2 <= arena("replay", "show", "rounds").out.count("Trump: ") <= 5


def test_show_prints_the_text_of_a_fault_once(arena):
    Path("bad.py").write_text(
        "from Players.Player import Player\nclass Bad(Player):\n"
        "    def think(self, observation, budget):\n        raise ValueError('the same')\n"
    )
    arena("play", "bad.py", "random", "-n", 1, "--save", "faulty")
    out = arena("replay", "show", "faulty").out
    assert out.count("the same") == 1
    assert out.count("exception: as at move ") == 19


def test_show_selects_a_game_by_number_or_id(arena, games):
    game = json.loads(games.read_text().splitlines()[1])["id"]
    by_number = arena("replay", "show", games, "--game", 2).out
    assert f"game {game}" in by_number
    assert by_number.count("Points:") == 1
    assert arena("replay", "show", games, "--game", game).out == by_number


@pytest.mark.parametrize("wanted", ["0", "4", "-1", "nothing"])
def test_a_game_that_is_not_in_the_file_is_refused(arena, games, wanted):
    done = arena("replay", "show", games, "--game", wanted)
    assert done.code == 2
    assert f"has no game '{wanted}'" in done.err


LIES = {
    "no seats": {"seats": []},
    "no bots": {"bots": []},
    "no sides": {"sides": []},
    "no first": {"ranks": [1, 1]},
    "a fault that nobody explains": {
        "moves": [{"seat": 0, "play": "O11", "fault": "timeout"}]
    },
    "no deal": {"deal": {}},
    "a card nobody holds": {"moves": [{"seat": 0, "play": "Z9"}]},
}  # fmt: skip


@pytest.mark.parametrize("changes", LIES.values(), ids=LIES)
@pytest.mark.parametrize("command", ["show", "convert"])
def test_a_wrong_record_is_refused_with_file_and_game(arena, games, command, changes):
    bad = edited(games, 1, **changes)
    done = arena("replay", command, bad)
    assert done.code in (1, 2)
    assert "Traceback" not in done.err
    assert f"{bad}, line 1" in done.err


def test_json_lines_become_a_text_for_each_game(arena, games):
    done = arena("replay", "convert", games)
    assert done.out.splitlines() == [f"out/games-{n}.txt" for n in (1, 2, 3)]
    assert arena("replay", "verify", *done.out.split()).code == 0


def test_a_text_becomes_json_lines_and_the_same_text_again(arena, text):
    assert arena("replay", "convert", text).out == "two.jsonl\n"
    assert arena("replay", "verify", "two.jsonl").code == 0
    assert arena("replay", "convert", "two.jsonl", "-o", "again.txt").code == 0
    assert Path("again.txt").read_bytes() == text.read_bytes()


def test_several_texts_become_one_file(arena, games):
    texts = arena("replay", "convert", games).out.split()
    assert arena("replay", "convert", *texts, "-o", "all.jsonl").code == 0
    assert len(Path("all.jsonl").read_text().splitlines()) == 3
    assert arena("replay", "verify", "all.jsonl").code == 0


def test_texts_go_into_the_folder_that_was_named(arena, games):
    assert arena("replay", "convert", games, "-o", "texts").code == 0
    assert len(list(Path("texts").iterdir())) == 3


def test_one_text_goes_into_an_existing_folder(arena, games):
    Path("texts").mkdir()
    assert arena("replay", "convert", games, "--game", 1, "-o", "texts").code == 0
    assert [path.suffix for path in Path("texts").iterdir()] == [".txt"]


def test_convert_overwrites_no_file(arena, games, text):
    before = text.read_bytes()
    for source in (text, games):
        done = arena("replay", "convert", source, "--game", 1, "-o", text)
        assert done.code == 2
        assert "two.txt exists already" in done.err
    assert text.read_bytes() == before


def test_convert_writes_all_or_nothing(arena, games):
    Path("out/games-3.txt").write_text("mine")
    assert arena("replay", "convert", games).code == 2
    assert sorted(path.name for path in Path("out").iterdir()) == ["games-3.txt", "games.jsonl"]


def test_texts_and_json_lines_are_not_converted_at_once(arena, games, text):
    assert arena("replay", "convert", games, text).code == 2


def test_convert_refuses_a_wrong_game(arena, games):
    bad = edited(games, 2, scores=[30, 30, 30, 30])
    done = arena("replay", "convert", bad)
    assert done.code in (1, 2)
    assert not list(Path().glob("*.txt"))


def test_ambiguous_names_are_not_assigned_to_seats(arena, text):
    """Names can have spaces. Then the line stays as it is, and sides are named by their seats."""
    names = "As de Copas Los Tres As de Copas Los Tres "
    _, _, rest = text.read_text().partition("\n")
    Path("spaces.txt").write_text(f"{names}\n{rest}")
    shown = arena("replay", "show", "spaces.txt").out.rstrip()
    assert f"  seats 0 to 3: {names.strip()}\n" in shown
    assert re.fullmatch(r"Seats (0 and 2|1 and 3) win\.|A draw\.", shown.splitlines()[-1])
    arena("replay", "convert", "spaces.txt", "-o", "spaces.jsonl")
    arena("replay", "convert", "spaces.jsonl", "-o", "again.txt")
    assert Path("again.txt").read_bytes() == Path("spaces.txt").read_bytes()


def test_a_disk_that_fills_up_leaves_whole_games(arena, shell):
    """A limit on file sizes gives the error of a full disk, between two lines or inside one."""
    line = f"ulimit -f 20; {sys.executable} -m arena play osla random -n 100 --save out"
    done = shell(command=["bash", "-c", line])
    assert done.code == 2
    assert done.err.startswith("arena: The disk is full: out/games.jsonl cannot be written")
    assert len(done.err.splitlines()) == 1
    assert arena("replay", "verify", "out/games.jsonl").code == 0


def test_a_conversion_that_finds_no_room_leaves_nothing(arena, shell):
    arena("play", "osla", "random", "-n", 20, "--save", "out")
    arena("replay", "convert", "out/games.jsonl", "-o", "texts")
    line = f"ulimit -f 8; {sys.executable} -m arena replay convert texts/*.txt -o back.jsonl"
    done = shell(command=["bash", "-c", line])
    assert done.code == 2
    assert done.err.startswith("arena: back.jsonl cannot be written: ")
    assert not Path("back.jsonl").exists()
