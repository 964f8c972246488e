"""Games described in a file: they can be played, saved, watched and used in competitions."""

import json
import re

import pytest

from arena.replay.files import read_records

BOT = """
from Players.Player import Player

class Bot(Player):
    def think(self, observation, budget):
        return observation.get_list_actions()[{pick}]
"""


@pytest.fixture
def mine(arena, tmp_path, monkeypatch):
    """A description that `arena recycle new` has written into the current folder."""
    monkeypatch.chdir(tmp_path)
    assert arena("recycle", "new", "mine").code == 0
    return tmp_path / "mine.rcy"


def spoilt(mine, old, new):
    text = mine.read_text("utf-8")
    assert text.count(old) == 1
    mine.write_text(text.replace(old, new), "utf-8")


@pytest.mark.parametrize(
    "words",
    [
        ("mine.rcy", "random", "random"),
        ("random", "random", "--game", "mine.rcy"),
        ("agram", "random", "random"),
        ("AGRAM", "random", "random"),
    ],
    ids=" ".join,
)
def test_the_game_is_named_before_the_bots_or_by_its_option(arena, mine, words):
    done = arena("play", *words, "-n", "2", "--json")
    assert done.code == 0
    assert done.json["games"] == 2
    assert done.json["game"] == ("recycle" if "mine.rcy" in words else "agram")
    assert "text" not in done.json["options"]


@pytest.mark.slow
def test_a_league_of_a_described_game_is_played_on_several_cores(arena, mine):
    done = arena(
        *("league", "mine.rcy", "random", "random", "-n", "4", "--workers", "2", "--json"),
        *("--option", "players=3"),
    )
    assert done.code == 0
    assert done.json["games"] == 4


def test_what_is_declared_is_an_option_and_without_a_header_any_number(arena, mine):
    assert arena("play", mine, "random", "random", "-n", "1", "--option", "cards=4").code == 0
    done = arena("play", mine, "random", "random", "--option", "cards=3")
    assert (done.code, done.out) == (2, "")
    assert "'3' is not a value of the option 'cards' of mine.rcy. Choose from: 5, 4, 6." in done.err
    spoilt(mine, ";; option CARDS", ";; CARDS")
    assert arena("play", mine, "random", "random", "-n", "1", "--option", "cards=3").code == 0
    done = arena("play", mine, "random", "random", "--option", "cards=ten")
    assert done.code == 2
    assert "take a number, 0 or more" in done.err


def test_a_record_holds_its_game_and_needs_no_file(arena, mine, tmp_path):
    saved = tmp_path / "saved"
    assert arena("play", mine, "random", "random", "-n", "2", "--save", saved).code == 0
    records = [record for _, record in read_records(saved / "games.jsonl")]
    assert {record.options["text"] for record in records} == {mine.read_text("utf-8")}
    mine.unlink()
    done = arena("replay", "verify", saved / "games.jsonl")
    assert (done.code, done.err) == (0, "")
    told = arena("replay", "show", saved / "games.jsonl", "--game", "1")
    assert told.out.startswith(f"Mine, game {records[0].id}")
    assert arena("replay", "html", saved / "games.jsonl").code == 0
    assert (saved / "games.html").exists()


def test_a_record_with_another_text_does_not_verify(arena, mine, tmp_path):
    saved = tmp_path / "saved"
    assert arena("play", mine, "random", "random", "-n", "1", "--save", saved).code == 0
    file = saved / "games.jsonl"
    record = json.loads(file.read_text())
    record["options"]["text"] = record["options"]["text"].replace(
        "RANK : SIX) 6)", "RANK : SIX) 0)"
    )
    file.write_text(json.dumps(record) + "\n")
    assert arena("replay", "verify", file).code == 1
    record["options"]["text"] = "(game"
    file.write_text(json.dumps(record) + "\n")
    done = arena("replay", "verify", file)
    assert done.code == 1
    assert "Traceback" not in done.err + done.out


@pytest.mark.parametrize("level", ["process", "sandbox"])
def test_a_stranger_s_bot_plays_it_in_a_box(arena, mine, tmp_path, level):
    bot = tmp_path / "bot.py"
    bot.write_text(BOT.format(pick=-1))
    done = arena(
        *("play", mine, bot, "random", "-n", "2", "--isolation", level, "--json"),
        *("--i-trust-these-bots",) * (level == "process"),
    )
    if done.code == 2 and "sandbox" in done.err:
        pytest.skip("bots cannot be kept in a sandbox on this machine")
    assert done.code == 0
    assert done.json["games"] == 2
    assert not any(bot["faults"] for bot in done.json["bots"])


