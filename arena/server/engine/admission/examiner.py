"""Examines bots in a process of its own, and passes on each step when it is done."""

from collections.abc import Callable, Iterator
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Protocol, Self, TypeVar

from arena.bots.bot import Bot
from arena.common.errors import ArenaError
from arena.sandbox.host.cleanup import sweep
from arena.workers.starting import settle_in, without_ctrl_c

LOOK = 0.5  # seconds after which the caller is asked whether the examination shall go on


T = TypeVar("T", covariant=True)


class InSteps(Protocol[T]):
    """Work with a bot whose results come one by one. It is neither None nor a text."""

    def steps(self, bot: Bot) -> Iterator[T]: ...


class ExaminerDied(ArenaError):
    """The process of the examination has ended."""


class BrokenOff(ArenaError):
    """The caller has ended the examination before its end."""


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
        self, examination: InSteps[T], bot: Bot, goes_on: Callable[[], bool]
    ) -> Iterator[T]:
        """The steps, one by one. `goes_on` is called again and again; False breaks it off."""
        pipe, is_whole = self._begin(), False
        try:
            pipe.send((examination, bot))
            while True:
                while not pipe.poll(LOOK):
                    if not goes_on():
                        raise BrokenOff("The examination was broken off")
                message = pipe.recv()
                if message is None or isinstance(message, str):
                    is_whole = True
                    if message is not None:
                        raise ArenaError(message)
                    return
                yield message
        except (EOFError, OSError):
            raise ExaminerDied("The process that examined the bot has ended") from None
        finally:
            if not is_whole:  # otherwise the next bot would get the steps of this one
                self._end()

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
    """The examiner's process: sends the steps of each bot, and then None or an error."""
    settle_in()
    while True:
        try:
            examination, bot = pipe.recv()
        except EOFError:
            return
        try:
            for step in examination.steps(bot):
                pipe.send(step)
            pipe.send(None)
        except ArenaError as error:
            pipe.send(str(error))
