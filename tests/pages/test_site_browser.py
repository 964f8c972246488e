"""The site in a browser: it opens from a folder, in light and dark, and runs no foreign code."""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support import sites
from support.browser import Watched, free_tab, new_tab, shots
from support.cases import case
from support.viewing import NASTY, SCRIPT

pytestmark = pytest.mark.slow

NAMES = ["Ann", "bob", "\u00c7elo", "Dan", "W" * 32]
HOSTILE = [*NASTY, '=HYPERLINK("http://example.org")', SCRIPT]
KINDS = [
    "index", "league/index", "league/bracket", "league/spoiler-free", "league/head-to-head",
    "league/matches", "league/matches/1", "league/teams/team 1", "league/certificates/team 1",
]  # fmt: skip
SHIFTS = """new Promise((done) => {
  let moved = 0;
  new PerformanceObserver((list) => list.getEntries().forEach((each) => moved += each.value))
    .observe({type: "layout-shift", buffered: true});
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(moved))));
})"""


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    return sites.make_site(tmp_path_factory.mktemp("site") / "a site", NAMES, bracket=True)


@pytest.fixture(scope="module")
def hostile(tmp_path_factory) -> Path:
    return sites.make_site(
        tmp_path_factory.mktemp("hostile") / "site", HOSTILE, title=SCRIPT, bracket=True
    )


@pytest.fixture(scope="module")
def long_matches(tmp_path_factory) -> Path:
    """A site in which each match has a file of games of its own."""
    folder = tmp_path_factory.mktemp("long") / "site"
    return sites.make_site(folder, ["Ann", "bob", "\u00c7elo"], 50)


@pytest.fixture
def watched(browser) -> Iterator[Watched]:
    watched = Watched(browser)
    yield watched
    watched.close()


def shown_rows(tab: Any) -> list[str]:
    return [
        each.inner_text() for each in tab.query_selector_all("#board tbody tr:not([hidden]) th")
    ]


@pytest.mark.parametrize("width", [360, 1280, 1920])
def test_every_kind_of_page_opens_clean_from_a_folder_at_every_width(site, watched, width):
    watched.tab.set_viewport_size({"width": width, "height": 800})
    root = f"{site.as_uri()}/"
    for kind in KINDS:
        with case(kind):
            tab = watched.open(site / f"{kind}.html")
            assert watched.said == []
            assert tab.evaluate("document.documentElement.scrollWidth") <= width
            assert [url for url in watched.beyond if not url.startswith(root)] == []
            # The style, and one script
            assert len(watched.beyond) == (2 if kind in ("index", "league/index") else 1)
            # It has style
            assert tab.evaluate("getComputedStyle(document.body).lineHeight") != "normal"
            assert tab.evaluate(SHIFTS) == 0


def test_text_from_outside_runs_no_code_and_keeps_the_layout(hostile, watched):
    for kind in KINDS:
        tab = watched.open(hostile / f"{kind}.html")
        assert tab.evaluate("document.querySelectorAll('body img').length") == 0, kind
        for width in (360, 1280):
            with case(f"{kind}, {width}"):
                tab.set_viewport_size({"width": width, "height": 800})
                assert watched.said == []
                assert tab.evaluate("document.documentElement.scrollWidth") <= width


def test_hostile_names_are_read_as_they_were_written(hostile, watched):
    tab = watched.open(hostile / "league" / "index.html")
    assert {SCRIPT, HOSTILE[-2]} <= set(shown_rows(tab))


def test_the_table_is_sorted_by_keyboard_both_ways_and_says_so(site, watched):
    tab = watched.open(site / "league" / "index.html")
    ranked = shown_rows(tab)
    assert tab.get_attribute("#board th:nth-child(1)", "aria-sort") == "ascending"
    tab.focus("#board th:nth-child(2) button")
    tab.keyboard.press("Enter")
    assert shown_rows(tab) == ["Ann", "bob", "\u00c7elo", "Dan", "W" * 32]
    assert tab.get_attribute("#board th:nth-child(1)", "aria-sort") == "none"
    assert tab.get_attribute("#board th:nth-child(2)", "aria-sort") == "ascending"
    tab.keyboard.press("Space")
    assert shown_rows(tab) == ["W" * 32, "Dan", "\u00c7elo", "bob", "Ann"]
    assert tab.get_attribute("#board th:nth-child(2)", "aria-sort") == "descending"
    tab.keyboard.press("Tab")  # points: the most come first
    tab.keyboard.press("Enter")
    points = tab.eval_on_selector_all(
        "#board td:nth-child(3)", "cells => cells.map(each => Number(each.dataset.value))"
    )
    assert points == sorted(points, reverse=True)
    assert len(set(points)) > 1
    tab.focus("#board th:nth-child(1) button")
    tab.keyboard.press("Enter")
    assert shown_rows(tab) == ranked


