"""Files are examined at the level at which they will play, and the verdict is stored."""

import pytest
from support import cups

from arena.common.errors import ArenaError
from arena.competition.config.folder import open_competition
from arena.competition.entries import admitting
from arena.competition.play.phase_state import phase_state

pytestmark = pytest.mark.usefixtures("shared_fork_servers")


def admit_all(cup, again: bool = False) -> dict[str, str]:
    """Examine what waits, or all; returns the verdicts by team."""
    with open_competition(cup, alone=True) as competition:
        level = admitting.level_of(competition, trusted=False)
        return {
            team.name: admitting.admit(competition, team, version, level, lambda step: None).status
            for team, version in admitting.versions_to_examine(competition, again)
        }


def test_a_bot_that_plays_well_is_admitted_and_one_that_does_not_is_refused(tmp_path):
    cup = cups.make(tmp_path / "cup")
    cups.hand_in(cup, "One", cups.FIRST)
    cups.hand_in(cup, "Bad", "return None")
    assert admit_all(cup) == {"One": "admitted", "Bad": "refused"}
    (good,), (bad,) = cups.versions(cup, "One"), cups.versions(cup, "Bad")
    assert good.report["level"] == "process"
    assert good.report["seconds_a_game"] > 0
    assert all(step["ok"] for step in good.report["steps"])
    assert any("illegal" in step["advice"] for step in bad.report["steps"])
    with open_competition(cup) as competition:
        assert [team.name for team in phase_state(competition, "league").teams] == ["One"]


@pytest.mark.slow
def test_a_file_is_examined_once_unless_it_is_asked_for_again(tmp_path):
    cup = cups.make(tmp_path / "cup")
    cups.enter(cup, "One", cups.FIRST)
    assert admit_all(cup) == {}
    cups.hand_in(cup, "Bad", "return None")
    assert admit_all(cup) == {"Bad": "refused"}
    assert admit_all(cup, again=True) == {"One": "admitted", "Bad": "refused"}


def test_a_new_version_that_is_refused_leaves_the_one_before_in_play(tmp_path):
    cup = cups.make(tmp_path / "cup")
    first = cups.enter(cup, "One", cups.FIRST)
    cups.hand_in(cup, "One", "return None")
    assert admit_all(cup) == {"One": "refused"}
    with open_competition(cup) as competition:
        (entrant,) = phase_state(competition, "league").entrants
    assert entrant.bot.sha256 == first.sha256


@pytest.mark.parametrize("what", ["gone", "changed"])
def test_a_changed_file_is_not_examined(tmp_path, what):
    cup = cups.make(tmp_path / "cup")
    version = cups.hand_in(cup, "One", cups.FIRST)
    path = cup / version.file
    if what == "gone":
        path.unlink()
    else:
        path.write_text(cups.source(cups.LAST))
    with pytest.raises(ArenaError, match=r"the file of One, version 1\.") as refused:
        admit_all(cup)
    assert str(path) in str(refused.value)
    assert cups.versions(cup, "One")[0].status == ""


def test_a_team_whose_file_is_refused_in_the_middle_is_named(tmp_path):
    cup = cups.make(tmp_path / "cup", teams={"One": cups.FIRST, "Two": cups.LAST})
    cups.play(cup)
    with open_competition(cup, alone=True) as competition:
        competition.store.judge(competition.store.versions()[0], "refused", {})
    with pytest.raises(ArenaError, match="One is in league, and none of its files is admitted"):
        cups.table(cup, "league")


def test_the_examined_bytes_are_those_whose_hash_was_checked(tmp_path, monkeypatch):
    """The file changes between the check of its hash and the examination."""
    cup = cups.make(tmp_path / "cup")
    cups.hand_in(cup, "One", cups.FIRST)
    checked = admitting.as_handed_in

    def changed_afterwards(competition, team, version):
        bot = checked(competition, team, version)
        bot.path.chmod(0o644)
        bot.path.write_text("1/0\n")
        return bot

    monkeypatch.setattr(admitting, "as_handed_in", changed_afterwards)
    assert admit_all(cup) == {"One": "admitted"}
