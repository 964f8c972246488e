"""The leaderboard: one page that stands alone, on any screen, with any names of bots."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from support.browser import free_tab, new_tab, opening

from arena.bots.bot import load
from arena.match.run import RunOptions, new_league
from arena.pages.site.league_page import rows, write
from arena.pages.words import Words
from arena.replay.result import result
from arena.standings.pairs import Pairs
from arena.standings.tally import tally
from arena.workers import here
from Game.registry import find

HOSTILE = "<script>alert(1)</script>"
VOID = {"meta", "link", "br", "img", "input", "hr"}


DIFFICULT = {"a.py": HOSTILE, "b.py": "W" * 32, "c.py": "\"'&amp;{{ 7 * 7 }}"}
BOT = """\
from Players.Player import Player

class Mine(Player):
    def think(self, o, budget):
        return o.get_list_actions()[0]

    def __str__(self):
        return {name!r}
"""


@pytest.fixture(scope="module")
def page(tmp_path_factory) -> Path:
    """The page of a league in which three bots have difficult names."""
    folder = tmp_path_factory.mktemp("league")
    for file, name in DIFFICULT.items():
        (folder / file).write_text(BOT.format(name=name))
    bots = [load(bot) for bot in ("osla", "slow", *(str(folder / file) for file in DIFFICULT))]
    league = new_league(
        find("brisca")(),
        bots,
        2,
        RunOptions(budget=0.002, seed="<b>seed</b>", isolation="inprocess"),
    )
    results = [result(record, deal=0) for record in here.play(league, league.fixtures)]
    pairs = Pairs()
    for each in results:
        pairs.add(each)
    path = folder / "index.html"
    lines = tally([entry.name for entry in league.entries], results)
    write(path, league, lines, pairs, folder / "games.jsonl")
    return path


class Reader(HTMLParser):
    """Every tag is closed, and in the right order."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag

    def handle_data(self, data) -> None:
        self.text.append(data)


def test_the_page_is_well_formed(page):
    reader = Reader(page.read_text())
    assert not reader.open
    assert ("html", {"lang": "en"}) in reader.tags
    assert page.read_text().startswith("<!doctype html>")


def test_every_row_of_a_table_has_its_columns(page):
    tables = re.findall(r"<table.*?</table>", page.read_text(), re.DOTALL)
    assert len(tables) == 2
    for table in tables:
        widths = {len(re.findall(r"<t[hd][ >]", row)) for row in table.split("<tr>")[1:]}
        assert len(widths) == 1


def test_names_are_shown_and_never_executed(page):
    reader = Reader(page.read_text())
    assert not {"script", "b"} & {tag for tag, _ in reader.tags}
    told = "".join(reader.text)
    assert HOSTILE in told
    assert "\"'&amp;{{ 7 * 7 }}" in told
    assert "<b>seed</b>" in told


def test_the_page_may_load_nothing(page):
    reader = Reader(page.read_text())
    policies = [
        attrs["content"]
        for tag, attrs in reader.tags
        if tag == "meta" and attrs.get("http-equiv") == "Content-Security-Policy"
    ]
    assert len(policies) == 1
    assert policies[0].startswith("default-src 'none'")
    assert "unsafe" not in policies[0]
    assert "script-src" not in policies[0]
    for _, attrs in reader.tags:
        assert "src" not in attrs
        assert attrs.get("href", "data:").startswith(("data:", "#"))
    assert "url(" not in page.read_text()
    assert "@import" not in page.read_text()


def test_the_page_says_how_the_games_were_played(page):
    told = "".join(Reader(page.read_text()).text)
    assert "20 games" in told
    assert "inprocess" in told
    assert "0.002 s a move" in told
    assert "games.jsonl" in told
    assert "timeout" in told


def test_equal_shares_have_one_rank():
    lines = tally(["OSLAPlayer", "OSLAPlayer (2)"], [])
    assert [row.rank for row in rows(lines, Pairs(), Words("en"))] == ["1", "1"]


@pytest.mark.slow
def test_the_page_opens_clean_in_a_browser_at_every_width(browser, page):
    with opening(browser, page, ready="table") as open_it:
        for width in (360, 768, 1440):
            tab = open_it(viewport={"width": width, "height": 800})
            assert tab.evaluate("document.documentElement.scrollWidth") <= width
            assert HOSTILE in tab.inner_text("body")


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_can_be_read_by_day_and_by_night(browser, page, scheme):
    def brightness(colour: str) -> float:
        red, green, blue = (
            (value / 12.92 if value <= 0.03928 else ((value + 0.055) / 1.055) ** 2.4)
            for value in (int(each) / 255 for each in re.findall(r"\d+", colour)[:3])
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    tab = new_tab(browser, color_scheme=scheme)
    tab.goto(page.as_uri())
    ink, paper = (
        brightness(tab.evaluate(f"getComputedStyle(document.body).{name}"))
        for name in ("color", "backgroundColor")
    )
    free_tab(tab)
    assert (max(ink, paper) + 0.05) / (min(ink, paper) + 0.05) >= 7
    assert (ink < paper) == (scheme == "light")
