"""`arena publish` and the site: the first page before any results, and the pages' language."""

import re
from pathlib import Path

import pytest
from support import cups


@pytest.fixture
def cup(tmp_path):
    return cups.make(tmp_path / "cup", cups.LEAGUE, {"One": cups.FIRST, "Two": cups.LAST})


def test_the_first_page_can_be_written_before_the_first_game(cup, arena):
    home = cup / "Out" / "public" / "index.html"
    assert arena("publish", cup, "--home", "--lang", "es").out == f"published: {home}\n"
    text = home.read_text(encoding="utf-8")
    assert '<html lang="es">' in text
    assert arena("publish", cup).code == 2  # there are no results yet
    assert not (cup / "Out" / "public" / "league").exists()


def test_a_published_phase_has_its_pages_in_the_language(cup, arena, monkeypatch):
    cups.play(cup)
    cups.enter(cup, "One", cups.MIDDLE)
    assert cups.play(cup) == 4  # the four games before do not count any more
    assert arena("run", cup, "--dry-run").out == "league: 4 games played, nothing is missing\n"
    done = arena("publish", cup, "--lang", "nl")
    assert done.code == 0
    assert f"the page to open: {cup / 'Out' / 'public' / 'index.html'}\n" in done.out
    page = cup / "Out" / "public" / "league" / "index.html"
    assert (cup / "Out" / "public" / "index.html").is_file()
    assert '<html lang="nl">' in page.read_text(encoding="utf-8")
    done = arena("audit", page.parent)
    assert done.code == 2
    assert f"of a published folder. To check all of it: arena audit {page.parents[1]}" in done.err
    monkeypatch.chdir(page.parents[1])  # where the first page says: arena audit
    done = arena("audit")
    assert done.code == 0
    assert (
        "games of earlier versions, decisions, schedule, deals, lots, standings: all correct"
        in done.out
    )


def test_an_unknown_language_is_refused_with_the_list_of_languages(cup, arena):
    ended = arena("publish", cup, "--lang", "fr")
    assert ended.code == 2
    for language in ("en", "es", "nl"):
        assert f"'{language}'" in ended.err


PRESET_NAMES = [
    ("en", ["qualifying", "final"]),
    ("es", ["Clasificatoria", "Final"]),
    ("nl", ["Kwalificatie", "Finale"]),
]


@pytest.mark.parametrize("language, names", PRESET_NAMES)
def test_the_phases_of_a_preset_have_names_in_the_language_of_the_pages(arena, language, names):
    arena("init", "cup", "--preset", "robobrisca")
    assert arena("publish", "cup", "--home", "--lang", language).code == 0
    html = Path("cup/Out/public/index.html").read_text("utf-8")
    assert re.findall(r"<h3><bdi>(.*?)</bdi>", html) == names
    if language != "en":
        assert "qualifying" not in re.sub(r"<[^>]*>", "", html)


def test_the_name_that_an_organiser_gave_to_a_phase_stays_in_every_language(arena):
    arena("init", "cup", "--preset", "robobrisca")
    settings = Path("cup/competition.toml")
    text = settings.read_text("utf-8").replace('"qualifying"\nkind', '"evening"\nkind')
    text = text.replace('from = "qualifying"', 'title = "The finals"\nfrom = "evening"')
    settings.write_text(text, "utf-8")
    done = arena("publish", "cup", "--home", "--lang", "es")
    assert done.code == 0, done.err
    html = Path("cup/Out/public/index.html").read_text("utf-8")
    assert re.findall(r"<h3><bdi>(.*?)</bdi>", html) == ["evening", "The finals"]
