"""Plays games on several cores and keeps each as soon as it is over.

Every worker is a process with a core and a file of its own: it writes the record, then says so.
What is written is kept, whatever becomes of the worker or of the arena; only games that are under
way can be lost. A worker that dies is replaced, and its games are given out again.
"""

from collections import Counter, deque
from collections.abc import Generator, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Self

import msgspec
from msgspec import Struct

from arena.common.errors import ArenaError
from arena.match.run import Run
from arena.replay.record import FaultEntry, Record, RecordPlace
from arena.replay.result import Result, result
from arena.sandbox.host.cleanup import sweep
from arena.schedule.fixtures import Fixture
from arena.store import files
from arena.workers.here import Room
from arena.workers.starting import settle_in, without_ctrl_c

BLOCK = 8  # games that a worker is given at a time, of one match: its bots stay at the table
AHEAD = 2  # blocks that a worker has, so that it never waits for us
DEATHS = 3  # of workers at one game, before it is given up
PATIENCE = 0.5  # seconds until whoever listens to us may look at the clock
STOP: list["MatchTask"] = []  # a block without games tells a worker that there will be no more


class MatchTask(Struct, frozen=True, array_like=True):
    """One game to be played."""

    match: str  # what it is called; others may be called the same
    fixture: Fixture


class Began(Struct, frozen=True, array_like=True, tag=True):
    """A worker is there, and this is its file."""

    file: str


class Done(Struct, frozen=True, array_like=True, tag=True):
    """A game that was played and whose record is in the file."""

    id: str
    match: str
    file: str
    start: int
    length: int
    result: Result
    faults: list[tuple[str, FaultEntry]]  # with who made them


class TaskFailed(Struct, frozen=True, array_like=True, tag=True):
    """Why a worker cannot go on."""

    sentence: str


_encoder = msgspec.msgpack.Encoder()
_said = msgspec.msgpack.Decoder(Began | Done | TaskFailed)
_blocks = msgspec.msgpack.Decoder(list[MatchTask])


@dataclass
class _Worker:
    process: BaseProcess
    pipe: Connection
    given: deque[deque[MatchTask]] = field(
        default_factory=deque
    )  # blocks, the first is being played
    file: str = ""
    end: int = 0  # of what we know of its file
    told: bool = False  # that it is to stop

    def next_done(self) -> MatchTask:
        """The task whose game is over: they are played in their order."""
        task = self.given[0].popleft()
        if not self.given[0]:
            self.given.popleft()
        return task


