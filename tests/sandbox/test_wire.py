"""How the arena reads messages from a box, and how long it waits for them."""

import os
import pickle
import socket
import time
from contextlib import suppress

import pytest
from sandbox.peer import Peer, frame, soon

from arena.guest.protocol import wire
from arena.sandbox.boxes.box import LOG, Gone, Late

GARBAGE = {
    "a giant header": b"\xff\xff\xff\xff",
    "one byte too many": (wire.FROM_BOT + 1).to_bytes(4, "big"),
    "a frame of nothing": bytes(4),
    "noise": frame(bytes(range(256))),
    "text": b"HTTP/1.1 200 OK\r\n\r\n",
    "two answers": frame(["move", 0, 1]) * 2,
    "an answer and a half": frame(["move", 0, 1]) + b"\0",
    "nested": frame(b"\x91" * 4000),
    "nested maps": frame(b"\x81" * 4000),
    "nested 100,000 deep": frame(b"\x91" * 100_000),
    "invalid UTF-8": frame(b"\x95\xa6failed\x00\xa9exception\xa2\xff\xfe\xa0"),
    "a surrogate": frame(b"\x95\xa6failed\x00\xa9exception\xa3\xed\xa0\x80\xa0"),
    "a number of 64 bits": frame(["move", 0, 2**64 - 1]),
    "a number of 400 digits": frame(b'["move",0,1' + b"0" * 400 + b"]"),
    "True": frame(["move", 0, True]),
    "a float": frame(["move", 0, 1.5]),
    "NaN": frame(["move", 0, float("nan")]),
    "None": frame(["move", 0, None]),
    "text for a number": frame(["move", 0, "1"]),
    "a list for a number": frame(["move", 0, [1]]),
    "too short": frame(["move", 0]),
    "an unknown word": frame(["run", 0, 1]),
    "a map": frame({"type": "move", "seq": 0, "action": 1}),
    "a huge length in a small frame": frame(b"\xdd\xff\xff\xff\xff"),
    "a huge text in a small frame": frame(b"\x92\xa5ready\xdb\xff\xff\xff\xff"),
    "a pickle": frame(pickle.dumps(os.system)),
}


@pytest.mark.parametrize("said", GARBAGE.values(), ids=GARBAGE)
def test_garbage_is_a_fault_of_the_protocol(mock, said):
    box = mock(lambda peer: peer.channel.sendall(said)).box()
    with pytest.raises(wire.ProtocolError) as caught:
        box.receive(soon(60))
    assert len(str(caught.value)) < 300
    box.close()


def test_a_float_is_not_the_number_of_an_action(mock):
    box = mock(lambda peer: peer.say(["move", 0, 1.0])).box()
    with suppress(wire.ProtocolError):
        assert type(box.receive(soon(60)).action) is int  # msgspec may take it for the number 1
    box.close()


def test_a_message_in_pieces_is_read_whole(mock):
    def play(peer: Peer) -> None:
        for byte in frame(["move", 3, 7]):
            peer.channel.sendall(bytes([byte]))
            time.sleep(0.001)

    box = mock(play).box()
    assert box.receive(soon(60)) == wire.Moved(3, 7)
    box.close()


def test_a_bot_that_closes_its_channel_is_gone(mock):
    box = mock(lambda peer: peer.channel.shutdown(socket.SHUT_RDWR)).box()
    with pytest.raises(Gone):
        box.receive(soon(60))
    box.close()


def drip(peer: Peer) -> None:
    """For at least four seconds, then there is a message."""
    for byte in frame(bytes(4000)):
        peer.channel.sendall(bytes([byte]))
        time.sleep(0.001)


def flood_the_output(peer: Peer) -> None:
    os.set_blocking(peer.output, False)
    for _ in range(50_000):
        with suppress(BlockingIOError):
            os.write(peer.output, bytes(65536))


LATE = {
    "silence": lambda peer: None,
    "half a frame": lambda peer: peer.channel.sendall(frame(["move", 0, 1])[:6]),
    "three bytes of a header": lambda peer: peer.channel.sendall(bytes(3)),
    "a drip": drip,
    "a flood of output": flood_the_output,
}


@pytest.mark.parametrize("play", LATE.values(), ids=LATE)
def test_the_arena_waits_until_the_deadline_and_no_longer(mock, play):
    box = mock(play).box()
    started = time.perf_counter()
    with pytest.raises(Late):
        box.receive(soon(0.1))
    assert time.perf_counter() - started >= 0.1
    assert len(box.log) <= LOG
    box.close()


def test_endless_output_does_not_stop_the_clock(mock, monkeypatch):
    box = mock(lambda peer: os.write(peer.output, b"x")).box()
    monkeypatch.setattr(box, "read_output", lambda: None)  # as if it came faster than it is read
    with pytest.raises(Late):
        box.receive(soon(0.1))
    box.close()


def test_a_bot_that_does_not_read_is_late_and_does_not_block(mock):
    box = mock(lambda peer: None).box()
    message = frame(bytes(10**6))
    with pytest.raises(Late):
        box.send(message)
    with pytest.raises(Late):
        box.send_all(bytes(10**7), soon(0.1))
    box.close()
