"""The entrants of a phase, their versions and their order."""

import pytest
from support import cups

from arena.competition.config.folder import open_competition
from arena.competition.entries.entrants import house_of, teams_by_lot, versions_for
from arena.competition.play.phase_state import phase_state

TWO = cups.LEAGUE + cups.LEAGUE.replace('"league"', '"second"')


def test_the_newest_admitted_version_plays(tmp_path):
    cup = cups.make(tmp_path / "cup", teams={"One": cups.FIRST})
    second = cups.enter(cup, "One", cups.LAST)
    cups.hand_in(cup, "One", cups.MIDDLE)  # nobody has examined this
    with open_competition(cup) as competition:
        phase = competition.settings.phase("league")
        assert versions_for(competition, phase) == {"one": second}
        (entrant,) = phase_state(competition, "league").entrants
    assert (entrant.name, entrant.bot.sha256) == ("One", second.sha256)


def test_a_version_for_a_later_phase_does_not_play_before_it(tmp_path):
    late = "\ndeadline = 2020-01-01T00:00:00Z\n"
    cup = cups.make(tmp_path / "cup", TWO)
    first = cups.enter(cup, "One", cups.FIRST)
    cups.edit(cup, 'name = "league"\n', 'name = "league"' + late)
    second = cups.enter(cup, "One", cups.LAST)
    assert (first.phase, second.phase) == ("league", "second")
    with open_competition(cup) as competition:
        for phase, version in (("league", first), ("second", second)):
            playing = versions_for(competition, competition.settings.phase(phase))
            assert playing == {"one": version}


def test_the_names_of_house_bots_reveal_nothing(tmp_path):
    cup = cups.make(tmp_path / "cup", cups.QUALIFYING)
    with open_competition(cup) as competition:
        house = house_of(competition.settings.phase("qualifying"))
    assert [each.name for each in house] == ["House 1", "House 2"]
    assert [each.bot.name for each in house] == ["House 1", "House 2"]
    assert [each.bot.spec for each in house] == ["alwaysfirst", "greedy"]


def test_the_seed_decides_the_order_of_teams(tmp_path):
    teams = {f"Team {n}": cups.FIRST for n in range(8)}
    orders = []
    for number, names in enumerate((list(teams), list(reversed(teams)), list(teams))):
        cup = cups.make(tmp_path / str(number) / "cup")
        (cup / "Out" / "seed").write_text("the same seed" if number < 2 else "another")
        for name in names:
            cups.enter(cup, name, cups.FIRST)
        with open_competition(cup) as competition:
            phase = competition.settings.phase("league")
            order = teams_by_lot(competition, phase, competition.store.teams())
        orders.append([team.name for team in order])
    assert orders[0] == orders[1] != orders[2]
    assert sorted(orders[0]) == sorted(teams)


@pytest.mark.parametrize("accents", ["Ñandú 2", "Los Ases"])
def test_the_name_of_a_team_is_stored_as_it_was_written(tmp_path, accents):
    cup = cups.make(tmp_path / "cup", teams={accents: cups.FIRST})
    with open_competition(cup) as competition:
        assert [each.name for each in phase_state(competition, "league").entrants] == [accents]
