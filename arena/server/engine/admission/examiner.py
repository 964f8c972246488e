"""Examines bots in a process of its own, and passes on each step when it is done."""

from collections.abc import Callable, Iterator
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Self

from arena.bots.bot import Bot
from arena.common.errors import ArenaError
from arena.competition.config.folder import Competition
from arena.competition.entries.admitting import examination_of
from arena.match.findings import Step
from arena.sandbox.host.cleanup import sweep
from arena.workers.starting import settle_in, without_ctrl_c

LOOK = 1.0  # seconds after which the caller is told that the examination goes on


class ExaminerDied(ArenaError):
    """The process of the examination has ended."""


class Examiner:
    """Use it in a `with` block: its process ends with the block."""

    def __init__(self) -> None:
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def examine(
        self, competition: Competition, bot: Bot, level: str, alive: Callable[[], None]
    ) -> Iterator[Step]:
        """The steps, one by one. `alive` is called again and again meanwhile."""
        pipe = self._begin()
        try:
            pipe.send((examination_of(competition, level), bot))
            while True:
                while not pipe.poll(LOOK):
                    alive()
                kind, value = pipe.recv()
                if kind == "end":
                    return
                if kind == "error":
                    raise ArenaError(value)
                yield value
        except (EOFError, OSError):
            self._end()
            raise ExaminerDied("The process that examined the bot has ended") from None

    def _begin(self) -> Connection:
        if self._pipe is None or self._process is None or not self._process.is_alive():
            self._end()
            context = get_context("spawn")
            ours, theirs = context.Pipe()
            process = context.Process(target=_serve, args=(theirs,), daemon=True)
            with without_ctrl_c():
                process.start()
            theirs.close()
            self._process, self._pipe = process, ours
        return self._pipe

    def _end(self) -> None:
        if self._process is not None and self._pipe is not None:
            self._process.kill()
            self._process.join()
            self._pipe.close()
            sweep()  # a killed process cannot end its boxes
        self._process = self._pipe = None


def _serve(pipe: Connection) -> None:
    settle_in()
    while True:
        try:
            examination, bot = pipe.recv()
        except EOFError:
            return
        try:
            for step in examination.steps(bot):
                pipe.send(("step", step))
            pipe.send(("end", None))
        except ArenaError as error:
            pipe.send(("error", str(error)))
