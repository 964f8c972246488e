"""A job for tests of engines: it squares numbers, and an item can ask it to fail."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from arena.common.errors import ArenaError, StrictFault
from arena.workers.portable import Portable
from Game.core import Refusal


class Odd(Refusal):
    """A refusal of the rules."""


class Sum(NamedTuple):
    """An item. `trouble` says what happens in place of the sum."""

    number: int
    trouble: str = ""


@dataclass(frozen=True)
class Squares(Portable[Sum, tuple[int, int]]):
    """Squares numbers. In `folder` each item leaves a line for every time that it was begun."""

    folder: Path
    ahead: int = 2

    result_type = tuple[int, int]

    @contextmanager
    def open(self) -> Iterator[Callable[[Sum], tuple[int, int]]]:
        if (self.folder / "closed").exists():
            raise ArenaError("The school is closed: come back tomorrow.")
        yield self._square

    def _square(self, item: Sum) -> tuple[int, int]:
        with (self.folder / str(item.number)).open("a") as file:
            file.write(f"{os.getpid()}\n")
        match item.trouble:
            case "refuses":
                raise ArenaError("The number is too large: take a smaller one.")
            case "breaks the rules":
                raise Odd("The number is odd: take an even one.")
            case "strict":
                raise StrictFault("The first fault.")
            case "breaks":
                raise ZeroDivisionError("by nothing")
            case "dies":
                os.kill(os.getpid(), signal.SIGKILL)
            case "dies once" if self.begun(item.number) == 1:
                os.kill(os.getpid(), signal.SIGKILL)
            case "kills the machine":
                os.kill(os.getppid(), signal.SIGKILL)
                signal.pause()
            case "waits" | "waits longer":
                gate = item.trouble.replace("waits", "gate")
                fifo = os.open(self.folder / gate, os.O_RDONLY)  # until the test opens the gate
                os.close(fifo)
        return item.number, item.number**2

    def describe(self, item: Sum) -> str:
        return f"number {item.number}"

    def begun(self, number: int) -> int:
        """How many times the item was begun."""
        file = self.folder / str(number)
        return len(file.read_text().splitlines()) if file.exists() else 0

    def machine_of(self, number: int) -> int:
        """The process of the machine that began the item last, while the item is under way."""
        stat = Path(f"/proc/{self.worker_of(number)}/stat").read_text()
        return int(stat.rpartition(")")[2].split()[1])

    def worker_of(self, number: int) -> str:
        """The process that began the item last."""
        return (self.folder / str(number)).read_text().splitlines()[-1]
