"""An organiser runs a competition from the shell. Runs are also killed and interrupted."""

import json
import os
import random
import resource
import shutil
import signal
import subprocess
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest
from support import cups
from support.processes import LONG, alive, descendants, generations, wait_until

from arena.competition.config.folder import open_competition
from arena.competition.log import history

ROOT = Path(__file__).resolve().parents[2]
TEAMS = {"One": cups.FIRST, "Two": cups.LAST, "Three": cups.MIDDLE}
KILLS, BETWEEN = 3, 6  # the number of kills; games of each pair for each kill
LONG_LEAGUE = cups.LEAGUE.replace("games = 4", "games = 600")

Process = subprocess.Popen[str]


@pytest.fixture(scope="module")
def played_once(tmp_path_factory) -> Path:
    """A small competition that has been played to its end."""
    phases = cups.QUALIFYING + cups.FINAL
    cup = cups.make(tmp_path_factory.mktemp("kept") / "cup", phases, TEAMS)
    cups.play(cup)
    return cup


@pytest.fixture
def cup(played_once) -> Path:
    """A copy of it in the current folder."""
    return Path(shutil.copytree(played_once, "cup"))


def kill(process: Process) -> None:
    """Kill all processes at once, as a power cut does."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.communicate()


def games_on_disk(cup: Path, phase: str = "league") -> int:
    """The number of games in the files of records."""
    files = (cup / "Out" / "records" / phase).glob("*.jsonl")
    return sum(file.read_bytes().count(b"\n") for file in files)


def once_each(cup: Path, phase: str, games: int) -> None:
    ids = Counter(line["id"] for line in cups.lines(cup, phase))
    assert len(ids) == games
    assert set(ids.values()) <= {1}


def table(arena, cup: Path, phase: str = "league") -> tuple[str, str]:
    return tuple(arena("standings", cup, phase, form).out for form in ("--json", "--csv"))


@pytest.mark.slow
def test_a_competition_from_the_first_command_to_the_last(arena, bot):
    assert arena("init", "cup", "--preset", "robobrisca").code == 0
    text = Path("cup/competition.toml").read_text().replace("games = 100", "games = 4")
    Path("cup/competition.toml").write_text(text)
    for team, think in {"Los Ases": "[0]", "Ñandú 2": "[-1]", "Bad": "[9]"}.items():
        path = bot(f"return observation.get_list_actions(){think}")
        done = arena("submit", path, "--team", team, "--to", "cup")
        assert done.code == 0
        assert done.out.startswith(f"{team}: version 1 for qualifying, received at 2")
    waiting = arena("run", "cup", "--dry-run")
    assert "3 files have not been examined and cannot play: run arena admit cup" in waiting.err
    done = arena("admit", "cup")
    assert done.code == 1
    assert "Bad, version 1: refused" in done.out
    assert "2 teams admitted" in done.out
    assert done.err.startswith("Examining 3 files with ")
    assert done.err.endswith("\narena: 1 file is refused\n")

    plan = arena("run", "cup", "--dry-run")
    assert "qualifying: 2 teams, 24 games to play, at isolation " in plan.out
    assert "final: not known yet." in plan.out
    assert games_on_disk(Path("cup"), "qualifying") == 0
    done = arena("run", "cup")
    assert done.code == 0
    assert "qualifying: 24 games played in" in done.out
    assert "final: " in done.out
    assert "qualifying: 24 games played, nothing is missing" in arena("run", "cup", "--dry-run").out

    shown = arena("standings", "cup")
    assert "Ñandú 2" in shown.out
    assert "place: How far the team came in the bracket" in shown.out
    assert arena("audit", "cup", "--all").code == 0
    assert arena("publish", "cup", "qualifying").code == 0
    assert arena("publish", "cup", "final", "--sealed").code == 0
    assert arena("reveal", "cup", "final").out.startswith("published: cup/Out/public/final\n")
    seed = json.loads(Path("cup/Out/public/competition.json").read_text())["seed"]
    records = "cup/Out/public/qualifying/records.jsonl.gz"
    assert arena("audit", "--seed", seed, records).code == 0
    assert arena("audit", "--seed", "another", records).code == 1
    public = arena("audit", "cup/Out/public")
    assert public.code == 0
    assert "final: " in public.out
    assert "bracket, standings, seal: all correct" in public.out
    assert arena("audit", "cup/Out/public", "--seed", "another").code == 1
    assert arena("replay", "verify", records).code == 0
    assert arena("replay", "verify", "cup/Out/public").code == 0
    assert "seat 0" in arena("replay", "show", records, "--game", "2").out
    assert arena("watch", records, "--game", "2", "--no-open").code == 0
    before = table(arena, Path("cup"), "final")
    assert arena("rebuild", "cup").code == 0
    assert table(arena, Path("cup"), "final") == before


NOWHERE = "There is no competition in "


@pytest.mark.parametrize(
    "words, said",
    [
        ("run nosuch", NOWHERE),
        ("run empty", NOWHERE),
        ("run file", NOWHERE),
        ("run", NOWHERE),
        ("admit empty", NOWHERE),
        ("standings empty", NOWHERE),
        ("publish empty", NOWHERE),
        ("rebuild empty", NOWHERE),
        ("audit empty", NOWHERE),
        ("submit mine.py --team X --to empty", NOWHERE),
        ("run cup finall", "Did you mean 'final'?"),
        ("standings cup finall", "Did you mean 'final'?"),
        ("publish cup finall", "Did you mean 'final'?"),
        ("audit cup finall", "Did you mean 'final'?"),
        ("run cup final extra", "too many words: give one competition and one phase"),
        ("run cup --workers 0", "choose auto, or 1 to 64"),
        ("run cup --workers many", "choose auto, or 1 to 64"),
        ("reveal cup final", "final is not sealed"),
        ("submit nosuch.py --team X --to cup", "there is no such file"),
        ("submit empty --team X --to cup", "needs a file bot.py"),
        ("submit file --team X --to cup", "its name ends in .py"),
        ("submit mine.py --team ONE --to cup", "There is a team 'One' already"),
        ("submit mine.py --team New --to cup", "New did not go on from qualifying"),
        ("submit mine.py --team ../x --to cup", "cannot be the name of a team"),
        ("close cup final --reason x", "final is of kind 'knockout', which ends by itself"),
        ("audit --seed 1 empty", "is a folder: name a file in it"),
        ("audit --seed 1", "There is no game to check"),
    ],
)
def test_an_impossible_decision_is_refused_with_one_sentence(arena, cup, bot, words, said):
    bot("return observation.get_list_actions()[0]")
    Path("empty").mkdir()
    Path("file").write_text("text")
    done = arena(*words.split())
    assert (done.code, done.out) == (2, "")
    assert said in done.err
    assert len(done.err.splitlines()) == 1


@pytest.mark.parametrize("command", ["run", "standings", "publish", "audit", "reveal"])
def test_a_competition_without_teams_gets_advice(arena, command):
    cups.make(Path("new"))
    done = arena(command, "new")
    assert done.code == 2
    assert len(done.err.splitlines()) == 1
    if command == "run":
        assert "No team is admitted to league. Files are handed in with `arena submit`" in done.err


def test_in_the_folder_itself_the_phase_is_enough(arena, cup, monkeypatch):
    monkeypatch.chdir(cup)
    for words in (["run", "final"], ["standings", "final"], ["standings"], ["audit"]):
        assert arena(*words).code == 0
    assert "Did you mean 'final'?" in arena("run", "finall").err


def test_a_dry_run_plays_nothing(arena):
    cup = cups.make(Path("cup"), cups.QUALIFYING + cups.FINAL, TEAMS)
    done = arena("run", cup, "--dry-run")
    first, second = done.out.splitlines()
    assert done.code == 0
    assert first.startswith("qualifying: 3 teams, 24 games to play, at isolation process with ")
    assert first.endswith("about 12.00 s") or "; about " in first
    assert second.startswith("final: not known yet. ")
    assert not (cup / "Out" / "records").exists() or games_on_disk(cup, "qualifying") == 0
    with open_competition(cup) as competition:
        assert history(competition.store).phase("qualifying").began is None


def test_an_open_ladder_is_played_in_portions_and_closed(arena):
    phase = (
        cups.LEAGUE.replace("round-robin", "open-ladder").replace("games = 4", "games = 2")
        + "play-out = 6\n"
    )
    cup = cups.make(Path("cup"), phase, {"One": cups.FIRST, "Two": cups.LAST})
    done = arena("run", cup, "--games", "2")
    assert done.code == 0
    assert "To continue, run the command again" in done.out
    assert 2 <= games_on_disk(cup) < 6
    assert "league is not over" in arena("standings", cup).out
    assert "is not over" in arena("publish", cup).err
    assert arena("close", cup, "league", "--reason", "enough").code == 0
    assert "league is closed" in arena("log", cup).out
    assert arena("run", cup).code == 0
    assert games_on_disk(cup) == 6
    assert "not over" not in arena("standings", cup).out


def test_a_missing_file_does_not_stop_the_examination_of_the_others(arena):
    cup = cups.make(Path("cup"))
    gone = cups.hand_in(cup, "Gone", cups.FIRST)
    cups.hand_in(cup, "One", cups.LAST)
    (cup / gone.file).unlink()
    done = arena("admit", cup)
    assert done.code == 2
    assert "Gone, version 1: not examined. " in done.out
    assert "One, version 1: admitted" in done.out
    assert done.err.endswith("\narena: 1 file is missing or changed since it was handed in\n")


def test_an_odd_number_of_games_is_warned_of_before_they_are_played(arena):
    phase = cups.LEAGUE.replace("games = 4", "games = 3")
    cup = cups.make(Path("cup"), phase, TEAMS)
    for words in (("admit", cup), ("run", cup, "--dry-run")):
        done = arena(*words)
        assert done.code == 0
        assert "competition.toml, line 9, games of phase 1: games = 3 of the phase " in done.err
        assert "take an even number" in done.err
    settings = cup / "competition.toml"
    settings.write_text(settings.read_text().replace("games = 3", "games = 4"))
    assert "even number" not in arena("run", cup, "--dry-run").err


@pytest.mark.parametrize(
    "game, games, seatings",
    [("tarot", 7, 6), ("tarot", 4, 6), ("agram", 6, 4), ("tarot", 12, 0), ("agram", 4, 0)],
)
def test_games_that_are_no_multiple_of_the_seatings_are_warned_of(arena, game, games, seatings):
    players = "[options]\nplayers = 4\n" if game == "agram" else ""
    phase = f'[[phase]]\nname = "tables"\nkind = "tables"\nrounds = 2\ngames = {games}\n'
    cup = cups.make(Path("cup"), phase, TEAMS, top=players, game=game)
    for words in (("admit", cup), ("run", cup, "--dry-run")):
        done = arena(*words)
        assert done.code == 0
        assert ("multiple" in done.err) == bool(seatings)
        if seatings:
            line = 11 if players else 9
            assert f"competition.toml, line {line}, games of phase 1: games = {games} " in done.err
            assert f"take a multiple of {seatings}" in done.err


def test_faults_are_printed_as_they_happen(arena):
    phase = cups.LEAGUE.replace("games = 4", "games = 1")
    cup = cups.make(Path("cup"), phase, {"One": cups.FIRST, "Crash": cups.CRASHES})
    done = arena("run", cup)
    assert done.code == 0
    assert "Crash: its first crashed, in game " in done.err
    assert "Traceback" not in done.err


@pytest.mark.slow
def test_two_arenas_cannot_play_at_once_and_a_killed_one_leaves_no_lock(arena, started):
    cup = cups.make(Path("cup"), LONG_LEAGUE, TEAMS)
    process = started("run", cup)
    wait_until(lambda: games_on_disk(cup))
    for words in (("run", cup), ("submit", "handed_in.py", "--team", "New", "--to", cup)):
        done = arena(*words)
        assert done.code == 2
        assert f"Another arena works on cup/Out: process {process.pid} on " in done.err
        assert len(done.err.splitlines()) == 1
    assert arena("standings", cup).code == 0
    kill(process)
    assert arena("run", cup, "--dry-run").code == 0


@pytest.mark.slow
def test_ctrl_c_waits_for_the_current_games_and_a_second_run_continues(arena, started):
    cup = cups.make(Path("cup"), LONG_LEAGUE, TEAMS)
    process = started("run", cup)
    wait_until(lambda: games_on_disk(cup) > 5)
    family = descendants(process.pid)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=LONG)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert "Stopping after the current games. Press Ctrl-C again to stop now." in err
    assert err.splitlines()[-1].startswith("arena: stopped. The games so far are saved: ")
    played = games_on_disk(cup)
    assert 5 < played < 1800
    assert out.startswith(f"league: {played:,} games played")
    once_each(cup, "league", played)
    wait_until(lambda: not alive(family))
    assert f"{1800 - played:,} games to play" in arena("run", cup, "--dry-run").out


@pytest.mark.slow
def test_a_second_ctrl_c_ends_it_at_once(arena, started):
    teams = {"One": f"import time\ntime.sleep(20)\n{cups.FIRST}", "Two": cups.LAST}
    cup = cups.make(Path("cup"), LONG_LEAGUE, teams, "budget = 60\n")
    process = started("run", cup)
    assert "seed" in process.stderr.readline()  # the isolation levels have been tried out
    wait_until(lambda: generations(process.pid) >= 4)  # worker, fork server, slot, box: it plays
    os.killpg(process.pid, signal.SIGINT)
    assert "Ctrl-C again" in process.stderr.readline()
    assert process.poll() is None
    family = descendants(process.pid)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=LONG)
    assert process.returncode == 130
    assert err.strip() == "arena: interrupted."
    wait_until(lambda: not alive(family))


@pytest.mark.slow
def test_a_killed_and_resumed_run_has_the_tables_of_an_undisturbed_one(arena, started):
    phase = cups.LEAGUE.replace("games = 4", f"games = {BETWEEN * KILLS}")
    cup = cups.make(Path("cup"), phase, TEAMS)
    calm = Path(shutil.copytree(cup, "calm"))
    chance = random.Random(KILLS)
    for _ in range(KILLS):
        process = started("run", cup)
        before = games_on_disk(cup)
        if chance.random() < 0.3:  # before its first game, or soon after
            time.sleep(chance.random())
        else:
            more = chance.randrange(1, 3 * BETWEEN)
            wait_until(
                lambda p=process, n=before + more: p.poll() is not None or games_on_disk(cup) >= n
            )
        ended = process.poll() is not None
        family = descendants(process.pid)
        kill(process)
        wait_until(lambda f=family: not alive(f))
        if ended:
            break
    assert arena("run", cup).code == 0
    assert arena("run", calm).code == 0
    once_each(cup, "league", 3 * BETWEEN * KILLS)
    once_each(calm, "league", 3 * BETWEEN * KILLS)
    assert table(arena, cup) == table(arena, calm)
    assert arena("audit", cup, "--all").code == 0
    assert arena("run", cup).out == "league: 0 games played\n"


@pytest.mark.slow
def test_ctrl_c_at_any_moment_is_a_sentence(arena, started):
    cup = cups.make(Path("cup"), LONG_LEAGUE, TEAMS)
    for moment in (0, 3, 10):
        process = started("run", cup)
        assert "seed" in process.stderr.readline()
        time.sleep(moment * 0.03)  # workers are starting, or play
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=LONG)
        assert process.returncode == 130, err
        assert "Traceback" not in err
        assert len(err.splitlines()) <= 2
    once_each(cup, "league", games_on_disk(cup))


@pytest.mark.slow
def test_a_full_disk_is_an_error_and_no_game_is_lost(arena, started):
    cup = cups.make(Path("cup"), LONG_LEAGUE.replace("600", "30"), TEAMS)
    calm = Path(shutil.copytree(cup, "calm"))

    def little_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, resource.RLIM_INFINITY))

    process = started("run", cup, preexec_fn=little_room)
    _, err = process.communicate(timeout=LONG)
    assert process.returncode == 2
    assert "Traceback" not in err
    assert err.splitlines()[-1].startswith("arena: ")
    assert "full" in err.splitlines()[-1]
    assert 0 < games_on_disk(cup) < 90
    assert arena("run", cup).code == 0
    assert arena("run", calm).code == 0
    once_each(cup, "league", 90)
    assert table(arena, cup) == table(arena, calm)


@pytest.mark.slow
def test_on_postgresql_the_tables_are_the_same(arena, cup, postgres):
    with postgres.database() as address:
        other = cups.make(
            Path("other"), cups.QUALIFYING + cups.FINAL, top=f"database = {json.dumps(address)}\n"
        )
        shutil.copy(cup / "Out" / "seed", other / "Out" / "seed")
        for name, think in TEAMS.items():
            cups.enter(other, name, think)
        assert arena("run", other).code == 0
        for phase in ("qualifying", "final"):
            assert table(arena, other, phase) == table(arena, cup, phase)
        assert arena("audit", other).code == 0
        assert not (other / "Out" / "competition.db").exists()
