"""The leaderboard: one page that stands alone, on any screen, whatever the bots are called."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from support.browser import chromium

from arena.pages.site.league_page import rows, write
from arena.pages.words import Words
from arena.replay.result import result
from arena.standings.pairs import Pairs
from arena.standings.tally import tally
from arena.workers import here

HOSTILE = "<script>alert(1)</script>"
VOID = {"meta", "link", "br", "img", "input", "hr"}


@pytest.fixture
def page(tmp_path, run, write_bot) -> Path:
    """The page of a league in which two bots have difficult names."""

    def named(name: str, file: str) -> str:
        return write_bot(
            "from Players.Player import Player\nclass Mine(Player):\n"
            "    def think(self, o, budget):\n        return o.get_list_actions()[0]\n"
            f"    def __str__(self):\n        return {name!r}\n",
            file,
        )

    league = run(
        "osla",
        "slow",
        named(HOSTILE, "a.py"),
        named("W" * 32, "b.py"),
        named("\"'&amp;{{ 7 * 7 }}", "c.py"),
        games=2,
        league=True,
        budget=0.002,
        seed="<b>seed</b>",
    )
    played = list(here.play(league, league.fixtures))
    pairs = Pairs()
    results = [result(record, deal=0) for record in played]
    for each in results:
        pairs.add(each)
    path = tmp_path / "index.html"
    lines = tally([entry.name for entry in league.entries], results)
    write(path, league, lines, pairs, tmp_path / "games.jsonl")
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


def test_names_are_shown_and_never_obeyed(page):
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
        assert attrs.get("href", "data:").startswith("data:")
    assert "url(" not in page.read_text()
    assert "@import" not in page.read_text()


def test_the_page_says_how_the_games_were_played(page):
    told = "".join(Reader(page.read_text()).text)
    assert "20 games" in told
    assert "inprocess" in told
    assert "0.002 s a move" in told
    assert "games.jsonl" in told
    assert "timeout" in told


def test_equal_shares_have_one_rank(play):
    records = play("osla", "osla", games=2)
    (swapped,) = {tuple(sorted(record.ranks)) for record in records}
    lines = tally(["OSLAPlayer", "OSLAPlayer (2)"], [])
    assert swapped in ((0, 1), (0, 0))
    assert [row.rank for row in rows(lines, Pairs(), Words("en"))] == ["1", "1"]


@pytest.mark.slow
def test_the_page_opens_clean_in_a_browser_at_every_width(page):
    with chromium() as opened:
        for width in (360, 768, 1440):
            told, requests = [], []
            tab = opened.new_page(viewport={"width": width, "height": 800})
            tab.on("console", lambda message, told=told: told.append(message.text))
            tab.on("pageerror", lambda error, told=told: told.append(str(error)))
            tab.on("dialog", lambda dialog, told=told: told.append(dialog.message))
            tab.on("request", lambda request, requests=requests: requests.append(request.url))
            tab.goto(page.as_uri())
            assert told == []
            assert [url for url in requests if not url.startswith("data:")] == [page.as_uri()]
            assert tab.evaluate("document.documentElement.scrollWidth") <= width
            assert HOSTILE in tab.inner_text("body")


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_can_be_read_by_day_and_by_night(page, scheme):
    def brightness(colour: str) -> float:
        red, green, blue = (
            (value / 12.92 if value <= 0.03928 else ((value + 0.055) / 1.055) ** 2.4)
            for value in (int(each) / 255 for each in re.findall(r"\d+", colour)[:3])
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    with chromium() as opened:
        tab = opened.new_page(color_scheme=scheme)
        tab.goto(page.as_uri())
        ink, paper = (
            brightness(tab.evaluate(f"getComputedStyle(document.body).{name}"))
            for name in ("color", "backgroundColor")
        )
        assert (max(ink, paper) + 0.05) / (min(ink, paper) + 0.05) >= 7
