"""Enters games that are in the files but not in the database, for example after a crash."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from arena.common.errors import ReplayError
from arena.store import clock, files
from arena.store.index import chunks, games_in
from arena.store.store import Store

CHUNK = 1000  # games that are entered at a time

ReadSoFar = Callable[[int, int], None]  # called with the bytes read so far and the total


class CaughtUp(NamedTuple):
    """The games that were found and entered."""

    games: int
    twice: list[str]  # games with two records: the first record counts
    mended: list[Path]  # files whose last line was torn


def catch_up(store: Store, progress: ReadSoFar = lambda done, total: None) -> CaughtUp:
    """Enter the games that are in the files and not in the database.

    Nobody may be writing to the files.
    """
    known = store.known_lengths()
    paths = _all_files(store.records)
    _check_all_there(store, known, paths)
    more = {p: n for p in paths if (n := _length(p) - known.get(_key_of(p), 0))}
    total, done = sum(more.values()), 0
    caught_up = CaughtUp(0, [], [])
    for path, length in more.items():
        start = known.get(_key_of(path), 0)
        if length < 0:
            raise ReplayError(
                f"{path} is shorter than before: it was cut or replaced. Put "
                f"the right one back, or run `arena rebuild`: it takes the games that are there."
            )
        if files.mend(path):
            caught_up.mended.append(path)
        at = _time_of(store, path)
        for games in chunks(games_in(path, start), CHUNK):
            entered = store.add_games(path.parent.name, games, at)
            caught_up.twice.extend(entered.twice)
            caught_up = caught_up._replace(games=caught_up.games + entered.new)
            progress(done + games[-1].start + games[-1].length - start, total)
        done += length
    return caught_up


def rebuild(store: Store, progress: ReadSoFar = lambda done, total: None) -> CaughtUp:
    """Forget all games and read them from the files again. If interrupted, `catch_up` continues."""
    store.forget_games()
    return catch_up(store, progress)


def _check_all_there(store: Store, known: dict[tuple[str, str], int], paths: list[Path]) -> None:
    for phase, name in sorted(set(known) - {_key_of(path) for path in paths}):
        raise ReplayError(
            f"{store.records / phase / name} is gone, and with it the records of games that "
            f"have been played. Put it back, or run `arena rebuild`: it takes the games that "
            f"are there, and the others will be played again."
        )


def _time_of(store: Store, path: Path) -> datetime:
    """When the new games of this file came to be: not before the games that are known.

    The file has the time of the machine, whose clock may have been set back.
    """
    now, was_set_back = clock.now(store)
    written = now if was_set_back else datetime.fromtimestamp(path.stat().st_mtime, UTC)
    known = store.last_game_at(path.parent.name)
    return written if known is None else max(written, known)


def _all_files(records: Path) -> list[Path]:
    return [file for folder in sorted(records.glob("*/")) for file in files.files_in(folder)]


def _length(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError as error:
        raise ReplayError(f"{path} cannot be read: {error.strerror or error}.") from None


def _key_of(path: Path) -> tuple[str, str]:
    """The phase and the name of a file of records."""
    return path.parent.name, path.name
