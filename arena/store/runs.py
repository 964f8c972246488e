"""The saved runs of `arena play`, `league` and `gym`: the folders Out/runs/r1, r2, and so on.

A folder has the records of the run, and its settings, with which it can be continued. Only one
process can make a folder of a name, so no two runs get the same name. A process holds the lock of
its run. So other processes can remove old runs, but not this one.
"""

import re
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from arena.common.errors import ArenaError
from arena.replay.files import make_folder, replace_file, unwritable, write_text
from arena.store.files import mend
from arena.store.lock import hold

RUNS = Path("Out/runs")
RECORDS = "games.jsonl"
SETTINGS = "run.json"
LOCK = "lock"
NAME = re.compile(r"r[1-9][0-9]{0,8}")

# When a run begins, older runs are removed, so that at most so many runs and bytes are left.
MOST_RUNS = 50
MOST_BYTES = 1_000_000_000


class SequentialSettings(Struct, frozen=True):
    """The sequential test of a run. Without `elo0` it asks which bot is better by `elo1`."""

    elo0: float | None
    elo1: float
    alpha: float
    beta: float


class RunSettings(Struct, frozen=True, kw_only=True):
    """The options of a command, which `arena` needs to continue its run."""

    command: str  # play, league or gym
    game: str
    options: dict[str, str]
    bots: list[str]  # their specs
    hashes: list[str]
    games: int  # of each match; with a test, at most
    seed: str
    budget: float
    clock: bool
    isolation: str
    trusted: bool
    packages: list[str]
    partner: str = ""  # the spec of a person's partner
    deals: list[dict[str, Any]] = []
    test: SequentialSettings | None = None


def saved_runs() -> list[Path]:
    """The folders of all runs, in the order in which they were begun."""
    with suppress(OSError):
        paths = [path for path in RUNS.iterdir() if NAME.fullmatch(path.name) and path.is_dir()]
        return sorted(paths, key=_number)
    return []


def find_run(name: str) -> Path:
    """The folder of the run with this name."""
    folder = RUNS / name
    if NAME.fullmatch(name) and folder.is_dir():
        return folder
    there = name_list([path.name for path in saved_runs()])
    if not there:
        raise ArenaError(
            f"There is no run {name} in {RUNS}, and no other run: `arena play` saves its games "
            f"there"
        )
    raise ArenaError(f"There is no run {name} in {RUNS}. The saved runs are: {there}")


def games_of(source: Path) -> Path:
    """The file of games that a user names: the path of a file, or the name of a run."""
    if NAME.fullmatch(str(source)) and not source.exists():
        return find_run(str(source)) / RECORDS
    return source


def name_list(names: Sequence[str]) -> str:
    """The names of runs, in which a range is joined: "r3, r5 to r9"."""
    groups: list[list[str]] = []
    for name in names:
        if groups and int(groups[-1][-1][1:]) + 1 == int(name[1:]):
            groups[-1].append(name)
        else:
            groups.append([name])
    return ", ".join(
        group[0] if len(group) == 1 else f"{group[0]} to {group[-1]}" for group in groups
    )


@contextmanager
def new_run_folder(settings: RunSettings) -> Iterator[Path]:
    """A new folder with these settings. It is locked during the block.

    If the folder has no games at the end of the block, it is removed.
    """
    make_folder(RUNS)
    runs = saved_runs()
    number = _number(runs[-1]) if runs else 0
    while True:
        number += 1
        folder = RUNS / f"r{number}"
        try:
            folder.mkdir()
            break
        except FileExistsError:
            continue  # another process was faster, or a file has this name
        except OSError as error:
            raise unwritable(folder, error) from None
    with hold(folder / LOCK):
        write_text(folder / SETTINGS, msgspec.json.encode(settings).decode())
        remove_old_runs()
        try:
            yield folder
        finally:
            if not _has_games(folder):
                shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def continued_run(name: str) -> Iterator[tuple[Path, RunSettings]]:
    """The folder of a run and its settings. The folder is locked during the block.

    If a crash has left half a record at the end, it is removed.
    """
    folder = find_run(name)
    with hold(folder / LOCK):
        try:
            content = (folder / SETTINGS).read_bytes()
            settings = msgspec.json.decode(content, type=RunSettings)
        except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
            raise ArenaError(
                f"{folder / SETTINGS} cannot be read, so {name} cannot be continued: {error}. "
                f"Its games can still be shown: arena watch {name}"
            ) from None
        if (folder / RECORDS).exists():
            mend(folder / RECORDS)
        yield folder, settings


def update_settings(folder: Path, settings: RunSettings) -> None:
    """Replace the settings of a run, whose lock this process holds."""
    replace_file(folder / SETTINGS, msgspec.json.encode(settings))


def remove_old_runs() -> None:
    """Remove the oldest runs, except those that somebody is playing."""
    size = 0
    for count, folder in enumerate(reversed(saved_runs()), start=1):
        size += _size(folder)
        if count > 1 and (count > MOST_RUNS or size > MOST_BYTES):
            with suppress(ArenaError, OSError), hold(folder / LOCK):
                shutil.rmtree(folder)


def _number(folder: Path) -> int:
    return int(folder.name[1:])


def _size(folder: Path) -> int:
    with suppress(OSError):
        return sum(path.stat().st_size for path in folder.iterdir())
    return 0


def _has_games(folder: Path) -> bool:
    with suppress(OSError):
        return (folder / RECORDS).stat().st_size > 0
    return False
