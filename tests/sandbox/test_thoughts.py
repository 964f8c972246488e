"""A bot's thoughts about its choice come into the record; unrelated attributes do not."""

from collections import Counter

import pytest
from sandbox.peer import VIEW, frame
from support.paths import TESTS

from arena.guest.protocol.thoughts import MOST, with_texts
from arena.replay.files import from_line, to_line
from arena.replay.record import Move, Record
from arena.replay.replayer import verify
from arena.replay.show import lines

LEVELS = ("inprocess", "process", "sandbox")
HOSTILE = TESTS / "hostile"
SAYS = """
actions = o.get_list_actions()
if len(actions) > 1:
    self.thoughts = [(a, 10 * n, n / 4, n / 4 - 0.2, n / 4 + 0.2) for n, a in enumerate(actions)]
"""
TEXTS = {7: "A7", 8: "A8"}


def of_the_bot(record: Record) -> list[Move]:
    """The moves of the tested bot, which is the first one."""
    return [move for move in record.moves if record.seats[move.seat] == 0]


@pytest.mark.parametrize("level", LEVELS)
def test_thoughts_are_in_the_record(match, write_bot, level):
    _, (record,) = match(level, write_bot(SAYS), "random")
    verify(record)
    assert not record.faults
    choices = [move for move in of_the_bot(record) if move.thoughts]
    assert Counter(len(move.thoughts) for move in choices).keys() == {2, 3}
    for move in choices:
        texts, *numbers = zip(*move.thoughts, strict=True)
        assert move.play == texts[0]
        assert numbers[0] == (0, 10, 20)[: len(texts)]
        assert numbers[1] == (0, 0.25, 0.5)[: len(texts)]
        assert numbers[2] == (0, 0.05, 0.3)[: len(texts)]  # not below 0
        assert numbers[3] == (0.2, 0.45, 0.7)[: len(texts)]


def test_thoughts_of_one_turn_are_not_shown_in_the_next(match, write_bot):
    _, (record,) = match("inprocess", write_bot(SAYS), "random")
    sentence = [bool(move.thoughts) for move in of_the_bot(record)]
    assert sentence[-4:] == [True, True, False, False]  # the last card is no choice


def test_thoughts_of_a_failed_turn_are_not_shown_in_the_next(match, write_bot):
    once = """
    if not hasattr(self, "failed"):
        self.failed = True
        self.thoughts = [(o.get_list_actions()[0], 1, 0.5, 0.5, 0.5)]
        raise ValueError
    """
    _, (record,) = match("inprocess", write_bot(once), "random")
    assert len(record.faults) == 2  # one in each of its seats
    assert not any(move.thoughts for move in record.moves)


def test_a_candidate_of_a_search_may_be_a_row(match, write_bot):
    before = """
    class Candidate:
        def __init__(self, action):
            self.action, self.visits, self.mean, self.low, self.high = action, 5, 0.5, 0.25, 0.75
            self.text = str(action)
    """
    think = "self.thoughts = tuple(map(Candidate, o.get_list_actions()))"
    _, (record,) = match("inprocess", write_bot(think, before=before), "random")
    first = of_the_bot(record)[0]
    assert [row[1:] for row in first.thoughts] == [(5, 0.5, 0.25, 0.75)] * 3


def test_an_unrelated_attribute_is_left_alone(match, write_bot):
    think = """
    assert getattr(self, "thoughts", ()) == tuple(range(len(getattr(self, "thoughts", ()))))
    self.thoughts = (*getattr(self, "thoughts", ()), len(getattr(self, "thoughts", ())))
    if o.main_deck.len() == 0 and o.hands[o.turn].len() == 1:
        assert len(self.thoughts) == 10
    """
    _, (record,) = match("inprocess", write_bot(think), "random")
    assert not record.faults
    assert not any(move.thoughts for move in record.moves)


def test_strange_thoughts_become_numbers_within_bounds(match):
    _, (record,) = match("inprocess", str(HOSTILE / "strange_thoughts.py"), "random")
    verify(record)
    assert not record.faults
    rows = [row for move in of_the_bot(record) for row in move.thoughts]
    numbers = {row[1:] for row in rows}
    assert numbers == {(1, 0.5, 0.4, 0.6), (2**53 - 1, 0.5, 0.4, 0.6), (0, 1.0, 0.0, 1.0)}
    assert all(len(move.thoughts) <= 1 for move in record.moves)


@pytest.mark.parametrize("level", LEVELS)
def test_reading_thoughts_is_part_of_the_bots_time(match, level):
    bot = str(HOSTILE / "thinks_on_in_its_thoughts.py")
    _, (record,) = match(level, bot, "random", budget=0.02)
    assert {fault.verdict for fault in record.faults} <= {"timeout", "forfeit"}
    assert "timeout" in {fault.verdict for fault in record.faults}


@pytest.mark.parametrize(
    "rows, expected",
    [
        ([(7, 3, 0.5, 0.4, 0.6)], [("A7", 3, 0.5, 0.4, 0.6)]),
        ([(9, 3, 0.5, 0.4, 0.6)], []),  # not legal
        ([(7, 3, 0.5, 0.4, 0.6), (7, 4, 0.5, 0.4, 0.6)], [("A7", 3, 0.5, 0.4, 0.6)]),
        ([(7, 3, float("nan"), 0.4, 0.6), (8, 1, 0.5, 0.4, 0.6)], []),
        ([(7, -3, 7.0, 0.9, -2.0)], [("A7", 0, 1.0, 0.9, 1.0)]),
        ([(8, 2**63, 0.123456, 0.2, 0.1)], [("A8", 2**53 - 1, 0.1235, 0.1235, 0.1235)]),
        ([(9, 1, 0.5, 0.5, 0.5)] * MOST + [(7, 1, 0.5, 0.5, 0.5)], []),  # one too many
    ],
)
def test_the_arena_checks_every_number_of_a_bot(rows, expected):
    assert with_texts(rows, TEXTS) == tuple(expected)


def test_a_record_with_thoughts_is_read_as_it_was_written(match, write_bot):
    _, (record,) = match("inprocess", write_bot(SAYS), "random")
    assert from_line(to_line(record), "here") == record
    silent = from_line(to_line(record).replace(b"thoughts", b"unknown"), "here")
    assert silent.id == record.id
    assert not any(move.thoughts for move in silent.moves)


def test_thoughts_can_be_shown_as_text(match, write_bot):
    _, (record,) = match("inprocess", write_bot(SAYS), "random")
    text, *_ = next(move.thoughts[1] for move in record.moves if move.thoughts)
    wanted = f"it thought: {text:8} tried 10 times, worth 0.25, 0.05 to 0.45"
    assert any(line.endswith(wanted) for line in lines(record))


def test_a_bot_cannot_send_more_than_fits_into_its_frame(seat):
    """A bot that writes to the wire itself, around the checks of the guest."""

    def answer(peer):
        peer.hear()
        peer.channel.sendall(frame(["move", 7, 5, [[5, 1, 0.5, 0.5, 0.5]] * 200]))
        peer.hear()

    mine = seat(answer)
    mine.new_game(1)
    got = mine.ask(VIEW, 7)
    assert got.fault is not None
    assert got.fault.verdict == "protocol"
