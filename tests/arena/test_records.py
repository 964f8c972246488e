"""A record can be read back and verified, and no edited record verifies."""

import json
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arena.bots.bot import load
from arena.common.errors import ArenaError, ReplayError
from arena.match.run import RunOptions, new_match
from arena.replay.files import is_json_lines, read_records, to_line
from arena.replay.record import Record
from arena.replay.record_writer import RecordWriter
from arena.replay.replayer import Disagreement, verify
from arena.replay.show import lines
from arena.workers import here
from Game.core.cards import SPANISH
from Game.registry import find


def plain(record: Record) -> dict:
    return json.loads(msgspec.json.encode(record))


def again(edited: dict) -> Record:
    return msgspec.convert(edited, Record)


def disagreement(edited: dict) -> Disagreement:
    with pytest.raises(Disagreement) as caught:
        verify(again(edited))
    return caught.value


@pytest.fixture
def saved(records, tmp_path) -> Path:
    """A file of four games."""
    writer = RecordWriter(tmp_path / "games.jsonl")
    for record in records:
        writer.add(to_line(record))
    writer.close()
    return writer.path


def test_records_are_read_as_they_were_written(records, saved):
    assert list(read_records(saved)) == list(enumerate(records, start=1))


def test_every_game_is_one_line_of_json(records, saved):
    rows = saved.read_text().splitlines()
    assert [json.loads(row)["id"] for row in rows] == [record.id for record in records]


def test_cards_are_text_in_a_record(records):
    written = plain(records[0])
    texts = set(SPANISH.texts)
    assert {move["play"] for move in written["moves"]} == texts
    assert {*written["deal"]["deck"], *sum(written["deal"]["hands"], [])} == texts


def test_our_own_records_verify(records):
    assert any(record.faults for record in records)
    for record in records:
        verify(record)


@pytest.mark.parametrize("tie", ["draw", "original"])
@pytest.mark.parametrize("deal", ["page", "original"])
def test_records_of_all_variants_verify(play, tie, deal):
    for record in play("random", "alwaysfirst", games=6, options={"tie": tie, "deal": deal}):
        verify(again(plain(record)))
        assert record.options == {"tie": tie, "deal": deal}


def other_text(text: str) -> st.SearchStrategy[str]:
    return st.one_of(
        st.sampled_from(["", "X", text.lower(), text + " ", *SPANISH.texts]), st.text(max_size=5)
    ).filter(lambda new: new != text)


def other_number(number: float) -> st.SearchStrategy[int]:
    return st.integers(-2, 50).filter(lambda new: new != number)


def other(value: object) -> st.SearchStrategy:
    """Any other value of its kind, so that the file still reads as a record."""
    if isinstance(value, str):
        return other_text(value)
    if isinstance(value, bool | int | float):
        return other_number(value)
    if isinstance(value, list) and value:
        longer = [*value, value[0]]
        return st.sampled_from([value[:-1], value[::-1], longer, []]).filter(
            # One more bot without a seat is allowed: all records of a league have such bots.
            lambda new: new != value and not (new is longer and isinstance(value[0], dict))
        )
    return st.nothing()


@cache
def examples() -> list[dict]:
    """Two games without and two with faults."""
    return [
        plain(record)
        for bots in (("osla", "random"), ("slow", "random"))
        for record in two_games(*bots)
    ]


def two_games(*bots: str) -> Iterator[Record]:
    run = new_match(
        find("brisca")(), [load(bot) for bot in bots], 2, RunOptions(seed="1", budget=0.001)
    )
    return here.play(run, run.fixtures)


# The fields that `verify` checks. It cannot check times, budget, versions and isolation.
PROMISED = ["id", "game", "options", "deal", "bots", "seats", "sides", "moves", "scores", "ranks"]
NOT_CHECKED = {"isolation", "notes", "us", "cpu", "waited", "spec"}


def places(value: object, path: tuple = ()) -> list[tuple]:
    """Every place in a record that an edit can be made in."""
    results = [path] if path else []
    if isinstance(value, dict):
        for key, each in value.items():
            if key not in NOT_CHECKED and (path or key in PROMISED):
                results += places(each, (*path, key))
    if isinstance(value, list):
        for i, each in enumerate(value):
            results += places(each, (*path, i))
    return results


def edit(record: dict, path: tuple, new: object) -> dict:
    edited = deepcopy(record)
    spot = edited
    for step in path[:-1]:
        spot = spot[step]
    spot[path[-1]] = new
    return edited


def value_at(record: dict, path: tuple) -> object:
    for step in path:
        record = record[step]
    return record


