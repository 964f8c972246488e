"""Fixtures for the tests of the store: a store on each database, and records of games."""

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from arena.replay.files import to_line
from arena.replay.record import Record, RecordPlace
from arena.replay.result import result
from arena.store.index import StoredGame
from arena.store.store import Store


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request, tmp_path) -> str:
    """An empty database, on each of the two."""
    if request.param == "sqlite":
        return str(tmp_path / "Out" / "competition.db")
    return request.getfixturevalue("postgres").emptied()


@pytest.fixture
def open_store(where, tmp_path) -> Iterator[Callable[[], Store]]:
    """Opens the store at each call; all are closed at the end."""
    opened: list[Store] = []

    def open_it() -> Store:
        opened.append(Store.open(where, tmp_path / "Out" / "records"))
        return opened[-1]

    yield open_it
    for store in opened:
        store.close()


@pytest.fixture
def store(open_store) -> Store:
    return open_store()


@pytest.fixture
def game(play) -> Callable[..., Record]:
    """Makes the record of a game: a played one, with the requested number."""
    [sample] = play("osla", "random")

    def make(number: int, phase: str = "league", match: str = "") -> Record:
        return msgspec.structs.replace(
            sample,
            id=f"{number:016x}",
            moves=sample.moves[:3],  # enough of them
            scores=[float(number), *sample.scores[1:]],
            fixture=RecordPlace(phase, match, number),
        )

    return make


@pytest.fixture
def write(game) -> Callable[..., list[StoredGame]]:
    """Writes games to a file without entering them; returns their entries for the store."""

    def write_them(
        store: Store, *numbers: int, phase: str = "league", file: str = "001.jsonl"
    ) -> list[StoredGame]:
        written = []
        path = store.records / phase / file
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab") as lines:
            for number in numbers:
                record = game(number, phase, f"match {number}")
                start, length = lines.tell(), lines.write(to_line(record))
                played = result(record, number)
                written.append(
                    StoredGame(record.id, f"match {number}", file, start, length, played)
                )
        return written

    return write_them


@pytest.fixture
def league(store) -> Path:
    """The folder of the records of the phase `league`."""
    return store.records / "league"
