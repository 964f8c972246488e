"""The jobs of the arena in the queue: it asks for more while there is work, and ends idle ones.

dask-jobqueue writes the script of a job and submits it. Import `arena.workers.cluster.settings`
before this module.
"""

import asyncio
import logging
import secrets
import shlex
import sys
import time
from collections.abc import Callable, Collection
from inspect import signature
from itertools import count
from math import ceil
from typing import Any, Self

from dask_jobqueue import LSFCluster, PBSCluster, SGECluster, SLURMCluster

from arena.common.errors import ArenaError
from arena.workers.queues.terms import JOB, QueueTerms

GIVE_UP = 60  # seconds without a scheduler, after which a job ends by itself

CLASSES: dict[str, Any] = {
    "slurm": SLURMCluster.job_cls,
    "pbs": PBSCluster.job_cls,
    "sge": SGECluster.job_cls,
    "lsf": LSFCluster.job_cls,
}
# Options of dask-jobqueue that the arena sets, or that belong to dask's own workers.
OURS = set(
    "self scheduler name cores memory processes nanny protocol security interface death_timeout "
    "local_directory worker_command worker_extra_args config_name base_class_kwargs "
    "extra job_extra env_extra header_skip".split()
)

log = logging.getLogger(__name__)


def queue_options(kind: str) -> list[str]:
    """The options of dask-jobqueue that the table `[queue]` may have."""
    names = {name for each in CLASSES[kind].__mro__[:2] for name in signature(each).parameters}
    return sorted(names - OURS)


class Jobs:
    """Asks a queue for machines. They are gone when the `with` block ends."""

    def __init__(
        self,
        kind: str,
        terms: QueueTerms,
        address: str,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`address` is the one of the scheduler."""
        self._kind = kind
        self._terms = terms
        self._address = address
        self._clock = clock
        self._run = secrets.token_hex(4)
        self._numbers = count(1)
        self._most = terms.jobs
        self._jobs: dict[str, Any] = {}  # by name
        self._idle: dict[str, float] = {}  # since when

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._end(list(self._jobs))

    def __len__(self) -> int:
        return len(self._jobs)

    @property
    def cores(self) -> int:
        """The cores of all jobs that may be there at the same time."""
        return self._most * self._terms.cores

    def adapt(self, blocks: int, busy: Collection[str]) -> None:
        """Have enough jobs for so many blocks. The jobs in `busy` play now, so they stay."""
        now = self._clock()
        wanted = min(self._most, ceil(blocks / self._terms.cores))
        if wanted > len(self._jobs):
            self._submit(wanted - len(self._jobs))
        idle = [name for name in self._jobs if name not in busy]
        self._idle = {name: self._idle.get(name, now) for name in idle}
        spare = max(0, len(self._jobs) - wanted)
        late = [name for name in idle if now - self._idle[name] >= self._terms.idle]
        self._end(late[:spare])

    def forget(self, name: str) -> None:
        """The machine of this job has left. If there is still work, another job is asked for."""
        self._end([name] if name in self._jobs else [])  # the job may still run somewhere

    def waits_for(self) -> str:
        """A sentence for the time in which no job has begun to play."""
        numbers = ", ".join(job.job_id for job in self._jobs.values())
        return (
            f"The arena waits for its jobs in the queue ({numbers}). If they have begun, their "
            f"output says why they do not play: log_directory in [queue] says where it is"
        )

    def _new_job(self, name: str) -> Any:
        terms = self._terms
        options = {"job_name": "card-arena", **terms.queue}
        try:
            job = CLASSES[self._kind](
                scheduler=self._address, name=name, cores=terms.cores, memory=f"{terms.memory} B",
                processes=1, **options,
            )  # fmt: skip
        except Exception as error:  # a value that dask-jobqueue cannot use
            raise ArenaError(f"[queue] in the file of --on cannot be used: {error}") from None
        python = options.get("python") or sys.executable
        work = ["-m", "arena", "cluster", "work", self._address, "--keys", str(terms.keys)]
        work += ["--workers", str(terms.cores), "--give-up", str(GIVE_UP)]
        # Our own command in place of a dask worker. `exec`: the queue's signals reach it.
        job._command_template = shlex.join(["exec", "env", f"{JOB}={name}", python, *work])
        return job

    def _submit(self, number: int) -> None:
        """Ask for so many more jobs. If the queue gives no more, be content with those."""
        for _ in range(number):
            name = f"{self._run}-{next(self._numbers)}"
            job = self._new_job(name)
            try:
                asyncio.run(job.start())
            except FileNotFoundError:
                raise ArenaError(
                    f"There is no command {job.submit_command} on this machine: start the arena "
                    f"where you submit jobs"
                ) from None
            except (OSError, RuntimeError, ValueError) as error:
                why = str(error).rpartition("stderr:\n")[2].strip() or str(error)
                if not self._jobs:
                    raise ArenaError(f"{job.submit_command} refused a job: {why}") from None
                self._most = len(self._jobs)
                log.warning(
                    "%s refused a job, so the arena uses %d: %s",
                    job.submit_command, self._most, why,
                )  # fmt: skip
                return
            self._jobs[name] = job

    def _end(self, names: Collection[str]) -> None:
        async def end() -> None:
            await asyncio.gather(*(self._jobs.pop(name).close() for name in names))

        if names:
            try:
                asyncio.run(end())
            except OSError as error:
                log.warning("Jobs could not be ended: %s. They end in %d s", error, GIVE_UP)
