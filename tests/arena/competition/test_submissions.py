"""Teams hand in files: which teams may, when, and every version is stored."""

from datetime import UTC, datetime, timedelta
from hashlib import sha256

import pytest
from support import cups

from arena.bots.archive import archive_of
from arena.bots.code import read_code
from arena.common.errors import ArenaError
from arena.common.input_files import MOST
from arena.competition.config.folder import open_competition
from arena.competition.play.phase_state import phase_state
from arena.competition.play.submitting import submit
from arena.competition.results.publishing import announce, publish
from arena.store import clock as store_clock

NOW = datetime(2026, 4, 1, 12, tzinfo=UTC)


@pytest.fixture
def clock(monkeypatch):
    """Sets the clock of the machine."""

    class Clock(datetime):
        time = NOW

        @classmethod
        def now(cls, tz=None):
            return cls.time

    def set_to(time: datetime) -> None:
        Clock.time = time

    monkeypatch.setattr(store_clock, "datetime", Clock)
    return set_to


def said_of(call, *given) -> str:
    with pytest.raises(ArenaError) as refused:
        call(*given)
    return str(refused.value)


def test_a_file_is_stored_under_its_hash_with_a_receipt(tmp_path):
    cup = cups.make(tmp_path / "cup")
    mine = tmp_path / "mine.py"
    mine.write_text(cups.source(cups.FIRST))
    with open_competition(cup, alone=True) as competition:
        receipt = submit(competition, mine, "Los Ases")
    content = sha256(mine.read_bytes()).hexdigest()
    assert (receipt.team.name, receipt.phase, receipt.new) == ("Los Ases", "league", True)
    assert (receipt.version.number, receipt.version.sha256) == (1, content)
    kept = cup / "submissions" / "los ases" / f"{content[:16]}.py"
    assert kept.read_bytes() == mine.read_bytes()


def test_every_version_is_stored_and_an_equal_file_is_no_new_version(tmp_path):
    cup = cups.make(tmp_path / "cup")
    mine = tmp_path / "mine.py"
    receipts = []
    for think in (cups.FIRST, cups.LAST, cups.LAST, cups.FIRST):
        mine.write_text(cups.source(think))
        with open_competition(cup, alone=True) as competition:
            receipts.append(submit(competition, mine, "One"))
    assert [receipt.version.number for receipt in receipts] == [1, 2, 2, 3]
    assert [receipt.new for receipt in receipts] == [True, True, False, True]
    assert len(list((cup / "submissions" / "one").iterdir())) == 2


def test_a_package_is_kept_as_one_archive_however_it_is_handed_in(tmp_path):
    cup = cups.make(tmp_path / "cup")
    mine = cups.package(tmp_path / "mine")
    packed = tmp_path / "mine.zip"
    packed.write_bytes(archive_of(read_code(mine).files))
    receipts = []
    for path in (mine, packed):
        with open_competition(cup, alone=True) as competition:
            receipts.append(submit(competition, path, "One"))
    version = receipts[0].version
    assert [receipt.new for receipt in receipts] == [True, False]
    assert version.sha256 == read_code(mine).sha256
    assert [path.name for path in (cup / "submissions" / "one").iterdir()] == [
        f"{version.sha256[:16]}.zip"
    ]
    assert read_code(cup / version.file).sha256 == version.sha256


def test_the_organiser_says_how_large_a_bot_may_be(tmp_path):
    cup = cups.make(tmp_path / "cup", top='submission-size = "2 KiB"\n')
    one = tmp_path / "one.py"
    one.write_text(cups.source(cups.FIRST) + "#" * 2048)
    package = cups.package(tmp_path / "package")
    (package / "weights.bin").write_bytes(bytes(2048))
    for path, why in ((one, "a bot has at most 2,048"), (package, "more than 2 KiB together")):
        with open_competition(cup, alone=True) as competition:
            assert why in said_of(submit, competition, path, "One")
    (package / "weights.bin").write_bytes(bytes(100))
    with open_competition(cup, alone=True) as competition:
        assert submit(competition, package, "One").new
    assert len(cups.versions(cup, "One")) == 1