def test_more_columns_come_on_demand_and_the_next_date_counts_down(site, watched):
    tab = watched.open(site / "league" / "index.html")
    hidden = tab.locator("#board th.more").first
    assert not hidden.is_visible()
    tab.check("#more")
    assert hidden.is_visible()
    assert tab.evaluate("document.documentElement.scrollWidth") <= 1280
    tab = watched.open(site / "index.html")
    assert re.fullmatch(r"in [\d,]{7} days", tab.inner_text("#next .left"))
    assert "2999-01-01" in tab.inner_text("#next")
    assert watched.said == []


def test_a_team_is_found_by_part_of_its_name_whatever_its_case_and_accents(site, watched):
    tab = watched.open(site / "league" / "index.html")
    tab.keyboard.press("/")
    tab.keyboard.type("CEL")
    assert shown_rows(tab) == ["\u00c7elo"]
    assert tab.inner_text("#found") == "1 / 5"
    tab.keyboard.press("Escape")
    assert len(shown_rows(tab)) == 5
    assert tab.inner_text("#found") == ""
    tab.keyboard.type("nobody")
    assert shown_rows(tab) == []


def test_a_link_to_a_team_leads_to_its_line(site, watched):
    tab = watched.open(site / "league" / "index.html", "#team-team-3")
    assert tab.inner_text("tr:target th") == "Dan"
    plain, marked = (
        tab.eval_on_selector(row, "row => getComputedStyle(row).backgroundColor")
        for row in ("#board tbody tr:not(:target)", "tr:target")
    )
    assert plain != marked


def test_the_bracket_without_results_reveals_rounds_by_keyboard(site, watched):
    tab = watched.open(site / "league" / "spoiler-free.html")

    def visible(level):
        found = tab.query_selector_all(f".known-{level}")
        assert found
        return {each.evaluate("each => getComputedStyle(each).visibility") for each in found}

    def seen():
        return [visible(level) == {"visible"} for level in (0, 1, 2, 3)]

    assert seen() == [True, False, False, False]
    assert not tab.is_visible(".extra >> nth=0")  # a gap would reveal a tie
    tab.focus("#level-0")
    for expected in (
        [True, True, False, False],
        [True, True, True, False],
        [True, True, True, True],
    ):
        tab.keyboard.press("ArrowRight")
        assert seen() == expected
    assert tab.is_visible(".extra >> nth=0")
    tab = watched.open(site / "league" / "bracket.html")
    assert seen() == [True, True, True, True]


def test_from_a_match_one_click_leads_into_the_replay_of_a_game(site, watched):
    tab = watched.open(site / "league" / "matches" / "1.html", "#match-2")
    third = tab.query_selector_all("#match-2 td a")[2]
    id = re.findall(r"game=(\w+)", third.get_attribute("href"))[0]
    number = third.inner_text().removeprefix("Game ")
    third.click()
    tab.wait_for_selector("html.ready")
    assert tab.url.startswith((site / "league" / "replays.html").as_uri())
    assert id in tab.inner_text("#about")
    assert tab.inner_text("#game option:checked").startswith(f"{number}: ")
    assert tab.locator("#game option").count() == 4  # the games of this match
    assert tab.inner_text("h1") == "Ann \u2013 \u00c7elo"
    tab.click("#match")
    assert tab.url == (site / "league" / "matches" / "1.html").as_uri() + "#match-2"
    assert watched.said == []


def test_an_address_opens_its_game_at_its_move_and_loads_one_file_of_games(long_matches, watched):
    viewer = long_matches / "league" / "replays.html"
    game = json.loads(sites.games_in(viewer.with_name("replays") / "3.js"))["games"][7]
    tab = watched.open(viewer, f"#match=3&game={game['id']}&ply=17&seat=2&view=given")
    tab.wait_for_selector("html.ready")
    assert [url for url in watched.beyond if "/replays/" in url] == [
        (viewer.with_name("replays") / "3.js").as_uri()
    ]
    assert tab.input_value("#ply") == "17"
    assert game["id"] in tab.inner_text("#about")
    assert tab.evaluate("framesOf(at.number).length") == 41
    tab.evaluate(f"location.hash = '#match=1&game={game['number'] - 100}&ply=3'")
    tab.wait_for_selector("#match[href$='#match-1']")
    assert tab.input_value("#ply") == "3"
    assert tab.inner_text("#game option:checked").startswith(f"{game['number'] - 100}: ")
    strays = {"#match=2&game=nobody&ply=x": 2, "#match=99": 1, "#match=2": 2, "#match=../../e": 1}
    for stray, match in strays.items():
        with case(stray):
            tab.evaluate("hash => { location.hash = hash }", stray)
            tab.wait_for_selector(f"#match[href$='#match-{match}']")
    assert watched.said == []


