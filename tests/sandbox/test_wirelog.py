"""The log of the wire: a channel that is logged, without any process."""

import json
import socket

import msgspec
import pytest

from arena.common.errors import ArenaError
from arena.guest.protocol import wire
from arena.sandbox.boxes.channels import SocketChannel
from arena.sandbox.wirelog import SHOWN, WireLine, WireLog
from Game.core.stream import Stream
from Game.registry import find

VIEW = find("brisca")().deal(Stream(1)).view(0)


@pytest.fixture
def tapped(tmp_path):
    """Both ends of a logged channel, and the lines of the log so far."""
    path = tmp_path / "wire.jsonl"
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
    with WireLog(path) as log, ours, theirs:
        log.begin(7)
        line = WireLine(log, "Mine")
        line.seat = 2
        yield (
            line.tap(SocketChannel(ours)),
            theirs,
            lambda: [*map(json.loads, path.read_text().splitlines())],
        )


def moved(seq: int, action: int) -> bytes:
    return wire.frame(wire.Moved(seq, action), wire.FROM_BOT)


def test_a_question_is_logged_with_its_view_and_its_bot(tapped):
    channel, theirs, noted = tapped
    question = wire.question(3, 0.5, VIEW)
    assert channel.send(question) == len(question)
    assert theirs.recv(wire.TO_BOT) == question
    (line,) = noted()
    opened = msgspec.msgpack.decode(msgspec.msgpack.encode(VIEW))
    assert line.pop("ns") > 0
    assert line == {
        "game": 1,
        "deal": 7,
        "seat": 2,
        "bot": "Mine",
        "direction": "to",
        "type": "act",
        "message": {"seq": 3, "budget": 0.5, "view": json.loads(json.dumps(opened, default=list))},
        "verdict": "ok",
    }


def test_answers_in_pieces_are_logged_one_by_one(tapped):
    channel, theirs, noted = tapped
    for byte in moved(3, 11) + moved(4, 12):
        theirs.sendall(bytes([byte]))
        assert channel.recv(100) == bytes([byte])
    assert [line["message"] for line in noted()] == [
        {"seq": 3, "action": 11, "thoughts": []},
        {"seq": 4, "action": 12, "thoughts": []},
    ]
    assert {(line["direction"], line["type"]) for line in noted()} == {("from", "move")}


@pytest.mark.parametrize(
    "said, verdict",
    [
        (b"\xff" * 100, "a frame of 4294967295 bytes"),
        ((3).to_bytes(4, "big") + b"\xc1\xc1\xc1", "the message cannot be decoded"),
        ((2000).to_bytes(4, "big") + b"\x91" * 2000, "the message cannot be decoded"),
    ],
)
def test_undecodable_messages_are_logged_as_shortened_bytes(tapped, said, verdict):
    channel, theirs, noted = tapped
    theirs.sendall(said)
    assert channel.recv(wire.TO_BOT) == said
    (line,) = noted()
    assert line["verdict"].startswith(verdict)
    assert line["bytes"] == len(said)
    assert bytes.fromhex(line["hex"]) == said[:SHOWN]


def test_after_a_bad_message_in_a_good_frame_the_next_one_is_read(tapped):
    channel, theirs, noted = tapped
    theirs.sendall((1).to_bytes(4, "big") + b"\xc1" + moved(3, 11))
    channel.recv(wire.TO_BOT)
    assert [line["verdict"] == "ok" for line in noted()] == [False, True]


def test_half_a_frame_is_noted_at_the_end(tapped):
    channel, theirs, noted = tapped
    theirs.sendall(moved(3, 11)[:-1])
    channel.recv(wire.TO_BOT)
    assert noted() == []
    channel.close()
    assert [line["verdict"] for line in noted()] == ["an incomplete frame"]


def test_no_control_character_is_in_the_file(tapped, tmp_path):
    channel, theirs, noted = tapped
    theirs.sendall(wire.frame(wire.Ready("\x1b[2J\x9b\u202e\n"), wire.FROM_BOT))
    channel.recv(wire.TO_BOT)
    assert noted()[0]["message"] == {"name": "[2J"}
    text = (tmp_path / "wire.jsonl").read_text()
    assert text.isascii()
    assert text.removesuffix("\n").isprintable()


def test_an_existing_file_is_not_overwritten(tmp_path):
    path = tmp_path / "precious.py"
    path.write_text("my bot")
    with pytest.raises(ArenaError, match="exists already"):
        WireLog(path)
    assert path.read_text() == "my bot"