def test_a_package_cannot_hide_an_installed_package(tmp_path):
    cup = cups.make(tmp_path / "cup")
    package = cups.package(tmp_path / "package")
    (package / "numpy.py").write_text("")
    with open_competition(cup, alone=True) as competition:
        assert "numpy is the name of an installed package" in said_of(
            submit, competition, package, "One"
        )


@pytest.mark.parametrize("name", ["ONE", "one", "Óne", "öNE", "One "])
def test_a_name_that_differs_in_case_and_accents_alone_is_refused(tmp_path, name):
    cup = cups.make(tmp_path / "cup")
    cups.hand_in(cup, "One", cups.FIRST)
    if name.strip() == "One":
        assert cups.hand_in(cup, name, cups.LAST).number == 2
        return
    sentence = said_of(cups.hand_in, cup, name, cups.LAST)
    assert "There is a team 'One' already" in sentence
    assert [version.number for version in cups.versions(cup, "One")] == [1]
    assert len(list((cup / "submissions" / "one").iterdir())) == 1


@pytest.mark.parametrize("name", ["", "../x", "a/b", "x" * 33, "House 1", "house 12", "a\nb"])
def test_an_impossible_name_is_refused_and_nothing_is_stored(tmp_path, name):
    cup = cups.make(tmp_path / "cup")
    said_of(cups.hand_in, cup, name, cups.FIRST)
    assert list((cup / "submissions").iterdir()) == []
    with open_competition(cup) as competition:
        assert competition.store.teams() == []


def test_a_team_that_is_not_listed_is_refused_if_there_is_a_list(tmp_path):
    cup = cups.make(tmp_path / "cup", top='[teams]\nopen = false\nnames = ["Los Ases"]\n')
    assert "There is no team 'Others' in this competition" in said_of(
        cups.hand_in, cup, "Others", cups.FIRST
    )
    assert "listed as 'Los Ases' in competition.toml" in said_of(
        cups.hand_in, cup, "los ases", cups.FIRST
    )
    assert cups.hand_in(cup, "Los Ases", cups.FIRST).number == 1


def test_a_file_that_is_not_python_is_refused(tmp_path):
    cup = cups.make(tmp_path / "cup")
    (tmp_path / "folder").mkdir()
    (tmp_path / "notes.txt").write_text("x")
    (tmp_path / "long.py").write_text("x" * (MOST + 1))
    for name, why in {
        "folder": r"needs a file bot\.py",
        "notes.txt": r"its name ends in \.py",
        "long.py": "a bot has at most",
        "nosuch.py": "there is no such file",
    }.items():
        with open_competition(cup, alone=True) as competition, pytest.raises(ArenaError, match=why):
            submit(competition, tmp_path / name, "One")


def test_a_file_that_comes_late_or_early_is_refused(tmp_path, clock):
    dates = "opens = 2026-04-01T00:00:00Z\ndeadline = 2026-04-03T12:00:00Z\n"
    cup = cups.make(tmp_path / "cup", cups.LEAGUE + dates)
    clock(NOW - timedelta(days=1))
    assert "league takes files from 2026-0" in said_of(cups.hand_in, cup, "One", cups.FIRST)
    clock(NOW)
    assert cups.hand_in(cup, "One", cups.FIRST).received_at == NOW
    clock(NOW + timedelta(days=3))
    assert "league took files until 2026-04-03" in said_of(cups.hand_in, cup, "One", cups.LAST)
    assert len(cups.versions(cup, "One")) == 1


def test_dates_are_shown_in_the_zone_that_was_written(tmp_path, clock):
    dates = "opens = 2026-04-02T00:00:00+05:30\n"
    cup = cups.make(tmp_path / "cup", cups.LEAGUE + dates)
    clock(NOW)
    sentence = said_of(cups.hand_in, cup, "One", cups.FIRST)
    assert "league takes files from 2026-04-02 00:00 UTC+05:30" in sentence
    with open_competition(cup, alone=True) as competition:
        announce(competition)
    assert "2026-04-02 00:00 UTC+05:30" in (cup / "Out" / "public" / "index.html").read_text()


