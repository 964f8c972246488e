"""Every text from a box is safe to print when it enters the arena, whatever the box sends."""

import os
from collections.abc import Iterator
from typing import Any, get_args

import pytest
from msgspec import inspect
from sandbox.peer import frame, soon
from support.cases import case
from support.processes import LONG

from arena.guest.protocol import wire
from arena.sandbox.boxes.box import Box
from arena.sandbox.boxes.channels import PipeChannel

LINES = ("traceback",)  # the only fields that may have several lines
NASTY = (
    "\x1b[1A\x1b[2Kok  admitted",  # goes up one line and writes over it
    "\x1b]52;c;aGVsbG8=\x07",  # sets the clipboard
    "\x1b]0;title\x1b\\",
    "\x9b2J\x90q\x9c",  # the same with controls of one character
    "\u202eneddih\u202c\u2066\u200f\u061c",  # changes the direction of writing
    "a\r\nb\vc\fd\x1ce\x85f\u2028g\u2029h",  # all kinds of line breaks
    "\0\x07\x08\x7f\ufeff\u200b\u2060\u00ad\U000e0041",
)


def texts_in(value: Any) -> Iterator[str]:
    """The texts in a value, at any depth."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from texts_in([*value, *value.values()])
    elif isinstance(value, list | tuple):
        for each in value:
            yield from texts_in(each)


def forge(known: inspect.Type, text: str) -> Any:
    """A value of this type with the text in all places where it may have one."""
    if isinstance(known, inspect.StrType):
        return text
    if isinstance(known, inspect.ListType | inspect.VarTupleType):
        return [forge(known.item_type, text)] * 2
    if isinstance(known, inspect.TupleType):
        return [forge(each, text) for each in known.item_types]
    if isinstance(known, inspect.DictType):
        return {forge(known.key_type, text): forge(known.value_type, text)}
    if isinstance(known, inspect.UnionType):
        return max((forge(each, text) for each in known.types), key=lambda each: each is not None)
    simple = {inspect.IntType: 1, inspect.FloatType: 1.0, inspect.BytesType: b"x",
              inspect.BoolType: True, inspect.NoneType: None}  # fmt: skip
    return simple[type(known)]


@pytest.fixture
def receive() -> Iterator[Any]:
    """What the arena receives when a box sends this message, through the pipes of a box."""
    opened: list[int] = []

    def pass_on(message: object) -> wire.FromBot:
        (heard, questions), (answers, replies), (output, printed) = (os.pipe() for _ in range(3))
        opened.extend((heard, questions, answers, replies, output, printed))
        box = Box(PipeChannel(questions, answers), output, os.pidfd_open(os.getpid()))
        opened.append(box.process)
        os.write(replies, frame(message))
        return box.receive(soon(LONG))

    yield pass_on
    for each in opened:
        os.close(each)


def messages_with(text: str) -> Iterator[tuple[str, list[Any]]]:
    """All messages from a box that have texts, each with this text in one of its fields."""
    for kind in get_args(wire.FromBot):
        known = inspect.type_info(kind)
        assert isinstance(known, inspect.StructType)
        plain = [forge(field.type, "x") for field in known.fields]
        for place, field in enumerate(known.fields):
            forged = forge(field.type, text)
            if list(texts_in(forged)):
                yield field.name, [known.tag, *plain[:place], forged, *plain[place + 1 :]]


def test_no_field_of_any_message_brings_a_control_character_into_the_arena(receive):
    tried = set()
    for nasty in NASTY:
        for field, message in messages_with(f"{nasty}{nasty}"):
            with case(f"{message[0]}.{field}: {nasty!r}"):
                got = receive(message)
                tried.add(f"{message[0]}.{field}")
                for name in got.__struct_fields__:
                    for text in texts_in(getattr(got, name)):
                        assert text.replace("\n", "" if name in LINES else "\n").isprintable()
    assert {"ready.name", "failed.reason", "failed.traceback", "examined.touched"} <= tried


def test_a_text_of_any_message_has_a_limited_length(receive):
    for field, message in messages_with("long " * 300):
        with case(f"{message[0]}.{field}"):
            for text in texts_in([getattr(receive(message), field)]):
                assert len(text) <= (wire.LONGEST_TEXT if field in LINES else wire.LONGEST_LINE)
    assert len(receive(["examined", "", ["x"] * 500]).touched) == wire.LONGEST_LIST


def test_a_message_that_cannot_be_read_is_reported_without_its_control_characters(receive):
    for nasty in NASTY:
        for message in ([nasty], [nasty, nasty], {nasty: nasty}, nasty, ["ready", 1, nasty]):
            with case(repr(message)):
                with pytest.raises(wire.ProtocolError) as refused:
                    receive(message)
                assert str(refused.value).isprintable()
                assert len(str(refused.value)) <= wire.LONGEST_LINE


def test_honest_texts_arrive_unchanged(receive):
    lines = (
        'Traceback (most recent call last):\n  File "/bot/mine.py", line 3, in think\n    ¿x = 1?'
    )
    message = ["failed", 4, "exception", "think raised ValueError: «ñ» \u2603", lines]
    assert receive(message) == wire.Failed(4, *message[2:])


def test_what_a_bot_prints_is_safe_and_short():
    read, written = os.pipe()
    channel = os.pipe()
    box = Box(PipeChannel(channel[1], channel[0]), read, os.pidfd_open(os.getpid()))
    os.write(written, "".join(NASTY).encode() + b"\xff" + b"x" * 20_000)
    os.close(written)
    for _ in range(10):
        box.read_output()
    text = box.output_text()
    assert text.replace("\n", "").isprintable()
    assert len(text) <= 8 * 1024
    for each in (read, *channel, box.process):
        os.close(each)