@pytest.mark.slow
@settings(
    max_examples=400,
    deadline=None,
    suppress_health_check=[HealthCheck.filter_too_much],
)
@given(data=st.data())
def test_no_single_edit_of_a_record_verifies(data):
    record = examples()[data.draw(st.integers(0, 3), label="game")]
    path = data.draw(
        st.sampled_from([place for place in places(record) if _editable(record, place)]), label="at"
    )
    new = data.draw(other(value_at(record, path)), label="new")
    edited = edit(record, path, new)
    with pytest.raises(Disagreement):
        verify(again(edited))


def _editable(record: dict, path: tuple) -> bool:
    value = value_at(record, path)
    # Our edits do not change an empty row, or one that is the same backwards.
    return isinstance(value, str | int | float) or (isinstance(value, list) and bool(value))


EDITS = {  # the edited thing -> its path, its new value, and the place that must be named
    "a card of the deck": (("deal", "deck", 5), "O1", "the deal"),
    "a card that is none": (("deal", "deck", 5), "O9", "the deal"),
    "a card that is a number": (("deal", "deck", 5), 9, "the deal"),
    "a hand is missing": (("deal", "hands"), [["O1", "O2", "O3"]], "the deal"),
    "no deal at all": (("deal",), {}, "the deal"),
    "no seat starts": (("deal", "first"), 4, "the deal"),
    "a seat of the wrong kind starts": (("deal", "first"), "0", "the deal"),
    "a note in the deal": (("deal", "note"), "hi", "the id"),
    "a card nobody has": (("moves", 3, "play"), "Z9", "move 3"),
    "a card in other letters": (("moves", 3, "play"), "o1", "move 3"),
    "another seat": (("moves", 7, "seat"), 9, "move 7"),
    "a chance that there is not": (("moves", 7, "chance"), [1], "move 7"),
    "a fault that is not listed": (("moves", 9, "fault"), "timeout", "move 9"),
    "points of a seat": (("scores", 1), 61, "the scores"),
    "half a point": (("scores", 1), 0.5, "the scores"),
    "scores of three": (("scores",), [60, 30, 30], "the scores"),
    "a draw": (("ranks",), [0, 0], "the ranks"),
    "the id": (("id",), "0" * 16, "the id"),
    "who plays": (("bots", 0, "name"), "Somebody", "the id"),
    "the hash of a bot": (("bots", 0, "sha256"), "0" * 64, "the id"),
    "the seats turned": (("seats",), [1, 0, 1, 0], "the id"),
    "a seat for nobody": (("seats", 3), 2, "the seats"),
    "a seat counted from the end": (("seats", 3), -1, "the seats"),
    "three seats": (("seats",), [0, 1, 0], "the seats"),
    "the sides": (("sides",), [[0, 1], [2, 3]], "the sides"),
    "no sides": (("sides",), [], "the sides"),
    "no bots": (("bots",), [], "the seats"),
    "a game that there is not": (("game",), "chess", "the game"),
    "an option that there is not": (("options", "colour"), "red", "the game"),
    "a value that there is not": (("options", "tie"), "coin", "the game"),
    "an option": (("options", "tie"), "original", "the id"),
}


@pytest.mark.parametrize("path, new, place", EDITS.values(), ids=EDITS)
def test_the_first_wrong_place_is_named(play, path, new, place):
    (record,) = play("osla", "random")
    assert disagreement(edit(plain(record), path, new)).place == place


def test_a_fault_in_the_list_needs_its_move(play, faulty):
    (record,) = play(faulty, "random")
    edited = plain(record)
    edited["faults"].append({"ply": 40, "seat": 0, "verdict": "timeout", "reason": ""})
    assert "fault" in str(disagreement(edited))


def test_a_fault_in_the_list_belongs_to_the_bot_that_moved(play, faulty):
    (record,) = play(faulty, "random")
    edited = plain(record)
    edited["faults"][0]["seat"] = 1
    assert disagreement(edited).place == f"move {record.faults[0].ply}"


@pytest.mark.parametrize("length", [0, 1, 39])
def test_a_record_that_stops_too_early_says_at_which_move(play, length):
    edited = plain(play("osla", "random")[0])
    del edited["moves"][length:]
    result = disagreement(edited)
    assert result.place == f"move {length}"
    assert "the game is not over" in str(result)


def test_a_record_that_goes_on_after_the_end_names_the_move(play):
    edited = plain(play("osla", "random")[0])
    edited["moves"].append(edited["moves"][-1])
    assert disagreement(edited).place == "move 40"