def test_a_clock_that_is_set_back_opens_no_window_again(tmp_path, clock):
    cup = cups.make(tmp_path / "cup", cups.LEAGUE + "deadline = 2026-04-03T12:00:00Z\n")
    clock(NOW)
    cups.hand_in(cup, "One", cups.FIRST)
    clock(NOW + timedelta(days=3))
    said_of(cups.hand_in, cup, "One", cups.LAST)
    clock(NOW)
    assert "league took files until" in said_of(cups.hand_in, cup, "One", cups.LAST)


def test_a_clock_that_was_set_back_is_reported(tmp_path, clock):
    cup = cups.make(tmp_path / "cup")
    mine = tmp_path / "mine.py"
    mine.write_text(cups.source(cups.FIRST))
    clock(NOW)
    cups.hand_in(cup, "One", cups.FIRST)
    clock(NOW - timedelta(hours=1))
    with open_competition(cup, alone=True) as competition:
        receipt = submit(competition, mine, "Two")
    assert "The clock of this machine was set back" in receipt.warning
    assert receipt.version.received_at == NOW
    clock(NOW - timedelta(seconds=1))  # as it is set every day
    with open_competition(cup, alone=True) as competition:
        assert submit(competition, mine, "Three").warning == ""


@pytest.mark.usefixtures("toy", "games_here")
def test_a_phase_that_was_played_takes_files_until_its_deadline(tmp_path, clock):
    """The command `arena run` says so, if it plays a phase before its deadline."""
    phases = (
        '[[phase]]\nname = "first"\nkind = "round-robin"\ngames = 2\n'
        "deadline = 2026-04-02T12:00:00Z\n"
        '[[phase]]\nname = "final"\nkind = "knockout"\nfrom = "first"\ngames = 2\n'
    )
    cup = cups.make(tmp_path / "cup", phases, {"One": cups.FIRST, "Two": cups.LAST}, game="nearest")
    clock(NOW)
    cups.play(cup, "first")
    assert cups.enter(cup, "One", cups.MIDDLE).phase == "first"
    assert cups.enter(cup, "Three", cups.MIDDLE).phase == "first"
    assert cups.play(cup, "first") == 6
    clock(NOW + timedelta(days=2))
    assert cups.hand_in(cup, "One", cups.FIRST).phase == "final"


def test_a_team_that_did_not_go_on_cannot_hand_in_for_the_final(played):
    qualified = [row["name"] for row in cups.rows(played, "final").values()]
    (left,) = {"One", "Two", "Crash"} - set(qualified)
    sentence = said_of(cups.hand_in, played, left, cups.MIDDLE)
    assert sentence == f"Files are taken for final now, and {left} did not go on from qualifying"
    assert "New did not go on" in said_of(cups.hand_in, played, "New", cups.MIDDLE)
    assert cups.hand_in(played, qualified[0], cups.MIDDLE).phase == "final"


def test_no_file_is_accepted_after_the_last_phase_is_published(played):
    """The seed is published with it, and anybody who knows the seed knows all deals."""
    with open_competition(played, alone=True) as competition:
        for phase in ("qualifying", "final"):
            publish(phase_state(competition, phase), sealed=phase == "final")
    winner = next(iter(cups.rows(played, "final")))
    sentence = said_of(cups.hand_in, played, winner, cups.MIDDLE)
    assert sentence.startswith("No file is taken now, ")
    assert sentence.endswith("qualifying is over; final is over")


def test_two_arenas_do_not_accept_files_at_the_same_time(tmp_path):
    cup = cups.make(tmp_path / "cup")
    with open_competition(cup, alone=True):
        sentence = said_of(cups.hand_in, cup, "One", cups.FIRST)
    assert "Another arena works on" in sentence
    assert cups.hand_in(cup, "One", cups.FIRST).number == 1
