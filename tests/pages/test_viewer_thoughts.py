"""A bot's thoughts at each ply that has some, shown only in views that may see them."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from support.browser import opening, shots
from support.viewing import SCRIPT, data_in, games

from arena.pages.viewer import page
from arena.replay.record import Record

THOUGHTS = ((60, 0.625, 0.55, 0.7), (30, 0.41, 0.3, 0.52), (10, 0.2, 0.0, 0.4))


def told_to_think(record: Record) -> Record:
    """The record with thoughts of the bot of side 0."""
    for move in record.moves[:36]:
        if move.seat % 2 == 0:
            move.thoughts = ((move.play, *THOUGHTS[0]),)
    return record


@pytest.fixture(scope="module")
def record() -> Record:
    (record,) = games("random", "osla")
    choice = record.deal["hands"][record.moves[0].seat]
    told_to_think(record)
    others = [card for card in choice if card != record.moves[0].play]
    record.moves[0].thoughts = tuple(
        (card, *numbers)
        for card, numbers in zip((record.moves[0].play, *others), THOUGHTS, strict=True)
    )
    return record


@pytest.fixture
def opened(browser, record, tmp_path) -> Iterator[Callable[..., Any]]:
    path = tmp_path / "thoughts.html"
    path.write_text(page([record]), encoding="utf-8")
    with opening(browser, path) as open_it:
        yield open_it


def rows(tab: Any) -> list[list[str]]:
    return tab.eval_on_selector_all(
        "#thoughts-rows tbody tr", "rows => rows.map(r => [...r.cells].map(c => c.textContent))"
    )


@pytest.mark.slow
def test_each_action_has_its_share_its_mean_and_its_interval_in_words(opened, record):
    tab = opened("#ply=0")
    played, *others = [row[0] for row in record.moves[0].thoughts]
    shown = rows(tab)
    assert [row[0] for row in shown] == [f"{played} (played)", *others]
    assert [row[1] for row in shown] == ["60%", "30%", "10%"]
    assert [row[2] for row in shown] == [
        "63%63%, between 55% and 70%",
        "41%41%, between 30% and 52%",
        "20%20%, between 0% and 40%",
    ]
    assert tab.inner_text("#thoughts-title") == "What the bot thought"
    wide = tab.eval_on_selector_all(".tried", "bars => bars.map(b => b.offsetWidth)")
    assert wide[0] == pytest.approx(2 * wide[1], abs=2)
    assert wide[0] == pytest.approx(6 * wide[2], abs=3)


@pytest.mark.slow
def test_without_thoughts_no_panel_is_shown(opened, record):
    silent = next(ply for ply, move in enumerate(record.moves) if not move.thoughts)
    for ply in (silent, len(record.moves)):
        assert not opened(f"#ply={ply}").is_visible("#thoughts")


@pytest.mark.slow
@pytest.mark.parametrize("view", ["seat", "given"])
def test_thoughts_are_shown_only_in_views_of_the_bots_cards(opened, record, view):
    seat = record.moves[0].seat
    assert opened(f"#ply=0&view={view}&seat={seat}").is_visible("#thoughts")
    hidden = opened(f"#ply=0&view={view}&seat={(seat + 2) % 4}")
    assert not hidden.is_visible("#thoughts")


@pytest.mark.slow
def test_it_fits_on_a_phone(opened, tmp_path):
    tab = opened("#ply=0", viewport={"width": 360, "height": 740})
    assert tab.evaluate("document.documentElement.scrollWidth") <= 360
    tab.click("#tabs [aria-controls=thoughts]")
    cut = tab.eval_on_selector_all(
        "#thoughts-rows th, #thoughts-rows td",
        "cells => cells.filter(c => c.scrollWidth > c.clientWidth + 1).map(c => c.textContent)",
    )
    assert cut == []
    for scheme in ("light", "dark"):
        tab.emulate_media(color_scheme=scheme)
        tab.locator("#thoughts").screenshot(path=shots(tmp_path) / f"thoughts-{scheme}.png")


def test_of_a_stranger_only_actions_that_could_be_played_are_shown(record):
    stranger = games("random", "osla")[0]
    good = stranger.moves[0].play
    stranger.moves[0].thoughts = ((SCRIPT, 1, 0.5, 0.5, 0.5), (good, 2, 0.5, 0.4, 0.6))
    data = data_in(page([stranger]))
    (game,) = data["games"]
    ((card, *rest),) = game["thoughts"].pop("0")
    assert rest == [2, 0.5, 0.4, 0.6]
    assert data["cards"][game["cards"][card]] == good
    assert SCRIPT not in data["cards"]
    assert not game["thoughts"]
