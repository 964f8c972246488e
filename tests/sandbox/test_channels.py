"""A question and its answer through two pipes, in the arena and in a box, compiled or not."""

import os
import sys
import threading
from collections.abc import Callable, Iterator

import pytest
from sandbox.peer import frame, soon
from support.cases import case
from support.compiled import FRAMES, need_compiled

from arena.guest.protocol import channel as guest
from arena.guest.protocol import wire
from arena.guest.protocol.channel import BoxChannel
from arena.guest.protocol.safe_text import shorten
from arena.sandbox.boxes import channels
from arena.sandbox.boxes.box import Box, Gone, Late
from arena.sandbox.boxes.channels import SMALL, PipeChannel, ask_in_python

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux has them")

QUESTION = b"a question"
MOVED = wire.Moved(3, 7)
ANSWER = wire.frame(MOVED, wire.FROM_BOT)
LONG = wire.Ready("n" * (wire.FROM_BOT - 10))
TOO_LONG = wire.frame(wire.Ready("n" * (wire.FROM_BOT - 9)), wire.FROM_BOT + 1)


class Pipes:
    """A box with the arena's ends of two pipes, and the other ends."""

    def __init__(self) -> None:
        self.questions, asks = os.pipe()
        answers, self.answers = os.pipe()
        self.output, printed = os.pipe()
        os.close(printed)
        self.box = Box(PipeChannel(asks, answers), self.output, os.pidfd_open(os.getpid()))
        self.box.signal = lambda number: None  # the process is that of the test

    def say(self, data: bytes) -> None:
        os.write(self.answers, data)

    def close(self) -> None:
        self.box.close()
        for descriptor in (self.questions, self.answers):
            os.close(descriptor)


@pytest.fixture(params=["compiled", "in Python"])
def pipes(request, monkeypatch) -> Iterator[Callable[[], Pipes]]:
    """Makes pipes. They are closed at the end."""
    if request.param == "compiled":
        need_compiled(FRAMES)
    else:
        monkeypatch.setattr(channels, "ask", ask_in_python)
        monkeypatch.setattr(guest, "_frames", None)
    made: list[Pipes] = []

    def make() -> Pipes:
        made.append(Pipes())
        return made[-1]

    yield make
    for each in made:
        each.close()


def test_the_arena_takes_any_answer_as_it_comes(pipes):
    """A long text is cut, but the message is taken."""
    good = [ANSWER, wire.frame(LONG, wire.FROM_BOT)]
    cut = wire.Ready(shorten(LONG.name, wire.LONGEST_LINE))
    for data, message in zip(good, [MOVED, cut], strict=True):
        with case(len(data)):
            end = pipes()
            end.say(data)
            assert end.box.ask(QUESTION) == message
            assert os.read(end.questions, 99) == frame(QUESTION)
    for size in range(len(ANSWER)):
        with case(size):
            end = pipes()
            end.say(ANSWER[:size] or ANSWER[:1])
            assert end.box.ask(QUESTION) is None
            end.say(ANSWER[size or 1 :])
            assert end.box.receive(soon(60)) == MOVED
    for bad in (
        ANSWER * 2,
        ANSWER + b"\0",
        bytes(4),
        b"\xff" * 4,
        TOO_LONG,
    ):
        with case(bad[:20]):
            end = pipes()
            end.say(bad)
            with pytest.raises(wire.ProtocolError):
                end.box.ask(QUESTION)


def test_a_silent_box_is_asked_and_waited_for(pipes):
    end = pipes()
    assert end.box.ask(QUESTION) is None
    end.say(ANSWER)
    assert end.box.receive(soon(60)) == MOVED


def test_the_rest_of_an_old_message_does_not_become_an_answer(pipes):
    end = pipes()
    end.say(ANSWER[:5])
    assert end.box.ask(QUESTION) is None
    end.say(ANSWER)
    assert end.box.ask(QUESTION) is None
    with pytest.raises(wire.ProtocolError):
        end.box.receive(soon(60))


def test_a_box_that_does_not_read_is_late(pipes):
    end = pipes()
    with pytest.raises(Late):
        fill(end)
    with pytest.raises(Late):
        end.box.ask(bytes(wire.TO_BOT))


def fill(end: Pipes) -> None:
    for _ in range(99_999):
        end.box.ask(bytes(SMALL))


def test_a_box_that_closed_an_end_is_gone(pipes):
    for name in ("questions", "answers"):
        for size in (5, SMALL + 1):
            with case(f"{name}, {size} bytes"):
                end = pipes()
                os.close(getattr(end, name))
                setattr(end, name, os.dup(0))
                with pytest.raises(Gone):
                    end.box.ask(bytes(size)) or end.box.receive(soon(60))


def test_a_long_question_arrives_whole(pipes, monkeypatch):
    monkeypatch.setattr("arena.sandbox.boxes.box.FIRST", 60_000_000_000)  # a busy machine is slow
    end = pipes()
    question = bytes(range(256)) * (wire.TO_BOT // 256)
    got = []
    reader = threading.Thread(target=lambda: got.append(receive_all(end, len(question) + 4)))
    reader.start()
    assert end.box.ask(question) is None
    reader.join()
    assert got == [frame(question)]


def receive_all(end: Pipes, size: int) -> bytes:
    data = b""
    while len(data) < size:
        data += os.read(end.questions, size)
    return data


def test_the_guest_takes_questions_however_they_are_cut(pipes):
    """One by one, two at once, and in pieces; then the arena closes the channel."""
    first, second = (wire.frame(wire.Examine(), wire.TO_BOT) for _ in range(2))
    for cuts in ([first, second], [first + second], [first[:3], first[3:] + second]):
        with case(cuts):
            questions, asks = os.pipe()
            answers, says = os.pipe()
            channel = BoxChannel(questions, says)
            ends = threading.Thread(target=write_pieces, args=(asks, answers, cuts))
            ends.start()
            decode = wire.read_to_bot
            got = [channel.exchange(LONG if n else MOVED, decode) for n in range(3)]
            ends.join()
            assert got == [wire.Examine(), wire.Examine(), None]
            for descriptor in (questions, says):
                os.close(descriptor)


def write_pieces(asks: int, answers: int, pieces: list[bytes]) -> None:
    """Write a piece after each answer. At the end, read the answers that are left."""
    assert os.read(answers, 99) == ANSWER
    for piece in pieces:
        os.write(asks, piece)
    os.close(asks)
    left = 2 * len(wire.frame(LONG, wire.FROM_BOT))
    while left:
        left -= len(os.read(answers, 65536))
    os.close(answers)


def test_the_guest_notices_that_the_arena_does_not_listen(pipes):
    questions, asks = os.pipe()
    answers, says = os.pipe()
    os.close(answers)
    with pytest.raises(BrokenPipeError):
        BoxChannel(questions, says).exchange(MOVED, wire.read_to_bot)
    for descriptor in (questions, asks, says):
        os.close(descriptor)


def test_no_message_to_the_arena_is_too_long(pipes):
    questions, asks = os.pipe()
    answers, says = os.pipe()
    os.close(asks)
    too_long = wire.Ready("n" * (wire.FROM_BOT + 1))
    with pytest.raises(wire.ProtocolError):
        BoxChannel(questions, says).exchange(too_long, wire.read_to_bot)
    for descriptor in (questions, answers, says):
        os.close(descriptor)
