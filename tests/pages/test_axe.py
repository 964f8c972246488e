"""axe-core, a tool that checks accessibility, finds nothing."""

from pathlib import Path

import pytest
from support import sites
from support.browser import OF_COLOURS, OF_NAMES, findings, free_tab, new_tab
from support.viewing import games

from arena.pages.viewer import page
from arena.pages.words import LANGUAGES

pytestmark = pytest.mark.slow

PAGES = [
    "index", "league/index", "league/bracket", "league/spoiler-free", "league/head-to-head",
    "league/matches", "league/matches/1", "league/replays", "league/teams/team 1",
    "league/certificates/team 1", "league/code",
    "viewer", "boerenbridge", "tarot", "hearts",
]  # fmt: skip
# The state of each page that shows most.
PLACES = {"boerenbridge": "#ply=48", "tarot": "#ply=3", "hearts": "#ply=20"}
VIEWERS = ("league/replays", "viewer", *PLACES)  # hidden until they are ready


@pytest.fixture(scope="module", params=LANGUAGES)
def folder(request, tmp_path_factory) -> Path:
    """A site in a language, and replays beside it."""
    language = request.param
    folder = sites.make_site(
        tmp_path_factory.mktemp("axe") / "site",
        ["Ann", "bob", "Cid", "Dan", "Eva"],
        bracket=True,
        code=True,
        language=language,
    )
    thoughtful = ["ismcts(simulations=20)"] * 3
    for name, played in (
        ("viewer", games("osla", "random", number=2)),
        ("boerenbridge", games("random", "alwaysfirst", game="boerenbridge")),
        ("tarot", games(*thoughtful, game="tarot", deals="1")),
        ("hearts", games("random", "alwaysfirst", game="hearts")),
    ):
        (folder / f"{name}.html").write_text(page(played, language), encoding="utf-8")
    return folder


@pytest.mark.parametrize("kind", PAGES)
def test_axe_finds_nothing_on(browser, folder, kind):
    tab = new_tab(browser, reduced_motion="reduce")
    tab.goto((folder / f"{kind}.html").as_uri() + PLACES.get(kind, ""))
    tab.wait_for_selector("html.ready" if kind in VIEWERS else "main")
    assert not findings(tab)
    tab.emulate_media(color_scheme="dark")  # by night only the colours are others
    assert not findings(tab, OF_COLOURS)
    free_tab(tab)


def test_axe_finds_what_is_wrong(browser, tmp_path):
    """Otherwise the tests above would prove nothing."""
    bad = tmp_path / "bad.html"
    faint = '<p style="color: #ccc; background: #fff">faint</p>'
    other = '<button aria-label="Close the window">Save</button>'
    bad.write_text(
        f'<!doctype html><title>Bad</title><img src="data:,"><button></button>{faint}{other}'
    )
    tab = new_tab(browser)
    tab.goto(bad.as_uri())
    wanted = {"image-alt", "button-name", "html-has-lang", *OF_NAMES}
    assert {name for name, _ in findings(tab)} >= wanted
    assert {name for name, _ in findings(tab, OF_COLOURS)} == {"color-contrast"}
    free_tab(tab)
