"""The page of an experiment: it opens from a folder, has all numbers, and runs no foreign code."""

import csv
import re

import pytest
from support.browser import OF_COLOURS, Watched, findings, free_tab, new_tab
from support.trials import WORDS, everything

from arena.common.errors import ArenaError
from arena.common.games import game_of
from arena.experiments.analysis.report import fold
from arena.experiments.analysis.request import analysis, new_setting
from arena.experiments.running import gather
from arena.pages.report.model import Lines, Report, ReportTable, Section, Series
from arena.pages.report.scales import column_texts, count_scale, number_text, scale
from arena.pages.report.write import page, write


@pytest.mark.slow
@pytest.mark.parametrize("strange", ["", WORDS])
def test_it_opens_clean_by_day_and_by_night_at_every_width(tmp_path, browser, strange):
    watched = Watched(browser)
    tab = watched.open(write(everything(strange), tmp_path))
    for width, scheme in ((360, "light"), (1280, "dark"), (1920, "light")):
        tab.set_viewport_size({"width": width, "height": 800})
        tab.emulate_media(color_scheme=scheme)
        assert watched.said == []
        assert watched.beyond == []
        assert tab.evaluate("document.documentElement.scrollWidth") <= width
        assert tab.evaluate("document.querySelectorAll('body script').length") == 0
    watched.close()


@pytest.mark.slow
def test_the_page_of_an_analysis_opens_clean(tmp_path, browser):
    setting = new_setting(game_of("brisca", {}), 3, "1", sweep="tie=draw,original")
    results = gather(analysis(), setting, tmp_path, 1, lambda games: None)
    watched = Watched(browser)
    tab = watched.open(write(fold(results, setting), tmp_path))
    tab.evaluate("document.querySelectorAll('details').forEach((each) => each.open = true)")
    for width in (360, 1280):
        tab.set_viewport_size({"width": width, "height": 800})
        assert watched.said == []
        assert watched.beyond == []
        assert tab.evaluate("document.documentElement.scrollWidth") <= width
        assert tab.locator("svg[role=img]").count() >= 10
    watched.close()


@pytest.mark.slow
def test_axe_finds_nothing_serious(tmp_path, browser):
    tab = new_tab(browser)
    tab.goto(write(everything(), tmp_path).as_uri())
    assert not findings(tab)
    tab.emulate_media(color_scheme="dark")
    assert not findings(tab, OF_COLOURS)
    free_tab(tab)


def test_every_plot_has_a_text_and_its_numbers():
    html = page(everything())
    plots = re.findall(r'<svg class="plot"[^>]* role="img" aria-label="([^"]+)"', html)
    assert len(plots) == 8
    assert "one: 0.500 at 1, 0.200 at 3, at most 0.700." in plots[0]
    assert html.count("<summary>The numbers</summary>") == 7


@pytest.mark.slow
def test_long_numbers_beside_an_axis_do_not_reach_its_name(tmp_path, browser):
    plots = tuple(
        [Lines(str(end), "x", "y", (Series("s", ((0, 0.7 * end), (1, end))),))
         for end in (0.3, 0.002, 0.0020001, 98765.0)]
    )  # fmt: skip
    tab = new_tab(browser)
    tab.goto(write(Report("Axes", (), (Section("P", (), plots),), ()), tmp_path).as_uri())
    for plot in tab.locator("svg[role=img]").all():
        name = plot.locator("text.name[transform]").bounding_box()
        numbers = [each.bounding_box() for each in plot.locator("text.tick.up").all()]
        assert min(each["x"] for each in numbers) > name["x"] + name["width"]
    free_tab(tab)


def test_texts_from_outside_are_shown_and_not_executed():
    html = page(everything(WORDS))
    assert "<script>" not in html
    assert "&lt;script&gt;" in html


def test_a_table_is_a_file_that_no_spreadsheet_runs(tmp_path):
    write(everything(), tmp_path)
    with (tmp_path / "numbers.csv").open(newline="") as file:
        assert list(csv.reader(file)) == [
            ["name", "games", "share", "formula"],
            ["x", "1200", "0.51234", "'=1+1"],
            ["y", "-3", "", "'@sum"],
        ]


@pytest.mark.parametrize("names", [("a", "a"), ("../a",), ("A b",), ("",)])
def test_tables_that_would_be_no_files_are_refused(tmp_path, names):
    tables = tuple(ReportTable(name, "", ("x",), ()) for name in names)
    with pytest.raises(ArenaError, match="this cannot be the name of a file"):
        write(Report("Bad", (), (Section("s", (), tables),)), tmp_path / "out")


def test_a_page_that_cannot_be_written_is_an_error(tmp_path):
    (tmp_path / "index.html").mkdir()
    with pytest.raises(ArenaError, match=r"index\.html"):
        write(everything(), tmp_path)


@pytest.mark.parametrize(
    "values, ticks",
    [
        ([0.0, 1.0], (0, 0.2, 0.4, 0.6, 0.8, 1)),
        ([0.503, 0.507], (0.503, 0.504, 0.505, 0.506, 0.507)),
        ([-3, 12], (-5, -2.5, 0, 2.5, 5, 7.5, 10, 12.5)),
        ([], (0, 0.2, 0.4, 0.6, 0.8, 1)),
        ([float("nan"), 0, 1200], (0, 200, 400, 600, 800, 1000, 1200)),
    ],
)
def test_axes_have_round_numbers_that_hold_all_values(values, ticks):
    axis = scale(values, 0, 100)
    assert axis.ticks == ticks
    assert (axis.low, axis.high) == (ticks[0], ticks[-1])
    assert (axis.at(axis.low), axis.at(axis.high)) == (0, 100)


def test_an_axis_of_counts_begins_and_ends_with_them():
    assert count_scale([2, 3, 4, 5], 0, 100).ticks == (2, 3, 4, 5)
    assert count_scale([1, 24], 0, 100).ticks == (5, 10, 15, 20)


def test_numbers_are_written_with_few_digits():
    assert [number_text(value) for value in (0.12345, 12.345, 123.45, 12345.6, -1.5)] == [
        "0.123", "12.35", "123.5", "12,346", "\u22121.500",
    ]  # fmt: skip
    assert column_texts([1, 0.5, "x", float("nan")]) == ["1", "0.500", "x", "\u2013"]
