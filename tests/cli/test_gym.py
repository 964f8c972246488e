"""`arena gym`: the ladder, the rating, the change, weak points, and the next command."""

import json
from pathlib import Path

import pytest
from support.cases import case
from support.processes import interrupt, wait_until

from arena.gym.history import HISTORY
from arena.gym.ladder import Ladder, Rung, own_path, save_ladder
from Game.registry import find

FIRST = "return observation.get_list_actions()[0]"
LAST = "return observation.get_list_actions()[-1]"
HERE = ("--isolation", "inprocess")
PATIENT = ("--budget", 10)  # the machine may be busy


def write_ladder(game: str, *bots: str, **options: str) -> None:
    chosen = find(game)(**options)
    rungs = [Rung(bot, 1000 + 150 * n, 0, 0) for n, bot in enumerate(bots)]
    save_ladder(Ladder(game, chosen.chosen, 2, rungs), own_path(chosen))


@pytest.fixture(autouse=True)
def ladder(in_an_empty_folder):
    write_ladder("brisca", "random", "osla", "greedy")


def moves(run: str) -> list[list[str]]:
    lines = Path(f"Out/runs/{run}/games.jsonl").read_text().splitlines()
    return [[move["play"] for move in json.loads(line)["moves"]] for line in lines]


def test_a_visit_shows_the_ladder_the_rating_and_the_next_command(arena, bot):
    done = arena("gym", bot(FIRST), *HERE, *PATIENT)
    assert done.code == 0
    out = done.out
    assert out.index("\nrandom ") < out.index("\nosla ") < out.index("\ngreedy ")
    assert max(map(len, out.split("\n\n")[0].splitlines())) <= 80
    assert "Mine, version 1 (" in out
    assert "rating " in out
    assert "95 % interval " in out
    assert "this is the first version here" in out
    assert "Weak point" in out
    assert "Faults: none" in out
    assert "record r1" in out
    command = out.splitlines()[-2].removeprefix("Next: ")
    assert command.startswith("arena watch r1 --game ")
    assert arena(*command.split()[1:], "--no-open").code == 0


def test_pairings_stop_when_they_are_decided(arena, bot):
    told = arena("gym", bot(FIRST), *HERE, "--json").json
    assert [each["bot"] for each in told["opponents"]] == ["random", "osla", "greedy"]
    assert told["opponents"][2]["decision"] == "second"
    assert told["opponents"][2]["losses"] < 100
    assert told["games"] == sum(
        each["wins"] + each["draws"] + each["losses"] for each in told["opponents"]
    )
    assert told["interval"][0] < told["rating"] < told["interval"][1]


def test_the_same_version_plays_no_game_twice_and_a_new_one_is_compared(arena, bot):
    path = bot(FIRST)
    visit = ("gym", path, *HERE, "-n", 20)
    first = arena(*visit, "--json").json
    again = arena(*visit)
    assert "games, 0 of them now" in again.out
    bot(LAST)
    second = arena(*visit)
    assert "Mine, version 2 (" in second.out
    assert f"version 1 ({first['sha256'][:8]}) had {first['rating']:.0f}" in second.out
    assert "record r2" in second.out
    bot(FIRST)
    back = arena(*visit, "--json").json
    assert (back["rating"], back["version"], back["run"]) == (first["rating"], 2, "r1")


def test_two_workers_play_the_same_games(arena, shell, bot):
    visit = ("gym", bot(FIRST), *HERE, "-n", 40)
    arena(*visit)
    Path(HISTORY).unlink()
    assert shell(*visit, "--workers", 2).code == 0
    assert moves("r1") == moves("r2")


def test_an_interrupted_visit_continues(arena, started, bot):
    path = bot(FIRST)
    visit = ("gym", path, *HERE, "-n", "40")
    whole = arena(*visit, "--json").json
    Path(HISTORY).unlink()
    process = started(*visit)
    games = Path("Out/runs/r2/games.jsonl")
    wait_until(lambda: games.exists() and games.read_bytes().count(b"\n") > 3)
    _, err = interrupt(process)
    assert process.returncode == 130
    assert f"record r2. To continue: arena gym {path} --isolation inprocess -n 40\n" in err
    on = arena(*visit, "--json").json
    assert on["run"] == "r2"
    assert on["rating"] == whole["rating"]
    assert moves("r1") == moves("r2")


