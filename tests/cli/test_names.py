"""Names that look empty are refused, and a file that calls itself like a house bot is marked."""

import json
from pathlib import Path

import pytest
from support import cups
from support.cases import case

EMPTY = ("\u3164", "\u2800\u2800", "\u115f", "\u1160", "\uffa0", "\u17b4", "x\u3164", "\ufe0f",
         "\u0301", "\u034f")  # fmt: skip
LIKE_OSLA = (
    "osla", "OSLAPlayer", "oslaplayer", "O S L A", "\uff2f\uff33\uff2c\uff21", "\u041esla",
    "osl\u03b1", "0SLA", "OSIA", "os\u0301la", "o\u034fsla",
    "\U0001d428\U0001d42c\U0001d425\U0001d41a",
    "OSLAPlayer (2)", "osla(worlds=3)", "osla\u00a0player",
)  # fmt: skip
OTHERS = (
    "MyOSLA",
    "Ana",
    "oslander",
    "\u041e\u043a\u0441\u0430\u043d\u0430",
    "\u03a9mega",
    "osla 2",
    "Random Forest",
)


@pytest.fixture
def named(bot):
    """Writes a bot with this name, and returns its path."""

    def write(name: str, file: str = "mine.py") -> str:
        bot("return observation.get_list_actions()[0]", file)
        with Path(file).open("a", encoding="utf-8") as source:
            source.write(f"    def __str__(self):\n        return {name!a}\n")
        return file

    return write


@pytest.mark.slow
def test_a_bot_whose_name_looks_empty_is_refused(arena, named):
    for name in EMPTY:
        with case(ascii(name)):
            done = arena("play", named(name), "random", "-n", 2)
            assert (done.code, done.out) == (2, "")
            assert "mine.py: nobody can read the name of this bot" in done.err
            assert done.err.count("\n") == 1


@pytest.mark.slow
def test_such_a_bot_is_refused_in_this_process_in_a_league_and_by_its_examination(arena, named):
    path = named("\u3164")
    for words in (("play", path, "random", "--isolation", "inprocess"), ("league", path, "random")):
        done = arena(*words, "-n", 2)
        assert (done.code, done.out) == (2, "")
        assert "hangul filler (U+3164) is in it" in done.err
    done = arena("check", path, "--positions", 8)
    assert done.code == 1
    assert "hangul filler (U+3164) is in it" in done.out


def test_a_class_whose_name_looks_empty_is_refused(arena):
    Path("mine.py").write_text(
        "from Players.Player import Player\nclass \u3164(Player):\n"
        "    def think(self, o, b):\n        return o.get_list_actions()[0]\n",
        encoding="utf-8",
    )
    done = arena("play", "mine.py", "random", "-n", 2)
    assert done.code == 2
    assert "Let __str__ return a name" in done.err


@pytest.mark.slow
def test_a_file_that_is_called_like_a_house_bot_is_marked(arena, named):
    for name in LIKE_OSLA:
        with case(name):
            bots = arena("play", named(name), "osla", "-n", 2, "--save", ascii(name), "--json").json
            assert [bot["name"].endswith(" (file)") for bot in bots["bots"]] == [True, False]
            record = json.loads(Path(ascii(name), "games.jsonl").read_text().splitlines()[0])
            assert sum(bot["name"].endswith(" (file)") for bot in record["bots"]) == 1
    for name in OTHERS:
        with case(name):
            bots = arena("play", named(name), "random", "-n", 2, "--json").json["bots"]
            assert bots[0]["name"] == name


@pytest.mark.slow
def test_two_such_files_and_the_house_bot_have_three_names(arena, named):
    files = named("OSLAPlayer"), named("OSLAPlayer", "other.py")
    bots = arena("league", *files, "osla", "-n", 2, "--json").json["bots"]
    assert {bot["name"] for bot in bots} == {
        "OSLAPlayer (file)", "OSLAPlayer (file) (2)", "OSLAPlayer",
    }  # fmt: skip


def test_a_team_cannot_be_called_like_a_house_bot_of_a_phase(arena, tmp_path):
    cup = cups.make(tmp_path / "cup")
    for name in ("House 1", "HOUSE 1", "H\u043euse 1", "\u041douse 2", "Hous\u00e9 1"):
        with case(name):
            done = arena("team", "add", name, "--to", cup)
            assert done.code == 2
            assert "the house bots are called so" in done.err
    for name in ("Houses", "Housewarming", "\u0425\u0430\u0443\u0441 1"):
        with case(name):
            assert arena("team", "add", name, "--to", cup).code == 0


def test_teams_and_members_whose_names_look_empty_are_refused(arena, tmp_path):
    cup = cups.make(tmp_path / "cup")
    for name in EMPTY:
        with case(ascii(name)):
            assert arena("team", "add", name, "--to", cup).code == 2
            done = arena("team", "add", "Ases", "--to", cup, "--members", name)
            assert done.code == 2
            assert "that nobody can read" in done.err
    members = "Ana,\u845b\U000e0100\u57ce,José,\u0391\u03bd\u03bd\u03b1,강남"
    assert arena("team", "add", "Ases", "--to", cup, "--members", members).code == 0
