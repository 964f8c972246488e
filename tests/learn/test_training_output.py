"""What a run leaves in its folder: the page, and the events for TensorBoard."""

import struct
from pathlib import Path

import pytest
from msgspec.structs import replace

from arena.learn.training.curve import Point
from arena.learn.training.measuring import Share
from arena.learn.training.report import MOST, report_of, thinned, write_page
from arena.learn.training.run import Settings, Trainer, new_trainer
from arena.learn.training.tensorboard import NAME, EventFile, crc32c, record
from arena.pages.report.model import Lines

POINT = Point(300, {"osla": Share(0.5, 0.25, 0.75, -2.0)}, {"loss": 0.125}, 12.0, 2.0, 300)


@pytest.fixture
def trainer() -> Trainer:
    trainer = new_trainer(Settings(game="brisca", against=("osla",), games=2, chapter=300))
    trainer.curve += [POINT, replace(POINT, decisions=600, figures={"loss": 0.1})]
    return trainer


def test_a_checksum_is_castagnoli_s() -> None:
    assert crc32c(b"123456789") == 0xE3069283  # the check value of CRC-32C


def test_a_record_has_the_bytes_that_tensorboard_2_21_reads() -> None:
    assert record(b"arena").hex() == "0500000000000000eab2043e6172656e6175ed6b8e"


def records(data: bytes) -> list[bytes]:
    """The data of all records, if their checksums are right."""
    results = []
    while data:
        (length,) = struct.unpack("<Q", data[:8])
        results.append(data[12 : 12 + length])
        assert data[: 16 + length] == record(results[-1])
        data = data[16 + length :]
    return results


def fields(data: bytes) -> list[tuple[int, object]]:
    """The fields of a protocol buffer: a second reading of its rules, without groups."""
    results: list[tuple[int, object]] = []
    while data:
        key, data = varint(data)
        if key & 7 == 0:
            value, data = varint(data)
        elif key & 7 == 2:
            length, data = varint(data)
            value, data = data[:length], data[length:]
        else:
            size = {1: 8, 5: 4}[key & 7]
            (value,) = struct.unpack("<d" if size == 8 else "<f", data[:size])
            data = data[size:]
        results.append((key >> 3, value))
    return results


def varint(data: bytes) -> tuple[int, bytes]:
    size = next(place for place, byte in enumerate(data, 1) if byte < 128)
    return sum((byte & 127) << 7 * place for place, byte in enumerate(data[:size])), data[size:]


def test_events_have_the_numbers_of_the_curve(tmp_path: Path) -> None:
    EventFile(tmp_path, [POINT]).add(replace(POINT, decisions=600))
    version, first, second = [fields(data) for data in records((tmp_path / NAME).read_bytes())]
    assert version == [(1, 0.0), (3, b"brain.Event:2")]
    assert (first[:2], second[:2]) == ([(1, 12.0), (2, 300)], [(1, 12.0), (2, 600)])
    scalars = [[number for _, number in fields(value)] for _, value in fields(first[2][1])]
    assert scalars == [
        [b"share/osla", 0.5],
        [b"margin/osla", -2.0],
        [b"learning/loss", 0.125],
        [b"speed/decisions_per_second", 150.0],
    ]


def test_a_run_that_continues_writes_its_events_anew(tmp_path: Path) -> None:
    EventFile(tmp_path, []).add(POINT)
    EventFile(tmp_path, [])  # the checkpoint of the point was lost
    assert len(records((tmp_path / NAME).read_bytes())) == 1


def test_the_page_shows_the_curve_and_the_command(trainer, tmp_path: Path) -> None:
    report = report_of(trainer)
    assert report.answer[1] == (
        "Against osla, the network wins 50.0% of the games (95 % interval: 25.0% to 75.0%)."
    )
    plots = [part for section in report.sections for part in section.parts
             if isinstance(part, Lines)]  # fmt: skip
    assert plots[0].series[0].points == ((0.0003, 0.5), (0.0006, 0.5))
    assert plots[1].series[0].points == ((0.0003, 0.125), (0.0006, 0.1))
    text = write_page(trainer, tmp_path).read_text()
    assert "arena train brisca --against osla --chapter 300 --decisions 600" in text
    assert (tmp_path / "curve.csv").read_text().splitlines()[1] == "300,0.5,0.25,0.75,-2.0"


def test_a_long_curve_is_thinned_and_keeps_its_end() -> None:
    curve = [replace(POINT, decisions=number) for number in range(1000)]
    few = thinned(curve)
    assert len(few) <= MOST
    assert few[-1] is curve[-1]
    assert thinned(curve[:3]) == curve[:3]
