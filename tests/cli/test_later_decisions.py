"""Sealed and published results count all decisions of the organisers.

The times of files say nothing about it: copies, backups, a touch and a clock that was set back
change them.
"""

import json
import os
import shutil
import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest
from support import cups
from support.cases import case

from arena.competition.config.folder import open_competition
from arena.competition.entries.versions import ADMITTED
from arena.competition.play import playing

TEAMS = {"One": cups.FIRST, "Two": cups.LAST, "Six": cups.MIDDLE}
PHASE = cups.QUALIFYING.replace('"greedy"', '"house/mine.py"').replace("games = 4", "games = 2")
WHY = ("--reason", "because")


@pytest.fixture(autouse=True)
def games_here(monkeypatch):
    """The games of competitions are played in this process: bots are harmless."""
    monkeypatch.setattr(playing, "Cores", cups.in_process)


@pytest.fixture(scope="module")
def played_once(tmp_path_factory) -> Path:
    cup = tmp_path_factory.mktemp("played") / "cup"
    (cup / "house").mkdir(parents=True)
    (cup / "house" / "mine.py").write_text(cups.source(cups.FIRST))
    cups.make(cup, PHASE, TEAMS)
    cups.play(cup, open_engine=cups.in_process)
    return cup


@pytest.fixture
def cup(played_once) -> Path:
    """The competition, played and not published, in the folder `cup`."""
    shutil.copytree(played_once, "cup")
    return Path("cup")


def void(arena, cup: Path) -> None:
    assert arena("disqualify", "One", "--to", cup, "--void", *WHY).code == 0


def withdraw_void(arena, cup: Path) -> None:
    assert arena("withdraw", "Two", "--to", cup, "--void", *WHY).code == 0


def rerun(arena, cup: Path) -> None:
    assert arena("rerun", cup, "qualifying", "--team", "One", *WHY).code == 0


def rerun_and_play(arena, cup: Path) -> None:
    rerun(arena, cup)
    assert arena("run", cup).code == 0


def replace_house(arena, cup: Path) -> None:
    (cup / "house" / "mine.py").write_text(cups.source(cups.MIDDLE))
    assert arena("replace-house", cup, "qualifying", *WHY).code == 0


def replace_house_and_play(arena, cup: Path) -> None:
    replace_house(arena, cup)
    assert arena("run", cup).code == 0


def withdraw(arena, cup: Path) -> None:
    assert arena("withdraw", "One", "--to", cup, *WHY).code == 0


def disqualify(arena, cup: Path) -> None:
    assert arena("disqualify", "Two", "--to", cup, *WHY).code == 0


def disqualify_and_restore(arena, cup: Path) -> None:
    disqualify(arena, cup)
    assert arena("restore", "Two", "--to", cup, *WHY).code == 0


def announce(arena, cup: Path) -> None:
    assert arena("announce", cup, "The final begins").code == 0


# After these, there are other results.
CHANGES = (
    void, withdraw_void, rerun, rerun_and_play, replace_house, replace_house_and_play,
)  # fmt: skip
# These change nothing: all games have been played, and they count.
NO_CHANGES = (withdraw, disqualify, disqualify_and_restore, announce)


# A team that has left, or a house bot that was replaced by the same one.
IMPOSSIBLE = {
    (void, void), (void, rerun), (void, rerun_and_play), (withdraw, void), (withdraw, rerun),
    (withdraw, rerun_and_play), (replace_house_and_play, replace_house),
    (replace_house_and_play, replace_house_and_play),
}  # fmt: skip


def copy_again(arena, cup: Path, place: Path) -> None:
    """As `cp -r` does: all files have new times, in the order in which they are copied."""
    shutil.copytree(cup, place, copy_function=shutil.copy)


def restore_backup(arena, cup: Path, place: Path) -> None:
    assert arena("backup", cup, "b.zip").code == 0
    assert arena("restore", "b.zip", "--into", place).code == 0
    Path("b.zip").unlink()


def touched(seconds: float) -> Callable[..., None]:
    """All files have this time: that of now and so many seconds."""

    def do(arena, cup: Path, place: Path) -> None:
        shutil.copytree(cup, place)
        at = time.time() + seconds
        for path in place.rglob("*"):
            os.utime(path, (at, at))

    return do


def clock_set_back(arena, cup: Path, place: Path) -> None:
    """The clock went back between the seal and the decision, so the seal is from the future."""
    shutil.copytree(cup, place)
    at = time.time() + 3600
    os.utime(place / "Out" / "public" / "qualifying" / "sealed.json", (at, at))


COPIES = (
    shutil.copytree, copy_again, restore_backup, touched(86_400), touched(-86_400), clock_set_back,
)  # fmt: skip


