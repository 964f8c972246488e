"""Files are examined at the level at which they will play, and the verdict is stored."""

import pytest
from support import cups

from arena.common.errors import ArenaError
from arena.competition.config.folder import open_competition
from arena.competition.entries import admitting, examining
from arena.competition.play.phase_state import phase_state
from arena.match.findings import Step

pytestmark = pytest.mark.usefixtures("shared_fork_servers")


def admit_all(cup, again: bool = False) -> dict[str, str]:
    """Examine the waiting files, or all; returns the verdicts by team."""
    with open_competition(cup, alone=True) as competition:
        if again:
            admitting.examine_all_again(competition)
        verdicts = admit(competition)
        names = {team.key: team.name for team in competition.store.teams()}
        for each in verdicts:
            assert not each.missing, each.missing
        latest = {version.team: version.status for version in competition.store.versions()}
        return {
            names[each.candidate.team.key]: latest[each.candidate.team.key] for each in verdicts
        }


def admit(competition, workers: int = 1) -> list[admitting.Verdict]:
    level = admitting.level_of(competition, trusted=False)
    return list(admitting.Admission(competition, level, workers).verdicts())


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
    cups.hand_in(cup, "Two", cups.FIRST)
    with open_competition(cup, alone=True) as competition:
        verdicts = {each.candidate.team.name: each for each in admit(competition)}
    assert "the file of One, version 1." in verdicts["One"].missing
    assert str(path) in verdicts["One"].missing
    assert not verdicts["One"].is_good
    assert cups.versions(cup, "One")[0].status == ""
    assert cups.versions(cup, "Two")[0].status == "admitted"


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


BOTS = {
    "Good": cups.FIRST,
    "Bad": "return None",
    "Slow": "import time\ntime.sleep(0.01)",
    "New": "1/0",
}


@pytest.mark.slow
def test_the_verdicts_do_not_depend_on_the_number_of_workers(tmp_path):
    results = []
    for workers in (1, 2):
        cup = cups.make(tmp_path / f"cup{workers}")
        for name, think in BOTS.items():
            cups.hand_in(cup, name, think)
        with open_competition(cup, alone=True) as competition:
            admit(competition, workers)
            reports = {each.team: each for each in competition.store.versions()}
        results.append(
            {
                name: (each.status, [step["ok"] for step in each.report["steps"]])
                for name, each in reports.items()
            }
        )
    assert results[0] == results[1]
    assert [results[0][name][0] for name in ("good", "bad", "new")] == [
        "admitted", "refused", "refused",
    ]  # fmt: skip


def test_admission_that_was_stopped_goes_on_with_the_other_files(tmp_path):
    cup = cups.make(tmp_path / "cup")
    for name in ("One", "Two", "Three"):
        cups.enter(cup, name, cups.FIRST)
    with open_competition(cup, alone=True) as competition:
        admitting.examine_all_again(competition)
        admission = admitting.Admission(competition, "process", workers=1)
        for verdict in admission.verdicts():
            assert verdict.candidate.team.name == "One"
            admission.stop()
        assert [each.team.name for each in admitting.versions_to_examine(competition)] == [
            "Two",
            "Three",
        ]
        assert admitting.without_verdict(competition) == 0  # the old verdicts hold until then
        assert [each.candidate.team.name for each in admit(competition)] == ["Two", "Three"]
        assert admitting.versions_to_examine(competition) == []


def test_a_competition_says_how_many_late_moves_are_accepted(tmp_path, monkeypatch):
    accepted = []

    def examine(bot, conditions):
        accepted.append(conditions.tolerance)
        return [Step(True, "well")]

    monkeypatch.setattr(examining, "examine", examine)
    for top in ("", "tolerance = 0\n", "tolerance = 50\n"):
        cup = cups.make(tmp_path / f"cup{len(accepted)}", top=top)
        cups.hand_in(cup, "One", cups.FIRST)
        assert admit_all(cup) == {"One": "admitted"}
    assert accepted == [10, 0, 50]
