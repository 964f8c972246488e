"""`--wire-log`: the messages of a match."""

import json
from pathlib import Path

from sandbox.conftest import need

LEGAL = "return observation.get_list_actions()[0]"


def test_every_question_of_the_record_is_there_with_its_answer(arena, bot):
    need("process")
    words = (bot(LEGAL), "random", "-n", 2, "--isolation", "process", "--save", "out")
    assert arena("play", *words, "--wire-log", "wire.jsonl").code == 0
    lines = [json.loads(line) for line in Path("wire.jsonl").read_text().splitlines()]
    games = [json.loads(line) for line in Path("out/games.jsonl").read_text().splitlines()]
    asked = [line for line in lines if line["type"] == "act"]
    moved = [line for line in lines if line["type"] == "move"]
    played = [
        (number, ply, move["seat"], game["bots"][game["seats"][move["seat"]]]["name"])
        for number, game in enumerate(games, 1)
        for ply, move in enumerate(game["moves"])
    ]
    for told in (asked, moved):
        assert played == [
            (line["game"], line["message"]["seq"], line["seat"], line["bot"]) for line in told
        ]
    assert [line["ns"] for line in lines] == sorted(line["ns"] for line in lines)
    assert {line["verdict"] for line in lines} == {"ok"}
    assert lines[0]["type"] == "start"
    assert lines[0]["message"]["data"] == Path("mine.py").read_text()


def test_without_boxes_there_is_no_wire_log(arena):
    done = arena("play", "random", "osla", "-n", 1, "--wire-log", "wire.jsonl")
    assert done.code == 2
    assert "exchange no messages" in done.err
    assert "--isolation process" in done.err
    assert not Path("wire.jsonl").exists()


def test_a_wire_log_with_several_workers_is_refused(arena, bot):
    words = (bot(LEGAL), "random", "-n", 2, "--workers", 2, "--save", "out")
    done = arena("play", *words, "--wire-log", "wire.jsonl")
    assert done.code == 2
    assert "leave out --workers" in done.err
    assert not Path("wire.jsonl").exists()
    assert not Path("out").exists()


def test_an_existing_wire_log_is_refused_before_the_first_game(arena, bot):
    Path("wire.jsonl").write_text("yesterday's")
    words = (bot(LEGAL), "random", "-n", 1, "--isolation", "process", "--save", "out")
    done = arena("play", *words, "--wire-log", "wire.jsonl")
    assert done.code == 2
    assert "wire.jsonl exists already" in done.err
    assert not Path("out").exists()