def copies(arena, cup: Path):
    """Copies of the competition, made in every way."""
    for number, make in enumerate(COPIES):
        place = Path(f"copy{number}")
        make(cup, place) if make is shutil.copytree else make(arena, cup, place)
        with case(getattr(make, "__name__", make)):
            yield place
        shutil.rmtree(place)


def seal_of(cup: Path) -> dict:
    return json.loads((cup / "Out" / "public" / "qualifying" / "sealed.json").read_text())


def make_old(cup: Path, *folders: str) -> None:
    """Let the results be those of an older version, which did not note the last decision."""
    for name in folders:
        folder = cup / "Out" / name / "qualifying"
        forget(folder / "phase.json", "last_decision")
        forget(folder / "phase.json", "games_sha256")
        if name == "sealed":
            files = [path for path in folder.rglob("*") if path.is_file()]
            hashes = {path: sha256(path.read_bytes()).hexdigest() for path in files}
            lines = [f"{hashes[each]}  {each.relative_to(folder).as_posix()}\n" for each in files]
            seal = seal_of(cup) | {"sha256": sha256("".join(sorted(lines)).encode()).hexdigest()}
            del seal["last_decision"]
            path = cup / "Out" / "public" / "qualifying" / "sealed.json"
            path.write_text(json.dumps(seal))


def forget(path: Path, key: str) -> None:
    value = json.loads(path.read_text())
    for each in value if isinstance(value, list) else [value]:
        each.pop(key, None)
    path.write_text(json.dumps(value))


def test_the_seal_has_the_number_and_a_hash_of_the_last_decision(cup, arena):
    assert arena("publish", cup, "--sealed").code == 0
    before = seal_of(cup)["last_decision"]
    assert before["number"] == 0
    announce(arena, cup)
    assert arena("publish", cup, "--sealed").code == 0
    after = seal_of(cup)["last_decision"]
    assert after["number"] == 1
    assert len(after["sha256"]) == 64
    assert after["sha256"] != before["sha256"]


@pytest.mark.slow
def test_results_that_a_later_decision_changes_are_not_revealed_from_any_copy(cup, arena):
    assert arena("publish", cup, "--sealed").code == 0
    assert arena("audit", cup).code == 0
    shutil.copytree(cup, "sealed")
    for change in CHANGES:
        shutil.rmtree(cup)
        shutil.copytree("sealed", cup)
        with case(change.__name__):
            change(arena, cup)
            for copy in copies(arena, cup):
                refused = arena("reveal", copy, "qualifying")
                assert (refused.code, "after it was sealed" in refused.err) == (2, True)
                assert not (copy / "Out" / "public" / "qualifying" / "standings.json").exists()
                audit = arena("audit", copy)
                assert audit.code == 1
                assert "qualifying after it was sealed" in audit.err
            if change in (void, withdraw_void, rerun_and_play, replace_house_and_play):
                assert arena("publish", cup, "--sealed").code == 0
                assert arena("audit", cup).code == 0
                assert arena("reveal", cup).code == 0
                assert arena("audit", cup / "Out" / "public").code == 0


def accept_file(arena, cup: Path) -> None:
    assert arena("accept", "One", "--to", cup, *WHY).code == 0


def admit_file(arena, cup: Path) -> None:
    """No organiser decides anything: the examination is over."""
    with open_competition(cup, alone=True) as competition:
        for version in competition.store.versions():
            if not version.status:
                competition.store.judge(version, ADMITTED, {"seconds_a_game": 0.5})


@pytest.mark.slow
def test_results_are_not_revealed_after_a_file_that_waited_at_the_seal_may_play(cup, arena):
    cups.hand_in(cup, "One", cups.LAST)
    assert arena("publish", cup, "--sealed").code == 0
    shutil.copytree(cup, "sealed")
    for admits in (accept_file, admit_file):
        shutil.rmtree(cup)
        shutil.copytree("sealed", cup)
        with case(admits.__name__):
            admits(arena, cup)
            for played in (False, True):
                refused = arena("reveal", cup)
                assert (refused.code, "after it was sealed" in refused.err) == (2, True)
                assert arena("audit", cup).code == 1
                assert played or arena("run", cup).code == 0
            assert arena("publish", cup, "--sealed").code == 0
            assert arena("reveal", cup).code == 0
            assert arena("audit", cup).code == 0
            assert arena("audit", cup / "Out" / "public").code == 0


