"""The entrants of a phase, their versions and their order."""

import pytest
from support import cups

from arena.common.errors import ArenaError
from arena.competition.config.folder import open_competition
from arena.competition.entries.admitting import examine_all_again, versions_to_examine
from arena.competition.entries.entrants import house_of, playing_versions, teams_by_lot
from arena.competition.entries.versions import take_back
from arena.competition.play.phase_state import phase_state
from arena.store.store import WITHDRAWN

TWO = cups.LEAGUE + cups.LEAGUE.replace('"league"', '"second"')


def test_the_newest_admitted_version_plays(tmp_path):
    cup = cups.make(tmp_path / "cup", teams={"One": cups.FIRST})
    second = cups.enter(cup, "One", cups.LAST)
    cups.hand_in(cup, "One", cups.MIDDLE)  # nobody has examined this
    with open_competition(cup) as competition:
        phase = competition.settings.phase("league")
        assert playing_versions(competition, phase) == {"one": second}
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
            playing = playing_versions(competition, competition.settings.phase(phase))
            assert playing == {"one": version}


def test_a_team_takes_back_a_version_and_the_one_before_it_plays(tmp_path):
    cup = cups.make(tmp_path / "cup", teams={"One": cups.FIRST})
    cups.enter(cup, "One", cups.LAST)
    waiting = cups.hand_in(cup, "One", cups.MIDDLE)
    with open_competition(cup) as competition:
        store, phase = competition.store, competition.settings.phase("league")
        [one] = store.teams()
        for number in (3, 2):
            take_back(store, ["league"], "league", one, number)
        assert [each.status for each in store.versions()] == ["admitted", WITHDRAWN, WITHDRAWN]
        assert playing_versions(competition, phase)["one"].number == 1
        store.judge(waiting, "admitted", {})  # the examination ends after that
        examine_all_again(competition)
        assert playing_versions(competition, phase)["one"].number == 1
        assert [each.version.number for each in versions_to_examine(competition)] == [1]
        for number, said in ((1, "only one"), (2, "nothing to take back"), (9, "has not handed")):
            with pytest.raises(ArenaError, match=said):
                take_back(store, ["league"], "league", one, number)
    again = cups.enter(cup, "One", cups.MIDDLE)  # the same file as the one that was taken back
    assert (again.number, again.status) == (4, "admitted")


def test_a_version_of_an_earlier_phase_cannot_be_taken_back(tmp_path):
    cup = cups.make(tmp_path / "cup", TWO, teams={"One": cups.FIRST})
    with open_competition(cup) as competition:
        [one] = competition.store.teams()
        with pytest.raises(ArenaError, match="takes no more files"):
            take_back(competition.store, ["league", "second"], "second", one, 1)


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
