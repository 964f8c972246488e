"""The table of each kind of phase is computed again from what is published, after decisions.

`tests/reference/phase_tables.py` computes it: slowly, and without the code of the arena.
"""

import csv
import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from reference.phase_games import read_games
from reference.phase_tables import PhaseTable, Row
from support import cups
from support.deciding import (
    accepts,
    comes_back,
    leaves,
    log,
    make_toy_cup,
    play_rounds,
    play_some,
    reruns,
)

from arena.competition.config.folder import open_competition
from arena.competition.config.paths import FILE
from arena.competition.entries.decisions import departures
from arena.competition.log import DISQUALIFY
from arena.competition.play.phase_state import phase_state
from arena.competition.results.public_audit import audit_public
from arena.competition.results.publishing import publish

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("games_here", "toy")]


def recompute(cup: Path, name: str) -> PhaseTable:
    """Publish the phase, and compute its table again from the published files."""
    with open_competition(cup, alone=True) as competition:
        state = phase_state(competition, name)
        folder = publish(state, sealed=False)
        teams, decided = [team.name for team in state.teams], log(competition)
        sides = len(competition.game.sides)
    [phase] = [p for p in tomllib.loads((cup / FILE).read_text())["phase"] if p["name"] == name]
    lots = json.loads((folder / "lots.json").read_text())
    return PhaseTable(phase, teams, read_games(folder), decided, lots, sides)


def check(cup: Path, name: str = "all") -> PhaseTable:
    """Compare the table of the phase with the one that the reference computes."""
    reference = recompute(cup, name)
    folder = cup / "Out" / "public" / name
    table = json.loads((folder / "standings.json").read_text())["teams"]
    assert [row_of(row) for row in table] == reference.rows()
    with (folder / "standings.csv").open(newline="") as file:
        cells = [(row["place"], row["name"], float(row["credit"])) for row in csv.DictReader(file)]
    assert cells == [(row.place, row.name, row.credit) for row in reference.rows()]
    if reference.ladder:
        skills = reference.skills()
        for row in table:
            mean, deviation = skills[row["name"]]
            assert row["skill"] == pytest.approx(mean, abs=1e-3)
            assert row["skill_high"] == pytest.approx(mean + 1.96 * deviation, abs=2e-3)
    with open_competition(cup) as competition:
        state, left = phase_state(competition, name), departures(competition)
        on = [state.teams[number].name for number in state.ranking().going_on]
        assert on == reference.going_on([team.name for team in state.teams if team.key in left])
    return reference


def audit(cup: Path) -> None:
    """An outsider finds no mistake in what is published."""
    for phase in audit_public(cup / "Out" / "public"):
        assert not phase.problems


def row_of(row: dict[str, Any]) -> Row:
    return Row(*(row.get(field) for field in Row._fields))


def phase(kind: str, more: str = "") -> str:
    return f'[[phase]]\nname = "all"\nkind = "{kind}"\ngames = 2\n{more}\n'


def test_a_league(tmp_path):
    cup = make_toy_cup(tmp_path / "cup", phase("round-robin", "top = 2"), "ABCDE")
    cups.hand_in(cup, "Late", "return o.get_list_actions()[0]")
    play_some(cup, 9)
    leaves(cup, "C")
    leaves(cup, "D")
    cups.play(cup)
    comes_back(cup, "D")
    accepts(cup, "Late")
    cups.edit(cup, "games = 2", "games = 4")
    play_some(cup, 5)
    leaves(cup, "B", DISQUALIFY, void=True)
    cups.play(cup)
    assert reruns(cup, names=["A", "E"])
    cups.play(cup)
    table = check(cup)
    assert "B" not in table.names
    assert table.given["Late"] == 4  # its games against C, which has left
    assert table.given["C"] == 0
    audit(cup)