def test_a_lost_file_of_games_and_a_browser_without_scripts_are_told_at_the_top(
    long_matches, tmp_path, browser
):
    shutil.copytree(long_matches, tmp_path / "site")
    viewer = tmp_path / "site" / "league" / "replays.html"
    (viewer.with_name("replays") / "2.js").unlink()
    tab = new_tab(browser)
    tab.goto(viewer.as_uri() + "#match=2")
    tab.wait_for_selector("#missing", state="visible")
    assert "replays/2.js" in tab.inner_text("#missing")
    assert tab.locator("#missing").bounding_box()["y"] < 100
    free_tab(tab)
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(viewer.as_uri())
    notice = page.locator("p.notice").first
    assert "JavaScript" in notice.inner_text()
    assert notice.bounding_box()["y"] < 100
    context.close()


def test_a_replay_of_hostile_names_runs_no_code(hostile, watched):
    tab = watched.open(hostile / "league" / "replays.html", "#match=2")
    tab.wait_for_selector("html.ready")
    assert watched.said == []
    root = f"{hostile.as_uri()}/"
    assert [url for url in watched.beyond if not url.startswith(root)] == []


def test_a_certificate_is_one_sheet(site, watched):
    tab = watched.open(site / "league" / "certificates" / "team 4.html")
    pdf = tab.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf)) == 1
    (width, height) = re.findall(rb"/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]", pdf)[0]
    assert float(width) > float(height)


def test_pages_have_titles_headings_and_labels_for_screen_readers(site, watched):
    titles = set()
    for kind in KINDS:
        tab = watched.open(site / f"{kind}.html")
        titles.add(tab.title())
        assert tab.locator("h1").count() == 1
        assert tab.locator("main").count() == 1
        for each in tab.query_selector_all("input"):
            assert each.evaluate("each => each.labels.length") == 1
        for each in tab.query_selector_all(".wide"):
            assert each.get_attribute("aria-label")
        unnamed = "[...document.querySelectorAll('a, button')].filter(e => !e.innerText.trim())"
        hidden = ".filter(e => getComputedStyle(e).visibility === 'visible').map(e => e.outerHTML)"
        assert tab.evaluate(unnamed + hidden) == []
    assert len(titles) == len(KINDS)


def test_pages_can_be_read_by_day_and_by_night(site, watched, tmp_path):
    folder = shots(tmp_path)
    for number, kind in enumerate(KINDS):
        tab = watched.open(site / f"{kind}.html")
        looks = [("light", 1280), ("dark", 360)]
        for scheme, width in looks:
            tab.emulate_media(color_scheme=scheme)
            tab.set_viewport_size({"width": width, "height": 800})
            assert too_faint(tab) == [], f"{kind}, {scheme}, {width}"
            if (scheme, width) == looks[number % 2]:  # to look at
                name = f"{kind.replace('/', '-').replace(' ', '-')}-{scheme}-{width}.png"
                tab.screenshot(path=str(folder / name), full_page=True)


def too_faint(tab: Any) -> list[str]:
    """The texts with a contrast below 4.5 to their background."""
    return tab.evaluate(
        """() => {
          const parse = (text) => text.match(/[\\d.]+/g).map(Number);
          const light = ([r, g, b]) => [r, g, b].map((v) => v / 255)
            .map((v) => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
            .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
          const behind = (element) => {
            for (let each = element; each; each = each.parentElement) {
              const colour = parse(getComputedStyle(each).backgroundColor);
              if (colour.length === 3 || colour[3] === 1) return colour;
            }
            return matchMedia("(prefers-color-scheme: dark)").matches ? [0, 0, 0] : [255, 255, 255];
          };
          const faint = [];
          const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          while (walker.nextNode()) {
            const element = walker.currentNode.parentElement;
            if (!walker.currentNode.data.trim() || element.closest("script, .skip")) continue;
            const style = getComputedStyle(element);
            if (style.visibility !== "visible" || !element.getClientRects().length) continue;
            const colour = element.closest("svg") ? style.fill : style.color;
            const [a, b] = [light(parse(colour)), light(behind(element))];
            const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
            if (ratio < 4.5) faint.push(`${walker.currentNode.data.trim()} ${ratio.toFixed(1)}`);
          }
          return [...new Set(faint)];
        }"""
    )