def test_a_card_that_cannot_be_played_is_reported_with_the_legal_ones(play):
    record = play("osla", "random")[0]
    edited = plain(record)
    edited["moves"][0]["play"] = "Z9"
    hand = " ".join(record.deal["hands"][0])
    assert f"'Z9' cannot be played here: the choice is {hand}" in str(disagreement(edited))


def refusal(path: Path) -> str:
    with pytest.raises(ReplayError) as caught:
        list(read_records(path))
    return str(caught.value)


def test_every_way_to_cut_the_last_line_is_refused(saved):
    whole = saved.read_bytes()
    last = whole.rstrip(b"\n").rfind(b"\n") + 1
    for end in range(last + 1, len(whole) - 1, 97):
        saved.write_bytes(whole[:end])
        assert refusal(saved).startswith(f"{saved}, line 4: this is not a record")


@pytest.mark.parametrize(
    "line",
    [
        b"{}",
        b"{",
        b'{"format": 3}',
        b"[]",
        b"null",
        b"\x00\xff\xfe",
        b"{" * 100_000,
        b'{"a":' * 100_000,
        b'{"format": "card-arena-record-1", "id": "\xff"}',
    ],
    ids=["nothing", "cut", "kinds", "list", "null", "binary", "deep", "deeper", "not utf-8"],
)
def test_a_line_that_is_not_a_record_is_named(saved, line):
    rows = saved.read_bytes().splitlines()
    saved.write_bytes(b"\n".join((rows[0], line, *rows[2:])) + b"\n")
    assert refusal(saved).startswith(f"{saved}, line 2: this is not a record")


def test_a_deal_that_is_nested_deeply_is_refused(records, saved):
    row = json.dumps(plain(records[0])).replace('"first"', f'"x":{"[" * 900}{"]" * 900},"first"')
    saved.write_text(row + "\n")

    def read_and_verify() -> None:
        for _, record in read_records(saved):
            verify(record)

    with pytest.raises(ReplayError):
        read_and_verify()


@pytest.mark.parametrize("later", [{"format": "card-arena-record-2"}, {}], ids=["whole", "bare"])
def test_a_record_of_a_later_version_is_reported_as_one(records, saved, later):
    row = plain(records[0]) | {"format": "card-arena-record-2"} if later else {
        "format": "card-arena-record-2", "plays": []
    }  # fmt: skip
    saved.write_text(json.dumps(row) + "\n")
    sentence = refusal(saved)
    assert "'card-arena-record-2'" in sentence
    assert "newer Card Arena" in sentence


def test_an_empty_file_has_no_game(tmp_path):
    (tmp_path / "empty.jsonl").write_bytes(b"")
    with pytest.raises(ReplayError, match="is empty"):
        is_json_lines(tmp_path / "empty.jsonl")


def test_a_missing_file_cannot_be_read(tmp_path):
    with pytest.raises(ReplayError, match="cannot be read: No such file"):
        is_json_lines(tmp_path / "games.jsonl")


def test_an_empty_line_between_games_does_no_harm(records, saved):
    saved.write_bytes(saved.read_bytes().replace(b"\n", b"\r\n\r\n"))
    assert [record for _, record in read_records(saved)] == records


def test_no_file_is_overwritten(saved):
    before = saved.read_bytes()
    with pytest.raises(ArenaError, match="exists already"):
        RecordWriter(saved)
    assert saved.read_bytes() == before


def test_a_second_run_into_a_folder_gets_a_file_of_its_own(saved):
    writer = RecordWriter.in_folder(saved.parent, "games")
    writer.close()
    assert writer.path.name == "games-2.jsonl"


def test_the_text_of_a_game_has_every_move(records):
    for record in records:
        result = "\n".join(lines(record))
        for ply, move in enumerate(record.moves):
            assert f"{ply:4}  seat {move.seat} plays {move.play} " in result
        assert result.count("at random, after a fault") == len(record.faults)
        for seat in range(4):
            assert f"seat {seat}: {record.name(seat)}" in result
            assert f"seat {seat} {record.scores[seat]:g}" in result


def test_the_points_in_the_text_of_a_game_add_up(records):
    gained = [0] * 4
    for line in lines(records[0]):
        if line.startswith("      seat"):
            seat, points = line.removesuffix(" points").split(": ")
            gained[int(seat[-1])] += int(points)
    assert gained == records[0].scores


def test_the_text_of_a_game_has_no_control_characters(records):
    edited = plain(records[2])
    edited["bots"][0]["name"] = "\x1b[2Jgone"
    edited["faults"][0]["reason"] = "\x1b[2Jgone\rback"
    for line in lines(again(edited)):
        assert line.isprintable()
