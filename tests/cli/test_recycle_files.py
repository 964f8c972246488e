"""`arena recycle new` and `arena recycle format`: write and format files of games."""

import re
from pathlib import Path

import pytest

from Game.recycle.reading.layout import format_description


def test_the_file_that_new_writes_is_correct_formatted_and_playable(arena, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = arena("recycle", "new", "three_rows")
    assert (done.code, done.err) == (0, "")
    assert "three_rows.rcy" in done.out
    text = (tmp_path / "three_rows.rcy").read_text("utf-8")
    assert text.startswith(";; title: Three Rows\n")
    assert text.count(";;") > 12, "it is commented"
    checked = arena("recycle", "check", "three_rows.rcy")
    assert checked.out == "three_rows.rcy: a game for 2 players in 2 teams.\n"
    assert arena("recycle", "format", "--check", "three_rows.rcy").code == 0
    played = arena("play", "three_rows.rcy", "random", "random", "-n", "2", "--json")
    assert played.json["games"] == 2
    (told,) = re.findall("arena (play .*)", text)
    assert arena(*told.split(), "-n", "2").code == 0


def test_new_overwrites_no_file_and_reports_bad_names(arena, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert arena("recycle", "new", "folder/mine.rcy").code == 0
    before = (tmp_path / "folder" / "mine.rcy").read_bytes()
    done = arena("recycle", "new", "folder/mine")
    assert done.code == 2
    assert "mine.rcy" in done.err
    assert (tmp_path / "folder" / "mine.rcy").read_bytes() == before
    for name in ("a b", ".gdl", "a(b"):
        done = arena("recycle", "new", name)
        assert done.code == 2
        assert "cannot name a game" in done.err


@pytest.fixture
def untidy(arena, tmp_path):
    assert arena("recycle", "new", tmp_path / "mine").code == 0
    file = tmp_path / "mine.rcy"
    file.write_text(file.read_text("utf-8").replace("\n  ", "\n"), "utf-8")
    return file


def test_formatting_twice_changes_nothing_more(arena, untidy):
    wanted = format_description(untidy.read_text("utf-8"))
    done = arena("recycle", "format", untidy)
    assert (done.code, done.out) == (0, f"{untidy}: formatted\n")
    assert untidy.read_text("utf-8") == wanted
    assert arena("recycle", "format", untidy).out == ""
    assert arena("recycle", "check", untidy).code == 0


def test_format_check_shows_the_difference_writes_nothing_and_exits_with_1(arena, untidy):
    before = untidy.read_bytes()
    done = arena("recycle", "format", "--check", untidy)
    assert done.code == 1
    assert "+  (create players 'PLAYERS)" in done.out
    assert "1 of 1" in done.err
    assert untidy.read_bytes() == before


def test_a_file_without_a_shape_is_refused_and_stays(arena, tmp_path):
    file = tmp_path / "bad.gdl"
    file.write_text("(game (setup", "utf-8")
    done = arena("recycle", "format", file)
    assert done.code == 2
    assert "bad.gdl:1:7: The form that opens here is not closed" in done.err
    assert file.read_text("utf-8") == "(game (setup"


def test_check_says_where_a_header_does_not_fit(arena, tmp_path):
    assert arena("recycle", "new", tmp_path / "mine").code == 0
    file = tmp_path / "mine.rcy"
    text = file.read_text("utf-8").replace("players: 2 3 4", "players: 3 2 4")
    file.write_text(text.replace("option CARDS", "option CARD"), "utf-8")
    done = arena("recycle", "check", file)
    assert done.code == 0
    assert "begins players with 3, and the text has 2: the header counts" in done.out
    assert "an option CARD, and no number of that name is declared" in done.out


def test_convert_writes_the_same_game_in_the_new_dialect(arena, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert arena("recycle", "new", "old.gdl").code == 0
    done = arena("recycle", "convert", "old.gdl", "-o", "made/new.rcy")
    assert (done.code, done.out) == (0, "made/new.rcy   old.gdl in dialect 0.5\n")
    assert "(put points" in Path("old.gdl").read_text("utf-8")
    assert "(set (game points WORTH)" in Path("made/new.rcy").read_text("utf-8")
    games = [
        arena("recycle", "transcript", name, "--seed", "3").out
        for name in ("old.gdl", "made/new.rcy")
    ]
    assert games[0] == games[1] != ""


@pytest.mark.parametrize(
    "words,sentence",
    [
        (("old.gdl", "-o", "new.gdl"), "let the name end in .rcy"),
        (("new.rcy", "-o", "newer.rcy"), "This text is in dialect 0.5 already"),
        (("old.gdl", "-o", "new.rcy"), "new.rcy"),
    ],
)
def test_convert_refuses_in_a_sentence_and_overwrites_nothing(
    arena, tmp_path, monkeypatch, words, sentence
):
    monkeypatch.chdir(tmp_path)
    for name in ("old.gdl", "new.rcy"):
        assert arena("recycle", "new", name).code == 0
    before = Path("new.rcy").read_bytes()
    done = arena("recycle", "convert", *words)
    assert done.code == 2
    assert sentence in done.err
    assert "Traceback" not in done.err
    assert Path("new.rcy").read_bytes() == before
    assert not Path("newer.rcy").exists()
    assert not Path("new.gdl").exists()


def test_the_dialect_can_be_chosen_and_stays_in_the_record(arena, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert arena("recycle", "new", "mine.rcy").code == 0
    Path("mine.rcy").rename("mine.gdl")
    done = arena("recycle", "check", "mine.gdl")
    assert done.code == 1
    assert "`points` is a form of dialect 0.5, and this text is in 0.4" in done.out
    assert arena("recycle", "check", "mine.gdl", "--dialect", "0.5").code == 0
    assert arena("recycle", "transcript", "mine.gdl", "--seed", "1", "--dialect", "0.5").code == 0
    played = arena(
        *("play", "mine.gdl", "random", "random", "-n", "2", "--dialect", "0.5", "--save", "saved")
    )
    assert played.code == 0
    Path("mine.gdl").unlink()
    assert arena("replay", "verify", "saved/games.jsonl").code == 0
    done = arena("play", "agram", "random", "random", "--dialect", "0.5")
    assert done.code == 2
    assert "--dialect is for files *.rcy and *.gdl" in done.err


def test_every_command_that_takes_a_game_takes_its_dialect(arena, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert arena("recycle", "new", "mine.rcy").code == 0
    Path("mine.rcy").rename("mine.gdl")
    for words, can_be_done in (
        (("analyse", "GAME", "-n", "1", "--workers", "1"), False),
        (("new", "mybot", "--game", "GAME", "--folder", "."), True),
        (("check", "mybot.py", "--game", "GAME"), False),
        (("gym", "mybot.py", "--game", "GAME"), False),
        (("init", "cup", "--preset", "tables", "--game", "GAME"), True),
    ):

        def said(name, *more, words=words):
            done = arena(*[name if word == "GAME" else word for word in words], *more)
            assert done.code == 2, (name, words)
            return done.err

        assert "a form of dialect 0.5, and this text is in 0.4" in said("mine.gdl")
        assert "--dialect is for files *.rcy" in said("agram", "--dialect", "0.5")
        if can_be_done:
            done = arena(*[w.replace("GAME", "mine.gdl") for w in words], "--dialect", "0.5")
            assert done.code == 0, done.err
    assert Path("cup/mine.gdl").read_text("utf-8").endswith("\n;; dialect: 0.5\n")
    done = arena("init", "other", "--preset", "league", "--dialect", "0.5")
    assert "name the file with --game" in done.err
    assert not Path("other").exists()
