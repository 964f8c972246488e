"""`arena watch` and `arena replay html`: saved games as pages, and the browser that opens them."""

import json
import webbrowser
from pathlib import Path

import pytest
from support.viewing import data_in


@pytest.fixture
def games(arena) -> Path:
    """Three saved games."""
    assert arena("play", "osla", "random", "-n", 3, "--seed", 1, "--save", "out").code == 0
    return Path("out/games.jsonl")


@pytest.fixture
def went(monkeypatch) -> list[str]:
    """The addresses that the browser was asked to open."""
    places: list[str] = []
    monkeypatch.setattr(webbrowser, "open", lambda url: places.append(url) or True)
    return places


def ids(page: str | Path) -> list[str]:
    """The games of a page."""
    return [game["id"] for game in data_in(Path(page).read_text())["games"]]


def recorded(games: Path) -> list[str]:
    return [json.loads(line)["id"] for line in games.read_text().splitlines()]


def test_watching_writes_a_page_and_opens_it(arena, games, went):
    done = arena("watch", games)
    assert done.code == 0
    assert done.out == "Out/watch.html\n"
    assert ids("Out/watch.html") == recorded(games)
    assert went == [Path("Out/watch.html").absolute().as_uri()]


def test_the_page_is_replaced_each_time(arena, games, went):
    arena("watch", games)
    assert arena("watch", games, "--game-id", 2).code == 0
    assert ids("Out/watch.html") == recorded(games)[1:2]


def test_without_opening_the_page_is_only_written(arena, games, went):
    assert arena("watch", games, "--no-open", "--out", "sub/mine.html").out == "sub/mine.html\n"
    assert ids("sub/mine.html") == recorded(games)
    assert went == []


def test_the_worst_game_is_named_with_its_reason(arena, games, went):
    done = arena("watch", games, "--worst")
    (chosen,) = ids("Out/watch.html")
    number = recorded(games).index(chosen) + 1
    assert done.out.splitlines()[1:] == [
        f"Game {number}, {chosen}, has the clearest defeat. No game has a fault."
    ]


def test_the_worst_game_with_faults_is_named_with_its_first_fault(arena, went):
    Path("bad.py").write_text("from Players.Player import Player\nclass Bad(Player):\n    pass\n")
    arena("play", "random", "bad.py", "-n", 1, "--save", "out")
    done = arena("watch", "out", "--worst")
    assert "has 20 faults. The page opens at move 1, the first of Bad." in done.out


def test_a_folder_is_watched_with_all_its_files(arena, games, went):
    arena("play", "osla", "random", "-n", 1, "--seed", 2, "--save", "out")
    assert arena("watch", "out").code == 0
    assert len(ids("Out/watch.html")) == 4


def test_one_game_of_a_folder_goes_by_number_or_id(arena, games, went):
    for wanted in (3, recorded(games)[2]):
        assert arena("watch", "out", "--game-id", wanted).code == 0
        assert ids("Out/watch.html") == recorded(games)[2:]
    done = arena("watch", "out", "--game-id", 4)
    assert done.code == 2
    assert "has no game '4': give a number from 1 to 3" in done.err


def test_the_worst_game_opens_at_its_first_fault(arena, bot, went):
    bot("choice = observation.get_list_actions()\nreturn choice[0] if len(choice) > 1 else None")
    arena("play", "mine.py", "random", "-n", 2, "--seed", 1, "--save", "out",
          "--isolation", "inprocess")  # fmt: skip
    assert arena("watch", "out", "--worst").code == 0
    (one,) = ids("Out/watch.html")
    records = [json.loads(line) for line in Path("out/games.jsonl").read_text().splitlines()]
    worst = next(record for record in records if record["id"] == one)
    assert len(worst["faults"]) == max(len(record["faults"]) for record in records) > 0
    fault = worst["faults"][0]
    assert went[0].endswith(f"#game={one}&ply={fault['ply']}&seat={fault['seat']}&view=given")


def test_without_faults_the_worst_game_is_the_one_lost_most_clearly(arena, games, went):
    arena("watch", games, "--worst")
    records = [json.loads(line) for line in games.read_text().splitlines()]
    margins = {r["id"]: abs(sum(r["scores"][0::2]) - sum(r["scores"][1::2])) for r in records}
    assert ids("Out/watch.html") == [max(margins, key=margins.get)]


def test_without_a_browser_the_page_is_named(arena, games, monkeypatch):
    monkeypatch.setattr(webbrowser, "open", lambda url: False)
    done = arena("watch", games)
    assert done.code == 0
    assert "open Out/watch.html yourself" in done.err


def test_watch_speaks_the_language_that_was_asked_for(arena, games, went):
    assert arena("watch", games, "--lang", "nl").code == 0
    assert '<html lang="nl">' in Path("Out/watch.html").read_text()
    assert "only in en, es, nl" in arena("watch", games, "--lang", "tlh").err


@pytest.mark.parametrize(
    "words, said",
    [
        (("nothing.jsonl",), "cannot be read"),
        ((".",), "has no files *.jsonl"),
        (("out", "--worst", "--game-id", 1), "remove one"),
        (("out", "--out", "out"), "out cannot be written"),
    ],
)
def test_impossible_requests_to_watch_are_refused_in_a_sentence(arena, went, words, said):
    Path("out").mkdir()
    if "--out" in words:
        arena("play", "random", "random", "-n", 1, "--save", "out")
    done = arena("watch", *words)
    assert done.code == 2
    assert said in done.err
    assert len(done.err.splitlines()) == 1
    assert went == []


def test_a_wrong_game_is_not_shown(arena, games, went):
    games.write_text(games.read_text().replace('"scores":[', '"scores":[1', 1))
    done = arena("watch", games)
    assert done.code == 2
    assert "line 1" in done.err
    assert not Path("Out").exists()


def test_files_become_pages_beside_them(arena, games):
    assert arena("replay", "html", games).out == "out/games.html\n"
    assert ids("out/games.html") == recorded(games)


def test_a_text_becomes_a_page_too(arena, games):
    arena("replay", "convert", games, "--game", 2, "-o", "two.txt")
    assert arena("replay", "html", "two.txt", games, "-o", "pages").code == 0
    assert len(ids("pages/two.html")) == 1
    assert len(ids("pages/games.html")) == 3


def test_one_game_becomes_the_page_that_was_named(arena, games):
    assert arena("replay", "html", games, "--game", 3, "-o", "last.html", "--lang", "es").code == 0
    assert ids("last.html") == recorded(games)[2:]


def test_a_page_is_not_written_over(arena, games):
    arena("replay", "html", games)
    done = arena("replay", "html", games)
    assert done.code == 2
    assert "exists already" in done.err
