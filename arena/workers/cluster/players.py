"""The processes of a machine that play, and the blocks that they get.

Each thread of the machine's dask worker has a process for a job, and waits for it. So a game has
its process for itself, as on one machine, and a bot that ends its process does not end the worker.
"""

import atexit
import pickle
import shutil
import socket
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from arena.common.errors import ArenaError, Unavailable
from arena.sandbox.host.cleanup import prefix, sweep
from arena.workers.cores import Cores
from arena.workers.failures import as_arena_error, kind_of
from arena.workers.portable import Portable

IDLE = 60.0  # seconds after which the processes and files of an unused job are removed
RECENT = 64  # outcomes that a machine keeps, in case it loses its scheduler

Fetch = Callable[[list[str]], list[bytes | None]]  # gets files from the scheduler, by name


class Parcel(Struct, frozen=True, array_like=True):
    """A block as it travels to a machine."""

    key: str
    client: str  # the coordinator
    job: str  # the name of the job in the scheduler's store
    items: bytes  # pickled
    files: list[str]  # the names of the files that the items need


class BlockOutcome(Struct, frozen=True, array_like=True):
    """The results of a block, and the error that ended it early, if any.

    If results are missing without an error, the machine was leaving. The block is done again.
    """

    key: str
    address: str  # of the machine
    host: str
    results: list[msgspec.Raw]
    error: tuple[str, str] | None = None  # the kind of the exception, and its text
    is_unfit: bool = False  # could this machine not play, through no fault of the block?


class _Over(Exception):
    """The job is closed on this machine, or its arena has ended."""


@dataclass(frozen=True)
class WithRawResults:
    """A job whose results stay encoded: the machine passes them on."""

    job: Portable[Any, Any]

    result_type = msgspec.Raw
    ahead = 1

    def open(self) -> AbstractContextManager[Callable[[Any], Any]]:
        return self.job.open()

    def describe(self, item: Any) -> str:
        return self.job.describe(item)


@dataclass
class _OpenJob:
    """A job on this machine: its files, and a process for each thread."""

    job: WithRawResults
    folder: Path
    files: set[str] = field(default_factory=set)
    engines: dict[int, Cores[Any, msgspec.Raw]] = field(default_factory=dict)
    busy: int = 0
    used: float = field(default_factory=time.monotonic)

    def close(self) -> None:
        for engine in list(self.engines.values()):
            engine.break_off()
        if self.engines:
            sweep()  # the folders of the boxes
        shutil.rmtree(self.folder, ignore_errors=True)


class Players:
    """The jobs that are open on this machine."""

    def __init__(self) -> None:
        self.host = socket.gethostname()
        self.address = ""  # that dask knows; a new one after each connection
        self.recent: deque[tuple[str, bytes]] = deque(maxlen=RECENT)  # jobs, outcomes of blocks
        self._jobs: dict[str, _OpenJob] = {}
        self._closed: deque[str] = deque(maxlen=RECENT)  # jobs that are over
        self._lock = threading.Lock()
        self._sweeper: threading.Thread | None = None

    def play(self, parcel: Parcel, fetch: Fetch) -> BlockOutcome:
        """Do the block. A machine that cannot play says so in the outcome."""
        results: list[msgspec.Raw] = []
        try:
            opened = self._open(parcel, fetch)
        except OSError as error:
            reason = f"it cannot store the bots: {error.strerror or error}"
            return self._outcome(parcel, results, Unavailable(reason), is_unfit=True)
        except _Over:
            return self._outcome(parcel, results)
        try:
            with self._lock:
                engine = self._engine(parcel, opened)
            for some in engine.results([pickle.loads(parcel.items)]):  # noqa: S301  # from the arena
                results += some
        except _Over:
            return self._outcome(parcel, results)
        except Unavailable as error:
            return self._outcome(parcel, results, error, is_unfit=True)
        except ArenaError as error:
            return self._outcome(parcel, results, error)
        except OSError as error:
            return self._outcome(parcel, results, Unavailable(str(error)), is_unfit=True)
        except Exception as error:
            return self._outcome(parcel, results, as_arena_error(opened.job, None, error))
        finally:
            with self._lock:
                opened.busy -= 1
                opened.used = time.monotonic()
        return self._outcome(parcel, results)

    def close_job(self, job: str) -> None:
        """End the processes of the job, also those that are playing, and remove its files."""
        with self._lock:
            self._closed.append(job)
            opened = self._jobs.pop(job, None)
        if opened is not None:
            opened.close()

    def close(self) -> None:
        for job in list(self._jobs):
            self.close_job(job)

    def _outcome(
        self,
        parcel: Parcel,
        results: list[msgspec.Raw],
        error: ArenaError | None = None,
        is_unfit: bool = False,
    ) -> BlockOutcome:
        raised = None if error is None else (kind_of(error), str(error))
        return BlockOutcome(parcel.key, self.address, self.host, results, raised, is_unfit)

    def _open(self, parcel: Parcel, fetch: Fetch) -> _OpenJob:
        """The job of the block, with the files that the block needs."""
        with self._lock:
            if parcel.job in self._closed:
                raise _Over
            opened = self._jobs.get(parcel.job)
            if opened is None:
                packed: Portable[Any, Any] = pickle.loads(_one(fetch, parcel.job))  # noqa: S301
                folder = Path(tempfile.mkdtemp(prefix=prefix()))
                opened = _OpenJob(WithRawResults(packed.unpack(folder, self.host)), folder)
                self._jobs[parcel.job] = opened
            missing = [name for name in parcel.files if name not in opened.files]
            for name in missing:
                write_whole(opened.folder / name, _one(fetch, name))
                opened.files.add(name)
            opened.busy += 1
            if self._sweeper is None:
                self._sweeper = threading.Thread(target=self._sweep, daemon=True)
                self._sweeper.start()
                atexit.register(self.close)
            return opened

    def _engine(self, parcel: Parcel, opened: _OpenJob) -> Cores[Any, msgspec.Raw]:
        if parcel.job not in self._jobs:
            raise _Over
        thread = threading.get_ident()
        if thread not in opened.engines:
            opened.engines[thread] = Cores(opened.job, 1)
        return opened.engines[thread]

    def _sweep(self) -> None:
        """Close the jobs that got no block for a while: their coordinator may have been killed."""
        while True:
            time.sleep(IDLE / 4)
            now = time.monotonic()
            with self._lock:
                unused = [
                    name
                    for name, opened in self._jobs.items()
                    if not opened.busy and now - opened.used > IDLE
                ]
                closed = [self._jobs.pop(name) for name in unused]  # they may be opened again
            for opened in closed:
                opened.close()


def _one(fetch: Fetch, name: str) -> bytes:
    data = fetch([name])[0]
    if data is None:
        raise _Over
    return data


def write_whole(path: Path, data: bytes) -> None:
    """Write the file, or none: a full disk leaves no half of it."""
    try:
        path.write_bytes(data)
    except OSError:
        path.unlink(missing_ok=True)
        raise