def test_a_qualifying_and_the_knockout_after_it(tmp_path):
    phases = (
        phase("qualifying", 'house = ["alwaysfirst", "random"]\ntop = 4\ntiebreaks = ["margin"]')
        + '[[phase]]\nname = "final"\nkind = "knockout"\nfrom = "all"\ngames = 2\n'
    )
    cup = make_toy_cup(tmp_path / "cup", phases)
    cups.hand_in(cup, "Late", "return o.get_list_actions()[0]")
    play_some(cup, 7)
    leaves(cup, "C")
    cups.play(cup, "all")
    accepts(cup, "Late")
    cups.play(cup, "all")
    table = check(cup)
    first = table.names[0]
    leaves(cup, first)
    on = check(cup).going_on(["C", first])
    play_some(cup, 1, "final")
    comes_back(cup, first)  # too late for the final
    leaves(cup, on[0])
    cups.play(cup, "final")
    assert sorted(check(cup, "final").names) == sorted(on)
    assert recompute(cup, "all").rows() == table.rows()


def test_a_swiss(tmp_path):
    more = 'rounds = 4\ntop = 3\ntiebreaks = ["buchholz", "sonneborn-berger", "wins", "margin"]'
    cup = make_toy_cup(tmp_path / "cup", phase("swiss", more), "ABCDE")
    play_rounds(cup, 1)
    leaves(cup, "A")
    play_some(cup, 1)
    leaves(cup, "B")
    play_rounds(cup, 1)
    comes_back(cup, "A")
    cups.play(cup)
    check(cup)
    with open_competition(cup) as competition:
        last = phase_state(competition, "all").progress.rounds[-1]
        names = [phase_state(competition, "all").teams[one].name for one in last[0].entrants]
    if "B" not in names:
        assert reruns(cup, names=names, label="round 4")
        cups.play(cup)
    check(cup)
    audit(cup)


def test_a_team_that_has_left_gets_nothing_for_a_bye(tmp_path):
    cup = make_toy_cup(tmp_path / "cup", phase("swiss", "rounds = 3"), "ABC")
    play_rounds(cup, 1)
    with open_competition(cup) as competition:
        state = phase_state(competition, "all")
        has_played = state.teams[state.progress.rounds[0][0].entrants[0]].name
    leaves(cup, has_played)
    cups.play(cup)  # in three rounds each team rests once
    assert check(cup).given[has_played] == 0


@pytest.mark.parametrize("tied", ["pairs", "odd-game"])
def test_a_knockout(tmp_path, tied):
    cup = make_toy_cup(tmp_path / "cup", phase("knockout", f'tied = "{tied}"'))
    play_some(cup, 1)
    leaves(cup, "A")
    with open_competition(cup) as competition:
        state = phase_state(competition, "all")
        first = state.progress.rounds[0][-1].entrants
    for one in first:
        if state.teams[one].name != "A":
            leaves(cup, state.teams[one].name)
    cups.play(cup)
    table = check(cup)
    assert {row.place for row in table.rows()} == {"1", "2", "3", "4", "5-6"}
    with open_competition(cup) as competition:
        gone = list(departures(competition))
    final = [name for name, place in table.places.items() if place[0] in (1, 2)]
    if not any(name.casefold() in gone for name in final):
        assert reruns(cup, label="final")
        cups.play(cup)
        check(cup)


def test_a_ladder(tmp_path):
    cup = make_toy_cup(tmp_path / "cup", phase("ladder", "rounds = 4"), "ABCDF")
    play_rounds(cup, 2)
    leaves(cup, "B")
    play_some(cup, 1)
    leaves(cup, "D")
    cups.play(cup)
    check(cup)
    comes_back(cup, "D")
    cups.play(cup)
    assert sorted(check(cup).ladder) == list("ABCDF")


@pytest.mark.parametrize("kind", ["tables", "round-robin"])
def test_tables_of_three(tmp_path, kind):
    more = "rounds = 3" if kind == "tables" else ""
    top = '[options]\nseats = "3"\n'
    cup = make_toy_cup(tmp_path / "cup", top + phase(kind, more), "ABCD")
    play_some(cup, 5)
    leaves(cup, "D")
    cups.play(cup)
    table = check(cup)
    ratings = table.ratings()
    for row in json.loads((cup / "Out/public/all/standings.json").read_text())["teams"]:
        if row["rating"] is not None:
            assert row["rating"] == pytest.approx(1500 + ratings[row["name"]] * 173.718, abs=0.2)