@pytest.mark.slow
def test_results_that_no_later_decision_changes_are_revealed_from_every_copy(cup, arena):
    assert arena("publish", cup, "--sealed").code == 0
    shutil.copytree(cup, "sealed")
    for decide in NO_CHANGES:
        shutil.rmtree(cup)
        shutil.copytree("sealed", cup)
        with case(decide.__name__):
            decide(arena, cup)
            for copy in copies(arena, cup):
                assert arena("audit", copy).code == 0
                assert arena("reveal", copy).code == 0
                audit = arena("audit", copy / "Out" / "public")
                assert (audit.code, "decisions" in audit.out) == (0, True)


@pytest.mark.slow
def test_both_audits_find_published_results_that_a_later_decision_changes(cup, arena):
    assert arena("publish", cup).code == 0
    shutil.copytree(cup, "published")
    for change in (*CHANGES, *NO_CHANGES):
        shutil.rmtree(cup)
        shutil.copytree("published", cup)
        with case(change.__name__):
            change(arena, cup)
            assert arena("publish", cup, "--home").code == 0  # decisions.json has the decision
            expected = int(change in CHANGES)
            own, public = arena("audit", cup), arena("audit", cup / "Out" / "public")
            assert (own.code, public.code) == (expected, expected)
            if expected:
                assert "published results of qualifying do not count all decisions" in own.err
                assert "does not count all decisions of" in public.err


@pytest.mark.slow
def test_a_team_that_was_void_at_the_seal_and_came_back_stops_the_reveal(cup, arena):
    void(arena, cup)
    assert arena("publish", cup, "--sealed").code == 0
    assert arena("audit", cup).code == 0
    assert arena("restore", "One", "--to", cup, *WHY).code == 0
    for copy in copies(arena, cup):
        assert arena("reveal", copy).code == 2
        assert arena("audit", copy).code == 1


def test_a_seal_that_counts_decisions_that_are_no_longer_there_is_not_revealed(cup, arena):
    """As after a restored database, or a rebuilt one."""
    shutil.copy(cup / "Out" / "competition.db", "before.db")
    announce(arena, cup)
    assert arena("publish", cup, "--sealed").code == 0
    for path in (cup / "Out").glob("competition.db*"):
        path.unlink()
    shutil.copy("before.db", cup / "Out" / "competition.db")
    refused = arena("reveal", cup, "qualifying")
    assert refused.code == 2
    assert "it counts 1 decisions" in refused.err
    assert arena("audit", cup).code == 1


@pytest.mark.slow
def test_results_of_an_older_version_are_compared_with_what_counts_now(cup, arena):
    """They do not name their last decision. What the competition cannot tell is refused."""
    shutil.copytree(cup, "played")
    for first in (None, rerun_and_play, replace_house_and_play, void, withdraw):
        shutil.rmtree(cup)
        shutil.copytree("played", cup)
        if first is not None:
            first(arena, cup)
        assert arena("publish", cup, "--sealed").code == 0
        make_old(cup, "sealed")
        shutil.rmtree("sealed", ignore_errors=True)
        shutil.copytree(cup, "sealed")
        assert arena("audit", cup).code == 0
        assert arena("reveal", cup).code == 0
        assert arena("audit", cup).code == 0
        public = arena("audit", cup / "Out" / "public")
        is_told = first in (None, void, withdraw)  # an outsider sees absences, but no old games
        assert (public.code, "not checked: whether games" in public.out) == (0, not is_told)
        for change in CHANGES:
            if (first, change) in IMPOSSIBLE:
                continue
            shutil.rmtree(cup)
            shutil.copytree("sealed", cup)
            with case((first, change)):
                change(arena, cup)
                assert arena("audit", cup).code == 1
                assert arena("reveal", cup).code == 2


@pytest.mark.slow
def test_an_outsider_finds_a_void_team_in_a_table_also_if_an_older_version_published_it(cup, arena):
    assert arena("publish", cup).code == 0
    make_old(cup, "public")
    void(arena, cup)
    assert arena("publish", cup, "--home").code == 0
    public = cup / "Out" / "public"
    assert arena("audit", public).code == 1
    forget(public / "decisions.json", "rounds")  # an older version wrote this one too
    audit = arena("audit", public)
    assert (audit.code, "the games of One are void, and count in it" in audit.err) == (1, True)


def test_ids_of_games_and_rounds_are_published_with_their_phase(cup, arena):
    """An id depends on the bots that play, and a round tells how far a sealed phase is."""
    rerun_and_play(arena, cup)
    withdraw(arena, cup)
    assert arena("publish", cup, "--sealed").code == 0
    published = cup / "Out" / "public" / "decisions.json"
    again, left = json.loads(published.read_text())
    assert ("games" in again, left["rounds"]) == (False, {})
    assert arena("reveal", cup).code == 0
    again, left = json.loads(published.read_text())
    assert (len(again["games"]) > 0, left["rounds"]) == (True, {"qualifying": 0})
