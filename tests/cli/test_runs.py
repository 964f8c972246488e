"""Runs by their names, matches that continue, given deals, and matches until they are decided."""

import json
from pathlib import Path

import pytest
from support.cases import case
from support.processes import interrupt, wait_until
from support.viewing import data_in

BRISCA = ("play", "osla", "greedy", "--seed", 3)


def games(run: str) -> list[dict]:
    return [
        json.loads(line)
        for line in Path(f"Out/runs/{run}/games.jsonl").read_text().split("\n")[:-1]
    ]


def played(run: str) -> list[tuple[str, list[str]]]:
    """The games of a run: their ids and their moves."""
    return [(game["id"], [move["play"] for move in game["moves"]]) for game in games(run)]


def test_the_name_of_a_run_finds_its_games(arena):
    assert "record r1\n" in arena(*BRISCA, "-n", 4).out
    one = games("r1")[1]
    assert f"game {one['id']}" in arena("replay", "show", "r1", "--game", 2).out
    assert "Out/runs/r1/games.jsonl: 4 games, all correct" in arena("replay", "verify", "r1").out
    done = arena("repro", "r1", "--game", 2, "--ply", 7)
    assert f"Game {one['id']}, move 7" in done.out
    assert f"then: {one['moves'][7]['play']}" in done.out
    assert arena("watch", "r1", "--game", 2, "--no-open").code == 0
    assert [game["id"] for game in data_in(Path("Out/watch.html").read_text())["games"]] == [
        one["id"]
    ]


def test_a_league_is_a_run_too(arena):
    assert "record r1\n" in arena("league", "osla", "random", "greedy", "-n", 2).out
    assert len(games("r1")) == 6
    assert "record r2\n" in arena("league", "osla", "random", "-n", 2).out


def test_a_run_that_does_not_exist_is_refused_in_one_sentence(arena):
    arena(*BRISCA, "-n", 1)
    for words in ("watch r7", "repro r7", "replay show r7", "play --resume r7",
                  "play osla random --deals r7"):  # fmt: skip
        with case(words):
            done = arena(*words.split())
            assert (done.code, done.out) == (2, "")
            assert done.err == "arena: There is no run r7 in Out/runs. The saved runs are: r1\n"


def test_games_that_cannot_be_saved_are_played(arena):
    Path("Out").write_text("not a folder")
    done = arena(*BRISCA, "-n", 2)
    assert done.code == 0
    assert "2 games of Brisca" in done.out
    assert done.err.startswith("arena: the games are not saved, because Out")


def test_an_interrupted_match_continues_with_the_same_result(arena, started):
    process = started(*BRISCA, "-n", "100000")
    path = Path("Out/runs/r1/games.jsonl")
    wait_until(lambda: path.exists() and path.read_bytes().count(b"\n") > 3)
    _, err = interrupt(process)
    assert err.endswith("record r1. To continue: arena play --resume r1\n")
    before = len(games("r1"))
    with path.open("a") as file:
        file.write('{"format": "torn')
    on = arena("play", "--resume", "r1", "-n", before + 10)
    assert on.code == 0, on.err
    assert f"{before + 10} games ({before} played before) of Brisca" in on.out
    whole = arena(*BRISCA, "-n", before + 10)
    assert played("r1") == played("r2")
    assert [line for line in on.out.splitlines() if "OSLAPlayer - " in line] == [
        line for line in whole.out.splitlines() if "OSLAPlayer - " in line
    ]


def test_a_finished_match_continues_with_more_games_and_workers(arena, shell):
    arena(*BRISCA, "-n", 6)
    again = arena("play", "--resume", "r1", "--json").json
    assert again["games"] == 6
    assert shell("play", "--resume", "r1", "-n", 12, "--workers", 2).code == 0
    arena(*BRISCA, "-n", 12)
    assert played("r1") == played("r2")


def test_a_league_continues_with_more_games_of_each_pair(arena):
    league = ("league", "osla", "random", "greedy", "--seed", 1)
    arena(*league, "-n", 2)
    more = arena("league", "--resume", "r1", "-n", 4, "--json").json
    whole = arena(*league, "-n", 4, "--json").json
    assert [bot["wins"] for bot in more["bots"]] == [bot["wins"] for bot in whole["bots"]]
    assert sorted(played("r1")) == sorted(played("r2"))


def test_runs_that_cannot_continue_are_refused(arena, bot):
    path = bot("return observation.get_list_actions()[0]")
    arena("play", path, "random", "-n", 4, "--isolation", "inprocess")
    refused = {
        ("play", "--resume", "r1", "-n", 2): "has 4 games already",
        ("play", "--resume", "r1", "--seed", 4): "leave out --seed",
        ("play", "--resume", "r1", "osla", "random"): "leave out the bots",
        ("league", "--resume", "r1"): "r1 is a run of `arena play`: arena play --resume r1",
    }
    for words, said in refused.items():
        with case(" ".join(map(str, words))):
            done = arena(*words)
            assert (done.code, done.out) == (2, "")
            assert said in done.err
            assert len(done.err.splitlines()) == 1
    bot("return observation.get_list_actions()[-1]")
    done = arena("play", "--resume", "r1", "-n", 8)
    assert done.code == 2
    assert "mine.py has changed since r1 began" in done.err
    assert len(games("r1")) == 4