def test_a_higher_number_of_games_continues_undecided_pairings(arena, bot):
    path = bot(FIRST)
    few = arena("gym", path, *HERE, "-n", 4)
    assert "not decided" in few.out
    more = arena("gym", path, *HERE, "--json").json
    assert more["run"] == "r1"
    assert more["games"] > 12
    assert arena("gym", path, *HERE, "-n", 4, "--json").json["games"] == more["games"]


def test_faults_are_counted_and_the_next_command_repeats_the_first(arena, bot):
    done = arena("gym", bot("return None"), *HERE, "-n", 4)
    assert "Faults: 240 illegal; most of them against " in done.out
    command = done.out.splitlines()[-2].removeprefix("Next: ")
    assert command == "arena repro r1 --game 1 --ply 0"
    assert "illegal" in arena(*command.split()[1:]).out


def test_a_late_bot_gets_advice_about_the_budget(arena, bot):
    late = bot("time.sleep(0.05)\nreturn observation.get_list_actions()[0]", top="import time")
    write_ladder("brisca", "random")
    done = arena("gym", late, *HERE, "-n", 2, "--budget", 0.001)
    assert "--budget 0.01\n" in done.out


def test_house_bots_have_no_clock(arena, bot):
    write_ladder("brisca", "slow")
    done = arena("gym", bot(FIRST), *HERE, "-n", 2, "--budget", 0.001, "--json")
    game = json.loads(Path("Out/runs/r1/games.jsonl").read_text().splitlines()[0])
    assert not [fault for fault in game.get("faults", []) if game["bots"][0]["spec"] == "slow"]
    assert done.code == 0


def test_a_house_bot_does_not_meet_itself(arena):
    told = arena("gym", "osla", "-n", 4, "--json").json
    assert [each["bot"] for each in told["opponents"]] == ["random", "greedy"]


@pytest.mark.parametrize("game", ["agram", "boerenbridge"])
def test_games_with_more_than_two_seats_have_a_gym_too(arena, game):
    write_ladder(game, "random", "ismcts(simulations=5)")
    told = arena("gym", "alwaysfirst", "--game", game, "-n", 8, "--json").json
    assert told["games"] == 16
    assert arena("gym", "alwaysfirst", "--game", game, "-n", 8).code == 0


def test_a_missing_ladder_is_measured_once(arena, monkeypatch):
    monkeypatch.setattr("arena.gym.ladder.CANDIDATES", ("random", "alwaysfirst", "osla"))
    visit = ("gym", "greedy", "-n", 2, "--option", "tie=original")
    first = arena(*visit)
    assert first.code == 0
    assert "They are measured once: 36 games." in first.err
    assert "measured" not in arena(*visit).err


def test_measure_prints_the_ladder_and_writes_the_file_that_is_named(arena, monkeypatch):
    monkeypatch.setattr("arena.gym.ladder.CANDIDATES", ("random", "alwaysfirst", "osla"))
    done = arena("gym", "--measure", "-n", 2, "--out", "mine.json")
    assert done.code == 0
    assert "6 games of Brisca; the ladder: mine.json" in done.out
    assert len(json.loads(Path("mine.json").read_text())["rungs"]) == 3


def test_a_damaged_history_is_not_an_error(arena, bot):
    path = bot(FIRST)
    arena("gym", path, *HERE, "-n", 2)
    with HISTORY.open("a") as file:
        file.write("half a li")
    done = arena("gym", path, *HERE, "-n", 2)
    assert done.code == 0
    assert "1 line of the gym's history cannot be read" in done.err


def test_bots_and_options_that_the_gym_cannot_use_are_refused(arena):
    refused = {
        "gym human": "The gym is for bots",
        "gym nobot": "There is no bot 'nobot'",
        "gym osla --game tarot": "osla: OSLAPlayer plays only brisca",
        "gym osla --game brsca": "There is no game 'brsca'. Did you mean 'brisca'?",
        "gym osla -n 1": "--games 1 is not possible",
        "gym osla --budget 0": "--budget 0 is not possible",
        "gym osla --workers 0": "--workers 0 is not possible",
        "gym osla --out x": "leave them out",
    }
    for words, said in refused.items():
        with case(words):
            done = arena(*words.split())
            assert (done.code, done.out) == (2, "")
            assert said in done.err
            assert len(done.err.splitlines()) == 1
    assert "BOT" in arena("gym").err
    assert not Path("Out/runs").exists()