# Errors are those of the checker


def test_a_file_that_is_not_a_game_is_refused_with_the_checker_s_sentence(arena, mine):
    spoilt(mine, "(shuffle", "(shufle")
    done = arena("play", mine, "random", "random")
    assert (done.code, done.out) == (2, "")
    assert "mine.rcy:" in done.err
    assert "Expected an action, found `(shufle ...)`" in done.err
    assert "^" in done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_a_game_that_cannot_go_on_ends_the_match_with_its_line(arena, mine, workers):
    spoilt(mine, "(size ('P vloc ROW)) 3)", "(size ('P vloc ROW)) 9)")
    done = arena("play", mine, "random", "random", "-n", "2", "--workers", workers)
    assert done.code == 2
    assert "this choice has no option that the player can take" in done.err
    assert "line 32" in done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize(
    "words,sentence",
    [
        (("nothing.gdl", "random", "random"), "There is no file nothing.gdl"),
        (("mine.rcy", "random", "random", "--game", "agram"), "remove one"),
        (("random", "random", "--game", "recycle"), "is played from its file"),
        (("mine.rcy",), "at least two bots"),
    ],
)
def test_impossible_requests_are_refused_in_a_sentence(arena, mine, words, sentence):
    done = arena("play", *words)
    assert done.code == 2
    assert sentence in done.err


def test_an_empty_file_is_refused_by_its_name(arena, mine):
    mine.write_text("", "utf-8")
    done = arena("play", mine, "random", "random")
    assert done.code == 2
    assert "mine.rcy:1:1: There is no game in this file" in done.err


def test_a_text_that_is_too_long_for_the_wire_is_refused(arena, mine):
    mine.write_text(";; x" * 20_000 + "\n" + mine.read_text("utf-8"), "utf-8")
    done = arena("play", mine, "random", "random")
    assert done.code == 2
    assert "longer than 40,000 bytes" in done.err


# Competitions


@pytest.mark.slow
def test_a_competition_of_a_described_game(arena, mine, tmp_path):
    cup = tmp_path / "cup"
    assert arena("init", cup, "--preset", "league", "--game", mine).code == 0
    settings = cup / "competition.toml"
    text = settings.read_text("utf-8")
    assert 'game = "mine.rcy"' in text
    settings.write_text(
        text.replace("games = 100", "games = 2").replace('"auto"', '"process"'), "utf-8"
    )
    for number, team in enumerate(("Alpha", "Beta")):
        bot = tmp_path / f"{team}.py"
        bot.write_text(BOT.format(pick=-number))
        assert arena("submit", bot, "--team", team, "--to", cup).code == 0
    trusted = ("--i-trust-these-bots",)
    assert arena("admit", cup, *trusted).code == 0
    assert arena("run", cup, *trusted).code == 0
    assert arena("publish", cup).code == 0
    home = (cup / "Out" / "public" / "index.html").read_text("utf-8")
    assert "mine.rcy" in home
    assert "create players" not in home
    spoilt(cup / "mine.rcy", "RANK : SIX) 6)", "RANK : SIX) 9)")
    done = arena("run", cup, *trusted)
    assert done.code == 2
    assert "a text with the hash" in done.err
    (cup / "mine.rcy").unlink()
    done = arena("run", cup, *trusted)
    assert done.code == 2
    assert "There is no file" in done.err


def test_a_replay_is_shown_with_short_cards(arena, tmp_path):
    """`6♣` and not `SIX CLUBS`, with commas between the choices."""
    saved = tmp_path / "saved"
    arena("play", "agram", "random", "random", "-n", 1, "--option", "players=2", "--save", saved)
    told = arena("replay", "show", saved / "games.jsonl").out
    assert not re.search("CLUBS|HEARTS|SPADES|DIAMONDS", told)
    assert re.search(r"seat 0 plays \w+[♣♦♥♠] +of (\w+[♣♦♥♠], ){5}\w+[♣♦♥♠]\n", told)