class Crew:
    """The workers of a run. They stay at their places from one round of matches to the next."""

    def __init__(self, run: Run, phase: str, folder: Path, workers: int) -> None:
        self._run = run
        self._phase = phase
        self._folder = folder
        self._context = get_context("spawn")
        self._stopping = False
        self._workers: list[_Worker | None] = [None] * workers
        self._deaths: Counter[MatchTask] = Counter()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Whoever still plays is broken off."""
        workers = [worker for worker in self._workers if worker is not None]
        for worker in workers:
            worker.process.kill()
        for worker in workers:
            worker.process.join()
            worker.pipe.close()
        if workers:
            sweep()  # nobody closes what a worker has opened

    def stop(self) -> None:
        """No new games; `play` ends when those under way are over."""
        self._stopping = True

    def play(self, tasks: Iterable[MatchTask]) -> Generator[list[Done]]:
        """What has been played, as it comes in; now and then nothing."""
        waiting = deque(_blocks_of(tasks))
        while waiting or any(worker and worker.given for worker in self._workers):
            if self._stopping:
                self._call_off()
            else:
                self._give_out(waiting)
            pipes = {worker.pipe: number for number, worker in enumerate(self._workers) if worker}
            if not pipes:  # they have stopped
                return
            ready = wait(list(pipes), timeout=PATIENCE)
            yield [done for pipe in ready for done in self._hear(pipes[pipe], waiting)]  # type: ignore[index]

    def _give_out(self, waiting: deque[deque[MatchTask]]) -> None:
        for number, worker in enumerate(self._workers):
            if not waiting:
                return
            if worker is None:
                worker = self._workers[number] = self._hire()
            while waiting and len(worker.given) < AHEAD:
                worker.given.append(waiting.popleft())
                with suppress(OSError):  # it has died, as we shall hear
                    worker.pipe.send_bytes(_encoder.encode(list(worker.given[-1])))

    def _call_off(self) -> None:
        # By the pipes: a lock that workers share would stay locked by one that is killed.
        for worker in self._workers:
            if worker is not None and not worker.told:
                worker.told = True
                with suppress(OSError):
                    worker.pipe.send_bytes(_encoder.encode(STOP))

    def _hire(self) -> _Worker:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(
            target=_work,
            args=(self._run, self._phase, self._folder, theirs),
            daemon=True,
        )
        with without_ctrl_c():
            process.start()
        theirs.close()
        return _Worker(process, ours)

    def _hear(self, number: int, waiting: deque[deque[MatchTask]]) -> list[Done]:
        """What a worker has said meanwhile."""
        worker = self._workers[number]
        assert worker is not None
        heard = []
        try:
            while worker.pipe.poll():
                said = _said.decode(worker.pipe.recv_bytes())
                if isinstance(said, TaskFailed):
                    if self._stopping:  # it had not even begun: nobody waits for it any more
                        continue
                    raise ArenaError(said.sentence)
                if isinstance(said, Began):
                    worker.file = said.file
                else:
                    heard.append(said)
                    worker.next_done()
                    worker.end = said.start + said.length
        except (EOFError, OSError):
            heard += self._bury(number, waiting)
        return heard

    def _bury(self, number: int, waiting: deque[deque[MatchTask]]) -> list[Done]:
        """A worker is gone: its games are for another, unless they are what it dies of."""
        worker = self._workers[number]
        assert worker is not None
        self._workers[number] = None
        worker.pipe.close()
        worker.process.join()
        heard = list(_unsaid(self._folder / worker.file, worker.end)) if worker.file else []
        for _ in heard:
            worker.next_done()
        if self._stopping or not worker.given:
            return heard
        waiting.extendleft(reversed(worker.given))
        task = worker.given[0][0]
        self._deaths[task] += 1
        if self._deaths[task] == DEATHS:
            raise ArenaError(
                f"A worker process ended {DEATHS} times (the last time with exit code "
                f"{worker.process.exitcode}) while it played {task.match}, deal "
                f"{task.fixture.deal}: the machine is out of memory, or a bot that is not isolated "
                f"ended it. What is played is kept: look at `arena doctor`, then run again"
            )
        return heard


def _blocks_of(tasks: Iterable[MatchTask]) -> Iterator[deque[MatchTask]]:
    """Games of one match are played by one worker, a few at a time."""
    block: deque[MatchTask] = deque()
    for task in tasks:
        if block and (len(block) == BLOCK or _table(block[0]) != _table(task)):
            yield block
            block = deque()
        block.append(task)
    if block:
        yield block


def _table(task: MatchTask) -> tuple[str, frozenset[int]]:
    return task.match, frozenset(task.fixture.sides)


def _unsaid(path: Path, end: int) -> Iterator[Done]:
    """The games that a worker has written but not told us of, when it died."""
    if path.exists():
        files.mend(path)
        for start, length, record in files.scan(path, end):
            yield _done(record, path.name, start, length)


def _done(record: Record, file: str, start: int, length: int) -> Done:
    place = record.fixture
    assert place is not None
    faults = [(record.name(fault.seat), fault) for fault in record.faults[:1]]
    return Done(record.id, place.match, file, start, length, result(record, place.deal), faults)


# In a worker's process


def _work(run: Run, phase: str, folder: Path, pipe: Connection) -> None:
    """Play what we are given, until we are to stop, or nobody is there any more."""
    settle_in()
    try:
        check_files(run)
        with Room(run) as room, files.Appender.new(folder) as file:
            pipe.send_bytes(_encoder.encode(Began(file.path.name)))
            for task in _given(pipe):
                record = room.play(task.fixture)
                record.fixture = RecordPlace(phase, task.match, task.fixture.deal)
                start, length = file.add(record)
                pipe.send_bytes(_encoder.encode(_done(record, file.path.name, start, length)))
    except ArenaError as error:
        with suppress(OSError):
            pipe.send_bytes(_encoder.encode(TaskFailed(str(error))))


def _given(pipe: Connection) -> Iterator[MatchTask]:
    """The games, one by one. That we are to stop is heard after each of them."""
    given: deque[MatchTask] = deque()
    with suppress(EOFError):
        while True:
            while not given or pipe.poll():
                block = _blocks.decode(pipe.recv_bytes())
                if block == STOP:
                    return
                given += block
            yield given.popleft()


def check_files(run: Run) -> None:
    """The bots' files are what they were when they were entered."""
    for bot, entry in zip(run.bots, run.entries, strict=True):
        if bot.sha256 != entry.sha256:
            raise ArenaError(f"{bot.path} has changed since the bot {entry.name} was entered")