def test_given_deals_are_played_in_all_seatings(arena):
    arena(*BRISCA, "-n", 8)
    out = arena("replay", "deals", "r1", "-o", "deals.jsonl").out
    assert out == "deals.jsonl\n"
    deals = [json.loads(line) for line in Path("deals.jsonl").read_text().splitlines()]
    assert deals == [game["deal"] for game in games("r1")[::2]]
    for source, run in (("deals.jsonl", "r2"), ("r1", "r3"), ("Out/runs/r1/games.jsonl", "r4")):
        arena("play", "random", "greedy", "--deals", source)
        assert [game["deal"] for game in games(run)] == [deal for deal in deals for _ in "ab"]
    arena("play", "random", "greedy", "--deals", "r1", "-n", 3)
    assert len(games("r5")) == 3
    arena("play", "--resume", "r5", "-n", 8)
    assert [game["deal"] for game in games("r5")] == [deal for deal in deals for _ in "ab"]


def test_deals_that_cannot_be_played_are_refused_with_their_line(arena):
    arena("play", "random", "random", "--game", "agram", "-n", 1)
    arena(*BRISCA, "-n", 2)
    (good,) = arena("replay", "deals", "r2").out.splitlines()
    cases = {
        f"{good}\n{{}}": "bad.jsonl, line 2: ",
        f"{good}\n[1, 2]": "bad.jsonl, line 2: this is not a deal",
        "": "bad.jsonl is empty",
        good.replace('"O1"', '"X9"'): "bad.jsonl, line 1: ",
    }
    for text, said in cases.items():
        Path("bad.jsonl").write_text(text)
        done = arena("play", "osla", "random", "--deals", "bad.jsonl")
        assert (done.code, done.out) == (2, ""), text
        assert said in done.err
        assert len(done.err.splitlines()) == 1
    done = arena("play", "osla", "random", "--deals", "r1")
    assert "line 1: this is a game of agram, but the game to play is brisca" in done.err
    done = arena("play", "osla", "random", "--deals", "r2", "-n", 3)
    assert "1 deal is enough for 2 games, not 3" in done.err


UNTIL = ("play", "greedy", "random", "--until-decided", "--seed", 1)


def test_a_match_stops_when_it_is_decided(arena):
    done = arena(*UNTIL)
    assert "Decided after " in done.out
    assert "GreedyPlayer is better than RandomPlayer." in done.out
    assert len(games("r1")) < 200
    assert arena(*UNTIL, "--json").json["decision"] == "first"
    other = arena("play", "random", "greedy", "--until-decided", "--seed", 1, "--json").json
    assert other["decision"] == "second"


def test_the_limit_ends_a_match_without_a_decision(arena):
    done = arena("play", "random", "random", "--until-decided", "-n", 20, "--seed", 1)
    assert "Not decided after 20 games: the limit of 20 games was reached." in done.out
    told = arena("play", "--resume", "r1", "--until-decided", "--elo1", 200, "--json").json
    assert told["decision"] == "equal"
    assert told["games"] > 20


def test_elo0_and_elo1_make_the_usual_test(arena):
    done = arena(*UNTIL, "--elo0", 0, "--elo1", 100)
    assert "is 100 Elo rather than 0 Elo (H1 accepted, LLR " in done.out
    assert "bounds -2.94 and 2.94" in done.out
    wide = arena(*UNTIL, "--elo0", 0, "--elo1", 100, "--alpha", 0.2, "--beta", 0.2)
    assert "bounds -1.39 and 1.39" in wide.out


def test_workers_and_interruptions_do_not_change_the_decision(arena, shell):
    arena(*UNTIL)
    assert shell(*UNTIL, "--workers", 2).code == 0
    arena(*UNTIL, "-n", 30)
    arena("play", "--resume", "r3", "-n", 500)
    assert played("r1") == played("r2") == played("r3")


def test_games_with_more_sides_are_decided_too(arena):
    done = arena("play", "greedy", "random", "--game", "boerenbridge", "--seed", 2,
                 "--until-decided", "--elo1", 150)  # fmt: skip
    assert "GreedyPlayer is better than RandomPlayer." in done.out


@pytest.mark.parametrize(
    "words, said",
    [
        ("--elo1 5", "--elo1 is an option of the test: add --until-decided"),
        ("--until-decided --elo0 5", "--elo0 5 needs a second hypothesis"),
        ("--until-decided --elo0 5 --elo1 5", "it must be more than 5"),
        ("--until-decided --elo1 0", "it must be more than 0"),
        ("--until-decided --alpha 0", "--alpha 0 is not possible"),
        ("--until-decided --beta nan", "--beta nan is not possible"),
        ("greedy --game agram --until-decided", "compares two bots, not 3"),
    ],
)
def test_a_test_that_makes_no_sense_is_refused(arena, words, said):
    words = words.replace("greedy", "ismcts").split()
    done = arena("play", "random", "random", *words)
    assert (done.code, done.out) == (2, "")
    assert said in done.err
    assert len(done.err.splitlines()) == 1
