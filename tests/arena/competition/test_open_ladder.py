"""A phase that is an open ladder: versions come and go while it is played, and nothing is lost."""

import gzip
import json
import shutil
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from support import cups
from support.cases import case
from support.deciding import REASON, comes_back, leaves, make_toy_cup, reruns

from arena.common.errors import ArenaError
from arena.competition.config.folder import open_competition
from arena.competition.config.settings import SettingsError
from arena.competition.desk.consequences import consequences
from arena.competition.entries.admitting import accept
from arena.competition.play.closing import close
from arena.competition.play.game_table import GameTable
from arena.competition.play.leaving import find_team
from arena.competition.play.phase_state import phase_state
from arena.competition.play.playing import Playing, enter_written_games
from arena.competition.play.times import close_window, extend_window, freeze, unfreeze
from arena.competition.results.audit import audit_phase
from arena.competition.results.decision_text import decision_texts
from arena.competition.results.public_audit import audit_public
from arena.competition.results.published_phase import read_published_phase
from arena.competition.results.publishing import publish
from arena.pages.words import Words
from arena.store import clock

LADDER = """
[[phase]]
name = "all"
kind = "open-ladder"
games = 2
at-once = 3
play-out = 6
"""
pytestmark = pytest.mark.usefixtures("games_here", "toy")


def play_on(cup: Path, games: int) -> int:
    """Play so many games, or until nothing is due; returns how many."""
    played = 0
    with open_competition(cup, alone=True) as competition:
        enter_written_games(competition)
        run = Playing(phase_state(competition, "all"), workers=1)
        for event in run.games():
            played += len(event) if isinstance(event, list) else 0
            if played >= games:
                run.stop()
    return played


def closes(cup: Path) -> None:
    with open_competition(cup, alone=True) as competition:
        close(competition, competition.settings.phase("all"), REASON)


def new_version(cup: Path, team: str, mark: int = 1) -> None:
    cups.enter(cup, team, f"return sorted(o.get_list_actions(), key=str)[-1]  # new {mark}")


def ids(cup: Path) -> list[str]:
    return sorted(line["id"] for line in cups.lines(cup, "all"))


def bots_of(cup: Path) -> list[frozenset[str]]:
    """The hashes of the bots of each game, in the order in which they were played."""
    return [frozenset(bot["sha256"] for bot in line["bots"]) for line in cups.lines(cup, "all")]


