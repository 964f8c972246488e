"""A letter has everything that its team may know, and nothing about other teams."""

import zipfile

import pytest
from support import cups

from arena.common.errors import ArenaError
from arena.competition.config.folder import open_competition
from arena.competition.entries.admitting import accept
from arena.competition.entries.team_data import TeamData
from arena.competition.entries.versions import REFUSED
from arena.competition.play.leaving import find_team, leave
from arena.competition.play.phase_state import phase_state
from arena.competition.play.submitting import Intake
from arena.competition.results.letters import write_letters
from arena.competition.results.publishing import publish

CONTACT = "ana@example.org"


def letters(cup, language: str = "en") -> dict[str, str]:
    with open_competition(cup, alone=True) as competition:
        folder, teams = write_letters(competition, language)
    return {team.name: (folder / team.key / "letter.txt").read_text() for team in teams}


@pytest.fixture
def published(played):
    """A competition whose first phase is published, and whose second one is sealed."""
    with open_competition(played, alone=True) as competition:
        team = find_team(competition, "One")
        competition.store.change_team(TeamData(("Ana",), CONTACT, True).added_to(team))
        publish(phase_state(competition, "qualifying"), sealed=False)
        publish(phase_state(competition, "final"), sealed=True)
    return played


def test_a_letter_has_receipts_results_and_archives_of_published_phases(published):
    texts = letters(published)
    version, place = cups.versions(published, "One")[0], cups.rows(published, "qualifying")["One"]
    assert texts["One"].startswith(f"To: {CONTACT}\nSubject: Cup, One\n\nDear members of One,")
    assert "Members: Ana\nAt least one member belongs to the university." in texts["One"]
    assert "version 1 for qualifying at 2" in texts["One"]
    assert version.sha256 in texts["One"]
    assert "Verdict: admitted." in texts["One"]
    assert f"qualifying: place {place['place']} of 3" in texts["One"]
    assert "final" not in texts["One"]  # its results are sealed
    folder = published / "Out" / "letters" / "one"
    assert sorted(path.name for path in folder.iterdir()) == ["letter.txt", "qualifying.zip"]
    with zipfile.ZipFile(folder / "qualifying.zip") as archive:
        assert "faults.txt" in archive.namelist()


def test_a_letter_does_not_mention_other_teams(published):
    for name, text in letters(published).items():
        others = {"One", "Two", "Crash"} - {name}
        assert not any(other in text for other in others)
        assert (CONTACT in text) == (name == "One")


def test_the_address_of_a_team_is_only_in_its_letter(published):
    letters(published)
    for folder in ("public", "teams", "sealed"):
        for path in (published / "Out" / folder).rglob("*"):
            if path.suffix == ".zip":
                with zipfile.ZipFile(path) as archive:
                    texts = [archive.read(name) for name in archive.namelist()]
            else:
                texts = [path.read_bytes()] if path.is_file() else []
            assert not any(CONTACT.encode() in text for text in texts), path


def test_a_letter_has_the_findings_the_decisions_and_no_path_of_this_machine(tmp_path):
    cup = cups.make(tmp_path / "cup")
    version = cups.hand_in(cup, "One", cups.FIRST)
    path = (cup / version.file).resolve()
    steps = [
        {"ok": True, "said": "it loads", "advice": ""},
        {"ok": False, "said": "3 positions", "advice": f"the first: exception\nFile {path}"},
    ]
    with open_competition(cup, alone=True) as competition:
        competition.store.judge(version, REFUSED, {"steps": steps})
    text = letters(cup)["One"]
    assert "Verdict: refused." in text
    assert (
        f"ok  it loads\n  NO  3 positions\n        the first: exception\n        File {path.name}"
        in text
    )
    assert str(tmp_path) not in text
    with open_competition(cup, alone=True) as competition:
        accept(competition, find_team(competition, "One"), "the machine was busy")
        leave(competition, "One", "withdraw", "ill", void=False)
    text = letters(cup)["One"]
    assert "Verdict: admitted by the organisers. Reason: the machine was busy" in text
    assert "One withdraws. Reason: ill" in text


def test_letters_are_in_the_language_of_the_competition(tmp_path):
    cup = cups.make(tmp_path / "cup", teams={"One": cups.FIRST})
    with open_competition(cup, alone=True) as competition:
        intake = Intake(competition)
        intake.take(intake.check("Ñandú", None, TeamData()))
    texts = letters(cup, "es")
    assert "Veredicto: admitida." in texts["One"]
    assert "No hemos recibido ningún archivo." in texts["Ñandú"]
    with open_competition(cup, alone=True) as competition:
        folder, _ = write_letters(competition)
    assert "Estimados" in (folder / "one" / "letter.txt").read_text()


def test_without_teams_there_is_nothing_to_write(tmp_path):
    with pytest.raises(ArenaError, match="There is no team to write to"):
        letters(cups.make(tmp_path / "cup"))
