"""House bots that do not work stop a phase, and can be replaced in public."""

import pytest
from support import cups

from arena.common.errors import ArenaError
from arena.competition.config.folder import open_competition
from arena.competition.entries.admitting import Admission, examine_all_again, versions_to_examine
from arena.competition.entries.decisions import decisions
from arena.competition.play.beginning import replace_house
from arena.competition.play.house_check import BrokenHouse
from arena.competition.play.phase_state import phase_state
from arena.competition.results.publishing import publish

FILES = cups.QUALIFYING.replace('["alwaysfirst", "greedy"]', '["house/first.py", "house/mine.py"]')
TEAMS = {"One": cups.FIRST, "Two": cups.LAST}


def make(folder, mine: str):
    cup = cups.make(folder / "cup", cups.QUALIFYING, TEAMS)
    (cup / "house" / "first.py").write_text(cups.source(cups.FIRST))
    (cup / "house" / "mine.py").write_text(mine)
    cups.edit(cup, cups.QUALIFYING, FILES)
    return cup


def test_a_phase_does_not_begin_with_a_house_bot_that_cannot_be_loaded(tmp_path):
    cup = make(tmp_path, "import helper_beside_me\n" + cups.source(cups.FIRST))
    with pytest.raises(BrokenHouse, match=r"House 2 of qualifying \(house/mine\.py\) cannot be"):
        cups.play(cup)
    assert not (cup / "Out" / "records").exists()
    (cup / "house" / "mine.py").write_text(cups.source(cups.LAST))
    assert cups.play(cup) == 2 * 2 * 4


def test_a_phase_stops_when_a_house_bot_gives_up_and_only_its_games_are_played_again(tmp_path):
    cup = make(tmp_path, cups.source(cups.CRASHES))
    with pytest.raises(BrokenHouse, match="its verdict is 'forfeit'"):
        cups.play(cup)
    before = [line["id"] for line in cups.lines(cup, "qualifying")]
    assert before
    (cup / "house" / "mine.py").write_text(cups.source(cups.LAST))
    with pytest.raises(ArenaError, match="arena replace-house"):
        cups.play(cup)
    with open_competition(cup, alone=True) as competition:
        replace_house(competition, competition.settings.phases[0], "it crashed")
        [made] = decisions(competition)
    assert (made.bots, made.reason) == (["House 2"], "it crashed")
    cups.play(cup)
    kept = [line for line in cups.lines(cup, "qualifying") if "House 1" in str(line["bots"])]
    assert len(kept) == 2 * 4  # none was played twice
    assert {row["games"] for row in cups.rows(cup, "qualifying").values()} == {8}


def test_only_a_bot_that_has_changed_is_replaced(tmp_path, games_here):
    cup = make(tmp_path, cups.source(cups.LAST))
    with open_competition(cup, alone=True) as competition:
        phase = competition.settings.phases[0]
        with pytest.raises(ArenaError, match="has not begun"):
            replace_house(competition, phase, "why")
    cups.play(cup)
    with open_competition(cup, alone=True) as competition:
        with pytest.raises(ArenaError, match="are those with which it began"):
            replace_house(competition, phase, "why")
        assert decisions(competition) == []
    cups.edit(cup, ', "house/mine.py"', "")
    with (
        open_competition(cup, alone=True) as competition,
        pytest.raises(ArenaError, match="began with 2 house bots"),
    ):
        replace_house(competition, competition.settings.phases[0], "why")


def test_the_faults_of_house_bots_are_shown(tmp_path):
    cup = make(tmp_path, cups.source("raise ValueError"))
    cups.play(cup)
    with open_competition(cup, alone=True) as competition:
        state = phase_state(competition, "qualifying")
        home = publish(state, sealed=False).parent
        assert state.ranking().house_faults() == {"House 2": {"exception": 2 * 4 * 20}}
    page = (home / "qualifying" / "index.html").read_text()
    assert (
        "House bot 2, a house bot that every team meets, made faults: 160\u00a0\u00d7 exception."
        in page
    )


def test_admission_examines_the_house_until_it_works(tmp_path):
    cup = make(tmp_path, cups.source("return 7"))
    with open_competition(cup, alone=True) as competition:
        verdicts = Admission(competition, "process", workers=1).verdicts()
        assert {each.candidate.name: each.is_good for each in verdicts} == {
            "House 1 of qualifying (first.py)": True,
            "House 2 of qualifying (mine.py)": False,
        }
        (broken,) = versions_to_examine(competition)
        assert broken.name == "House 2 of qualifying (mine.py)"
        examine_all_again(competition)
        assert [each.house is not None for each in versions_to_examine(competition)] == [
            True,
            True,
            False,
            False,
        ]
