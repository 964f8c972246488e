"""Every preset is a complete competition with a description."""

import re

import pytest

from arena.common.errors import ArenaError
from arena.competition.config.paths import FILE
from arena.competition.config.presets import FOLDER, HEAD, KINDS, about, preset_text
from arena.competition.config.reading import parse, read
from Game import registry
from Game.core import Refusal

FOR_TWO = [name for name in KINDS if name != "tables"]


@pytest.mark.parametrize("preset", FOR_TWO)
def test_a_preset_is_a_competition_without_mistakes(tmp_path, preset):
    (tmp_path / FILE).write_text(preset_text(preset, None, "Copa Ñ"), encoding="utf-8")
    settings = read(tmp_path)
    assert (settings.name, settings.game) == ("Copa Ñ", "brisca")
    assert settings.options == {"tie": "draw", "deal": "page"}
    assert tuple(phase.kind for phase in settings.phases) == KINDS[preset]


@pytest.mark.parametrize("preset", FOR_TWO)
def test_every_commented_line_of_a_preset_is_right_too(tmp_path, preset):
    text = re.sub(r"^# (opens|deadline) =", r"\1 =", preset_text(preset, None, "x"), flags=re.M)
    assert all(phase.deadline for phase in parse(text, tmp_path / FILE).phases)


def test_every_preset_has_a_file_and_a_description():
    assert {path.stem for path in FOLDER.glob("*.toml")} == {HEAD, *KINDS}
    for name in KINDS:
        assert re.fullmatch(r"[A-Z][^#\n]+\.", about(name))


@pytest.mark.parametrize("preset", FOR_TWO)
def test_no_line_of_a_preset_is_too_wide_to_be_read(preset):
    assert max(map(len, preset_text(preset, None, "x").splitlines())) <= 100


def test_the_preset_robobrisca_has_the_phases_of_robobrisca(tmp_path):
    settings = parse(preset_text("robobrisca", None, "x"), tmp_path / FILE)
    assert settings.budget == 1.0
    first, second = settings.phases
    assert [bot.written for bot in first.house] == ["alwaysfirst", "greedy", "osla"]
    assert (first.games, first.top, first.tiebreaks) == (100, 8, ("lot",))
    assert (second.source, second.games, second.third_place) == (first.name, 100, True)


@pytest.fixture
def brisca_alone(monkeypatch):
    """Brisca is the only registered game."""
    monkeypatch.setattr(registry, "GAMES", {"brisca": registry.GAMES["brisca"]})
    monkeypatch.setattr(registry, "DESCRIBED", ())


def test_tables_take_the_first_game_that_fits_with_the_option_that_makes_it_fit(
    tmp_path, brisca_alone, toy
):
    settings = parse(preset_text("tables", None, "x"), tmp_path / FILE)
    assert (settings.game, settings.options) == ("nearest", {"seats": "3"})


def test_brisca_is_the_default_game_if_it_fits(monkeypatch):
    monkeypatch.setitem(registry.GAMES, "aaa", "toys.nearest:Nearest")
    assert 'game = "brisca"' in preset_text("league", None, "x")


def test_the_chosen_game_is_used(tmp_path, toy):
    assert parse(preset_text("tables", "nearest", "x"), tmp_path / FILE).options == {"seats": "3"}
    settings = parse(preset_text("league", "nearest", "x"), tmp_path / FILE)
    assert (settings.game, settings.options) == ("nearest", {"seats": "2"})


@pytest.mark.parametrize("game", ["brisca", None])
def test_tables_of_a_game_of_two_sides_are_refused(game, brisca_alone):
    with pytest.raises(ArenaError, match="three or more, each for itself, and Brisca has 2 sides"):
        preset_text("tables", game, "x")


def test_a_preset_that_no_game_fits_is_refused(brisca_alone):
    with pytest.raises(ArenaError, match="No game that is here fits the preset 'tables'"):
        preset_text("tables", None, "x")


def test_an_unknown_preset_or_game_is_refused():
    with pytest.raises(ArenaError, match=r"no preset 'leage'\. Did you mean 'league'"):
        preset_text("leage", None, "x")
    with pytest.raises(ArenaError, match="no preset 'head'"):
        preset_text("head", None, "x")
    with pytest.raises(Refusal, match="Did you mean 'brisca'"):
        preset_text("league", "brsca", "x")


@pytest.mark.parametrize("title", ['"; game = "x', "a\\b", "$game ${x} $$", "{name}", "é🂡", "#"])
def test_any_title_is_written_unchanged(tmp_path, title):
    assert parse(preset_text("league", None, title), tmp_path / FILE).name == title


@pytest.mark.parametrize("title", ["", "a\nb", "x" * 101, "\x1b[31m", "\udcff"], ids=ascii)
def test_a_title_must_be_one_line_of_text(title):
    with pytest.raises(ArenaError, match="The title"):
        preset_text("league", None, title)
