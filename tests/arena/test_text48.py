"""RoboBrisca's 48-line text: read and written byte for byte, and every wrong line is named."""

from pathlib import Path

import pytest

from arena.common.errors import ReplayError
from arena.replay import text48
from arena.replay.replayer import verify


def read(path: Path, data: bytes | str) -> text48.Record:
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return text48.read(path)


def refusal(path: Path, rows: list[str]) -> str:
    with pytest.raises(ReplayError) as caught:
        read(path, "\n".join(rows))
    return str(caught.value)


@pytest.fixture
def text(text_file) -> str:
    return text_file.read_text()


@pytest.fixture
def rows(text) -> list[str]:
    return text.split("\n")


def test_a_text_has_48_lines_and_no_newline_at_its_end(rows, text):
    assert len(rows) == 48
    assert rows[0] == "OSLAPlayer RandomPlayer OSLAPlayer RandomPlayer "
    assert len(rows[2].split(" ")) == 29
    assert not text.endswith("\n")


def test_the_points_on_the_last_line_are_the_records(play):
    record = play("osla", "random")[0]
    assert text48.write(record).split("\n")[-1] == "".join(f"{s:g} " for s in record.scores)


def test_a_text_comes_back_byte_for_byte(play, tmp_path):
    for record in play("osla", "random", games=20):
        text = text48.write(record)
        back = read(tmp_path / "game.txt", text)
        verify(back)
        assert text48.write(back) == text


def test_the_content_of_a_text_is_in_its_record(play, tmp_path):
    for record in play("osla", "greedy", games=4):
        back = read(tmp_path / "game.txt", text48.write(record))
        assert back.deal == record.deal
        assert [(m.seat, m.play) for m in back.moves] == [(m.seat, m.play) for m in record.moves]
        assert [back.name(seat) for seat in range(4)] == [record.name(seat) for seat in range(4)]
        assert (back.scores, back.ranks) == (record.scores, record.ranks)


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.replace(b"\n", b"\r\n"),
        lambda data: data + b"\n",
        lambda data: data.replace(b"\n", b"\r\n") + b"\r\n",
        lambda data: b"\xef\xbb\xbf" + data,
        lambda data: b"\n".join(row.rstrip() for row in data.split(b"\n")),
    ],
    ids=["windows", "a last newline", "windows and a last newline", "BOM", "no spaces at the ends"],
)
def test_a_text_that_went_through_an_editor_is_the_same_game(text_file, change):
    before = text48.read(text_file)
    assert read(text_file, change(text_file.read_bytes())) == before


NAMES = {
    "one word each": ("A B A B ", ["A", "B", "A", "B"]),
    "four bots": ("A B C D ", ["A", "B", "C", "D"]),
    "one bot": ("A A A A ", ["A", "A", "A", "A"]),
    "a space in both": ("As de Copas As de Copas ", None),
    "a name of two words": ("A B C A B C ", None),
    "accents": ("Peña Ñu Peña Ñu ", ["Peña", "Ñu", "Peña", "Ñu"]),
    "nothing in common": ("A B C D E ", None),
    "no names": ("    ", None),
}


@pytest.mark.parametrize("line, names", NAMES.values(), ids=NAMES)
def test_a_line_of_names_is_read_if_possible_and_otherwise_stored(text_file, rows, line, names):
    text = "\n".join([line, *rows[1:]])
    record = read(text_file, text)
    verify(record)
    if names:
        assert [record.name(seat) for seat in range(4)] == names
    assert text48.write(record) == text


def test_names_of_an_old_windows_are_read(text_file, rows):
    data = "\n".join(["Peña Otro Peña Otro ", *rows[1:]]).encode("latin-1")
    assert read(text_file, data).name(0) == "Peña"


def other_card(card: str) -> str:
    return "E2" if card == "E1" else "E1"


def swap(row: str, i: int, word: str) -> str:
    words = row.split(" ")
    words[i] = word
    return " ".join(words)


WRONG = {  # the mistake -> the line, its change, and a word of the error
    "a reward": (12, lambda row: swap(row, 2, "99"), "must be"),
    "a reward that is no number": (12, lambda row: swap(row, 2, "many"), "must be"),
    "a reward is missing": (12, lambda row: " ".join(row.split()[:2]), "seat card reward"),
    "a word too many": (12, lambda row: row + " x", "seat card reward"),
    "a seat": (9, lambda row: swap(row, 0, str((int(row[0]) + 1) % 4)), "turn"),
    "a seat that is none": (9, lambda row: swap(row, 0, "7"), "not a seat"),
    "a card that is none": (20, lambda row: swap(row, 1, "O8"), "O8"),
    "a card not in the hand": (8, lambda row: swap(row, 1, other_card(row.split()[1])), "hand"),
    "an empty line": (30, lambda row: "", "seat card reward"),
    "points": (48, lambda row: "30 30 30 30 ", "points"),
    "points of three": (48, lambda row: "60 30 30 ", "points"),
    "points that are no numbers": (48, lambda row: "a b c d ", "points"),
    "points that are not numbers": (48, lambda row: "nan nan nan nan ", "points"),
    "who starts": (2, lambda row: "4", "not a seat"),
    "nobody starts": (2, lambda row: "", "not a seat"),
    "a short deck": (3, lambda row: " ".join(row.split()[:27]), "cards"),
    "a strange card": (3, lambda row: swap(row, 4, "K1"), "K1"),
    "a full hand": (5, lambda row: row + "O1 ", "cards"),
    "a strange card in a hand": (6, lambda row: swap(row, 0, "O0"), "O0"),
}


@pytest.mark.parametrize("number, change, word", WRONG.values(), ids=WRONG)
def test_a_wrong_line_is_named(text_file, rows, number, change, word):
    rows[number - 1] = change(rows[number - 1])
    sentence = refusal(text_file, rows)
    assert sentence.startswith(f"{text_file}, line {number}: ")
    assert word in sentence


def test_a_card_that_is_dealt_twice_is_named_with_both_lines(text_file, rows):
    card = rows[2].split()[0]
    rows[5] = swap(rows[5], 1, card)
    sentence = refusal(text_file, rows)
    assert sentence.startswith(f"{text_file}, line 6: {card} is here, but it is on line 3 too")


def test_a_reward_is_checked_in_every_line(text_file, rows):
    for number in range(8, 48):
        broken = list(rows)
        broken[number - 1] += "1"
        assert refusal(text_file, broken).startswith(f"{text_file}, line {number}: the reward")


@pytest.mark.parametrize("count", [1, 7, 47, 49, 60])
def test_a_file_of_another_length_says_how_long_it_is(text_file, rows, count):
    sentence = refusal(text_file, (rows * 2)[:count])
    assert f"this file has {count}" in sentence


def test_a_binary_file_is_refused_as_a_replay(text_file):
    with pytest.raises(ReplayError, match="it is not text"):
        read(text_file, b"\x00\x01\x02" * 400)


@pytest.mark.parametrize("data", [bytes(range(1, 256)) * 8, b"\xff\xfe" * 100])
def test_bytes_that_are_not_text_are_refused(text_file, data):
    with pytest.raises(ReplayError):
        read(text_file, data)


def test_only_brisca_has_this_text(play):
    record = play("osla", "random")[0]
    record.game = "tarot"
    with pytest.raises(ReplayError, match="Brisca only"):
        text48.write(record)
