"""The file of an experiment's blocks: first a line with the settings, then a line for each block.

Each line is written at once and synchronised, so a crash can damage only the last one. A damaged
line is removed, and its block is played again.
"""

import os
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Self

import msgspec

from arena.common.errors import ArenaError
from arena.common.version import __version__
from arena.experiments.experiment import Experiment, Json, Setting
from arena.guest.protocol.safe_text import plain
from arena.replay.files import make_folder, unwritable
from arena.store.lock import hold

FILE = "blocks.jsonl"
LOCK = "lock"
WORDS = {
    "games": "games",
    "seed": "the seed",
    "games_a_block": "games in a block",
    "version": "version",
}


class Blocks:
    """The blocks that are done. No other process can add blocks until this is closed."""

    def __init__(self, folder: Path, experiment: Experiment, setting: Setting) -> None:
        make_folder(folder)
        self.path = folder / FILE
        self.done: dict[int, Json] = {}
        self._head = {
            "experiment": experiment.name,
            "games": setting.games,
            "seed": setting.seed,
            "parameters": dict(setting.parameters),
            "games_a_block": experiment.block,
            "version": __version__,
        }
        with ExitStack() as opening:
            opening.enter_context(hold(folder / LOCK))
            try:
                self._file: IO[bytes] = opening.enter_context(self.path.open("a+b"))
            except OSError as error:
                raise unwritable(self.path, error) from None
            self._read()
            self._leaving = opening.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._leaving.close()

    def add(self, number: int, result: Json) -> None:
        """Save the result of a block."""
        self._write({"block": number, "result": result})
        self.done[number] = result

    def _write(self, line: Json) -> None:
        try:
            self._file.write(msgspec.json.encode(line) + b"\n")
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise unwritable(self.path, error) from None

    def _read(self) -> None:
        self._file.seek(0)
        size = 0
        for number, line in enumerate(self._file, start=1):
            if not line.endswith(b"\n"):
                break  # damaged by a crash
            try:
                data = msgspec.json.decode(line)
                if number == 1:
                    self._compare(data)
                else:
                    self.done[int(data["block"])] = data["result"]
            except (msgspec.DecodeError, KeyError, TypeError, ValueError, AttributeError):
                raise ArenaError(
                    f"{self.path}, line {number}: this line is not a block of an experiment. Move "
                    f"the file away, or choose another folder with --out."
                ) from None
            size += len(line)
        self._file.truncate(size)
        if not size:
            self._write(self._head)

    def _compare(self, before: dict[str, Json]) -> None:
        """Refuse a run with other settings than those in the file."""
        for key, now in self._head.items():
            if (then := before[key]) == now:
                continue
            if key == "experiment":
                how = f"{plain(str(then)):.60}, not {now}"
            elif key == "parameters":
                how = _first_difference(then, now)
            else:
                how = f"with {WORDS[key]} {plain(str(then)):.60}, not {plain(str(now)):.60}"
            raise ArenaError(
                f"{self.path.parent} has an experiment that was begun {how}. To continue it, give "
                f"the same settings. Or choose another folder with --out, or remove this one."
            )


def _first_difference(then: Json, now: Json) -> str:
    """The first parameter that has changed, with both values."""
    for key in sorted({*then, *now}):
        if then.get(key) != now.get(key):
            return f"with {plain(key)} {_short(then.get(key))}, not {_short(now.get(key))}"
    raise AssertionError("they differ")


def _short(value: Json) -> str:
    return plain(value if isinstance(value, str) else str(msgspec.json.encode(value), "utf-8"))[:80]
