"""Teams with the same code are found, and only the organiser learns it."""

import pytest
from support import cups

from arena.competition.config.folder import open_competition
from arena.competition.entries.twins import twins

LONG = "\n".join(
    f"if o.main_deck.len() == {n}: return o.get_list_actions()[{n} % 2]" for n in range(12)
)


def found(cup) -> list[str]:
    with open_competition(cup) as competition:
        return twins(competition)


@pytest.fixture
def cup(tmp_path):
    cup = cups.make(tmp_path / "cup")
    cups.hand_in(cup, "One", LONG + "\n" + cups.FIRST)
    return cup


def test_files_that_are_the_same_are_found_also_if_they_are_short(tmp_path):
    cup = cups.make(tmp_path / "cup")
    for team, think in (("One", cups.FIRST), ("Two", cups.FIRST), ("Three", cups.LAST)):
        cups.hand_in(cup, team, think)
    assert found(cup) == [
        "One, version 1, and Two, version 1: the files are the same, byte for byte"
    ]


def test_a_copy_with_other_names_is_found(cup):
    cups.hand_in(cup, "Two", LONG.replace("main_deck", "mazo") + "\n# mine\n" + cups.FIRST)
    [said] = found(cup)
    assert said.endswith("the code is the same except for comments, names and layout")


def test_a_copy_with_a_change_is_found(cup):
    cups.hand_in(cup, "Two", LONG + "\n" + cups.LAST)
    [said] = found(cup)
    assert " % of the code is the same except for" in said


def test_an_older_version_that_another_team_has_copied_is_found(cup):
    cups.hand_in(cup, "One", cups.LAST)
    cups.hand_in(cup, "Two", LONG + "\n" + cups.FIRST)
    [said] = found(cup)
    assert said.startswith("One, version 1, and Two, version 1: the files are the same")


def test_a_copy_is_found_although_a_newer_version_hides_it(cup):
    cups.hand_in(cup, "Two", LONG + "\n" + cups.FIRST)
    cups.hand_in(cup, "Two", cups.LAST)
    [said] = found(cup)
    assert said.startswith("One, version 1, and Two, version 1: the files are the same")


def test_two_versions_of_one_team_are_not_twins(cup):
    cups.hand_in(cup, "One", LONG + "\n" + cups.LAST)
    assert found(cup) == []


def test_a_data_file_that_two_packages_share_is_found(tmp_path):
    cup = cups.make(tmp_path / "cup")
    for team, think in (("One", "0"), ("Two", "-1")):
        package = tmp_path / team
        package.mkdir()
        (package / "bot.py").write_text(cups.source(f"return o.get_list_actions()[{think}]"))
        (package / "weights.bin").write_bytes(bytes(range(256)) * 2)
        cups.enter_file(cup, team, package)
    assert found(cup) == ["One, version 1, and Two, version 1: a data file is the same"]