@pytest.fixture(scope="module")
def busy(tmp_path_factory) -> Path:
    """A ladder on which teams have joined, left, returned and changed, in the middle of rounds."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(__import__("Game").registry.GAMES, "nearest", "toys.nearest:Nearest")
        patch.setattr("arena.competition.play.playing.Cores", cups.in_process)
        cup = make_toy_cup(tmp_path_factory.mktemp("busy") / "cup", LADDER, "ABCDEF")
        season(cup, 1000)
    return cup


def team_with_due_games(cup: Path) -> str:
    with open_competition(cup) as competition:
        state = phase_state(competition, "all")
        return next(state.teams[f.sides[0]].name for _, f in state.progress.due)


def season(cup: Path, portion: int) -> None:
    """The same season, played in portions of at most so many games."""

    def play_until(games: int) -> None:
        while (left := games - len(ids(cup))) > 0:
            play_on(cup, min(left, portion))

    play_until(5)
    new_version(cup, team_with_due_games(cup))
    play_until(9)
    gone = team_with_due_games(cup)
    leaves(cup, gone)
    cups.enter(
        cup, "Late", cups.LAST.replace("o.get", "sorted(o.get").replace("()", "(), key=str)")
    )
    play_until(15)
    comes_back(cup, gone)
    leaves(cup, "E", void=True)
    play_until(19)
    new_version(cup, "C", 2)
    play_until(23)
    closes(cup)
    while play_on(cup, portion):
        pass


def test_it_does_not_matter_when_the_play_is_interrupted(busy, tmp_path):
    cup = make_toy_cup(tmp_path / "cup", LADDER, "ABCDEF")
    season(cup, 3)
    assert ids(cup) == ids(busy)
    assert cups.table(cup, "all") == cups.table(busy, "all")


def test_the_progress_is_the_same_from_the_records_alone(busy, tmp_path):
    cup = Path(shutil.copytree(busy, tmp_path / "cup"))
    with open_competition(cup, alone=True) as competition:
        competition.store.forget_games()
        enter_written_games(competition)
        assert phase_state(competition, "all").progress.over
    assert cups.table(cup, "all") == cups.table(busy, "all")


def test_who_sees_the_games_one_by_one_sees_the_same_ladder(busy):
    """As the server does, which shows a phase with a part of its games."""
    with open_competition(busy) as competition:
        state, whole = (phase_state(competition, "all") for _ in range(2))
        state.outcomes = GameTable()
        for line in cups.lines(busy, "all"):
            assert not state.progress_now().over
            state.outcomes[line["id"]] = whole.outcomes[line["id"]]
        assert state.progress_now().over
        assert list(state.progress.games) == list(whole.progress.games)
        assert list(state.progress.past) == list(whole.progress.past)


def test_only_games_between_bots_that_play_now_are_in_the_table(busy):
    now = {
        team: [each.sha256 for each in cups.versions(busy, team)][-1]
        for team in cups.rows(busy, "all")
    }
    counted = [bots for bots in bots_of(busy) if bots <= set(now.values())]
    assert len(counted) < len(bots_of(busy))
    games = Counter(sha256 for bots in counted for sha256 in bots)
    rows = cups.rows(busy, "all")
    assert "E" not in rows  # its games are void
    assert {name: row["games"] for name, row in rows.items()} == {
        name: games[now[name]] for name in rows
    }


def test_a_ladder_that_was_played_out_has_enough_games_of_everybody(busy):
    games = [row["games"] for row in cups.rows(busy, "all").values()]
    assert min(games) >= 6
    assert max(games) <= 10


def test_a_new_version_plays_at_once_and_the_old_one_never_again(tmp_path):
    cup = make_toy_cup(tmp_path / "cup", LADDER, "ABCD")
    play_on(cup, 41)  # in the middle of a match
    before = len(bots_of(cup))
    new_version(cup, "B")
    old, new = [each.sha256 for each in cups.versions(cup, "B")]
    play_on(cup, 8)
    after = bots_of(cup)[before:]
    assert any(new in bots for bots in after[:3])
    assert not any(old in bots for bots in after)


def test_a_new_version_does_not_lose_the_place_of_its_team(tmp_path):
    cup = make_toy_cup(tmp_path / "cup", LADDER, "ABCDEF")
    play_on(cup, 60)
    place = list(cups.rows(cup, "all")).index("F")  # it plays badly: its answers are faults
    new_version(cup, "F")
    rows = cups.rows(cup, "all")
    assert rows["F"]["games"] == 0
    assert abs(list(rows).index("F") - place) <= 1


def test_it_goes_on_with_everybody_who_is_admitted_and_waits_for_a_second_team(tmp_path):
    cup = make_toy_cup(tmp_path / "cup", LADDER, "A")
    assert play_on(cup, 10) == 0
    with open_competition(cup) as competition:
        assert not phase_state(competition, "all").progress.over
    new_version(cup, "B")
    assert play_on(cup, 4) == 4
    leaves(cup, "B")
    with open_competition(cup) as competition:
        [(_, said)] = decision_texts(competition, Words("en"))
    assert "left out" in said
    assert "lost" not in said
    assert play_on(cup, 10) == 0
    comes_back(cup, "B")
    assert play_on(cup, 4) == 4


def test_after_the_deadline_it_is_closed_and_played_out(tmp_path, monkeypatch):
    phases = LADDER + "deadline = 2990-01-01T00:00:00Z\n"
    cup = make_toy_cup(tmp_path / "cup", phases, "ABC")
    play_on(cup, 6)
    now = clock.now
    later = timedelta(days=365 * 1000)
    monkeypatch.setattr(clock, "now", lambda store, **_: (now(store)[0] + later, ""))
    while play_on(cup, 1000):
        pass
    games = [row["games"] for row in cups.rows(cup, "all").values()]
    assert min(games) >= 6
    with open_competition(cup) as competition:
        assert phase_state(competition, "all").progress.over


def test_only_an_open_ladder_that_has_begun_is_closed_and_only_once(tmp_path):
    other = '[[phase]]\nname = "league"\nkind = "round-robin"\ngames = 2\n'
    cup = make_toy_cup(tmp_path / "cup", LADDER + other, "AB")

    def refusal(phase: str) -> str:
        with open_competition(cup, alone=True) as competition:
            with pytest.raises(ArenaError) as refused:
                close(competition, competition.settings.phase(phase), REASON)
            return str(refused.value)

    assert "which ends by itself" in refusal("league")
    assert "has not begun" in refusal("all")
    play_on(cup, 2)
    closes(cup)
    assert "closed already" in refusal("all")
    cups.edit(cup, other, "")
    with pytest.raises(ArenaError, match="all is over"):
        new_version(cup, "C")


def closed_while_a_version_waits(tmp_path):
    """A closed ladder, and a version of A that was handed in before."""
    cup = make_toy_cup(tmp_path / "cup", LADDER, "ABC")
    play_on(cup, 4)
    version = cups.hand_in(cup, "A", "return None")
    closes(cup)
    return cup, version


def test_a_closed_ladder_does_not_take_versions_that_are_admitted_later(tmp_path):
    cup, version = closed_while_a_version_waits(tmp_path)
    with open_competition(cup, alone=True) as competition:
        competition.store.judge(version, "admitted", {})
        entrants = phase_state(competition, "all").entrants
    assert [each.version.number for each in entrants] == [1, 1, 1]


def test_the_deadline_of_a_ladder_that_is_played_can_be_extended_until_it_has_passed(tmp_path):
    dated = LADDER + "deadline = 2998-01-01T00:00:00+00:00\n"
    cup = make_toy_cup(tmp_path / "cup", dated, "ABC")
    play_on(cup, 4)
    later = datetime(2999, 1, 1, tzinfo=UTC)
    with open_competition(cup, alone=True) as competition:
        extend_window(competition, competition.settings.phase("all"), later, REASON)
    assert play_on(cup, 4) >= 4  # the terms with which it began have changed with the decision
    with open_competition(cup, alone=True) as competition:
        close_window(competition, competition.settings.phase("all"), REASON)
        with pytest.raises(ArenaError, match="took files until"):
            extend_window(competition, competition.settings.phase("all"), later, REASON)
    assert play_on(cup, 2) >= 2


def test_a_version_that_is_accepted_after_the_closing_does_not_join_and_the_organiser_is_told(
    tmp_path,
):
    cup, version = closed_while_a_version_waits(tmp_path)
    with open_competition(cup, alone=True) as competition:
        competition.store.judge(version, "refused", {})
        team = find_team(competition, "A")
        accept(competition, team, REASON)
        said = list(consequences(competition, team, "all"))
        entrants = phase_state(competition, "all").entrants
    assert said == ["all is closed: version 2 does not join it, and A plays it with version 1"]
    assert [each.version.number for each in entrants] == [1, 1, 1]


def test_a_frozen_ladder_is_closed_played_out_and_published(tmp_path):
    cup = make_toy_cup(tmp_path / "cup", LADDER, "ABC")
    play_on(cup, 4)
    with open_competition(cup, alone=True) as competition:
        freeze(competition, competition.settings.phase("all"), REASON)
    closes(cup)
    assert play_on(cup, 1000) > 0
    with open_competition(cup, alone=True) as competition:
        state = phase_state(competition, "all")
        assert state.progress.over
        with pytest.raises(ArenaError, match="It takes no more files"):
            close_window(competition, competition.settings.phase("all"), REASON)
        publish(state, sealed=False)
        with pytest.raises(ArenaError, match="its table does not change any more"):
            unfreeze(competition, competition.settings.phase("all"), REASON)


def test_games_are_played_again_until_something_depends_on_them(tmp_path):
    cup = make_toy_cup(tmp_path / "cup", LADDER, "ABC")
    play_on(cup, 6)
    reruns(cup, label="round 3")
    assert play_on(cup, 2) == 2
    with pytest.raises(ArenaError, match="Later pairings of all came from round 1"):
        reruns(cup, label="round 1")
    leaves(cup, "A")
    play_on(cup, 0)
    with pytest.raises(ArenaError, match="have joined or left since round 3"):
        reruns(cup, label="round 3")


def test_the_settings_are_checked(tmp_path):
    for change, sentence in [
        ("at-once = 0", "at-once of phase 1: 0 is not possible"),
        ("play-out = 0", "play-out of phase 1: 0 is not possible"),
        ("rounds = 3", "a phase of kind 'open-ladder' does not have this"),
        ('tiebreaks = ["lot"]', "a phase of kind 'open-ladder' does not have this"),
    ]:
        with case(change):
            name = change.split()[0]
            text = "".join(line for line in LADDER.splitlines(True) if not line.startswith(name))
            with pytest.raises(SettingsError, match=sentence.replace("(", r"\(")):
                cups.make(tmp_path / name, text + change + "\n")
    with pytest.raises(SettingsError, match="'open-ladder' is for two sides"):
        cups.make(tmp_path / "tarot", LADDER, game="tarot")


@pytest.fixture
def public(busy, tmp_path) -> Path:
    cup = Path(shutil.copytree(busy, tmp_path / "cup"))
    with open_competition(cup, alone=True) as competition:
        assert not any(audit_phase(competition, competition.settings.phase("all"), None))
        publish(phase_state(competition, "all"), sealed=False)
    return cup / "Out" / "public"


def problems(public: Path) -> list[str]:
    return [said for phase in audit_public(public) for said in phase.problems]


def test_outsiders_compute_the_same_ladder_and_find_every_change(public):
    assert problems(public) == []
    path, earlier = public / "all" / "phase.json", public / "all" / "earlier.jsonl.gz"
    text, games = path.read_text(), gzip.decompress(earlier.read_bytes())
    published = read_published_phase(public / "all")
    assert len(published.events) > 10
    assert published.dropped

    def changed(**parts) -> list[str]:
        path.write_text(json.dumps(json.loads(text) | parts))
        return problems(public)

    events = json.loads(text)["events"]
    with case("a team joined at another time"):
        late = [{**each, "rounds": 9} if each.get("team") == "Late" else each for each in events]
        assert changed(events=sorted(late, key=lambda each: each["rounds"]))
    with case("a game that was not played is hidden"):
        assert changed(dropped=[])
    with case("the ladder was not played out"):
        assert changed(play_out=50)
    with case("a departure without a decision"):
        gone = [*events[:-1], {"rounds": events[-1]["rounds"], "what": "leave", "team": "A"}]
        assert changed(events=[*gone, events[-1]])
    with case("events that do not fit together"), pytest.raises(ArenaError, match="open ladder"):
        changed(events=events[::-1])
    path.write_text(text)
    with case("a game of an old version is missing"):
        earlier.write_bytes(gzip.compress(b"\n".join(games.splitlines()[1:]) + b"\n"))
        assert problems(public)
