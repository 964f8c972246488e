"""Opens the cluster that `--on` names: `local:4`, the address of a scheduler, or a queue."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from arena.common.errors import ArenaError
from arena.workers.cluster.addresses import full_address, own_address
from arena.workers.cluster.local import OwnScheduler
from arena.workers.queues.terms import read_terms
from arena.workers.starting import MOST_WORKERS

if TYPE_CHECKING:
    from arena.workers.cluster.fleet import Fleet

LOCAL = "local"
QUEUES = ("slurm", "pbs", "sge", "lsf")


@contextmanager
def open_fleet(on: str, keys: Path | None) -> Iterator["Fleet"]:
    """The machines that `--on` names, until the end of the block."""
    kind, _, rest = on.partition(":")
    if kind == LOCAL:
        with OwnScheduler(_number(rest, on)) as cluster:
            from arena.workers.cluster.fleet import Fleet  # meanwhile the cluster starts

            with Fleet(cluster.address(), is_here=True) as fleet:
                yield fleet
    elif kind in QUEUES:
        if keys is not None:
            raise ArenaError(f"--keys is not for a queue: {rest} names the keys")
        with _from_queue(kind, Path(rest)) as fleet:
            yield fleet
    else:
        from arena.workers.cluster.fleet import Fleet
        from arena.workers.cluster.keys import security_for

        address = full_address(on, encrypted=keys is not None)
        with Fleet(address, security_for(address, keys)) as fleet:
            yield fleet


@contextmanager
def _from_queue(kind: str, file: Path) -> Iterator["Fleet"]:
    """A scheduler here, and machines that a queue starts when there is work."""
    from arena.workers.cluster.fleet import Fleet
    from arena.workers.cluster.keys import read_keys
    from arena.workers.queues.jobs import Jobs, queue_options  # after fleet, which sets dask

    terms = read_terms(file, queue_options(kind))
    security = read_keys(terms.keys)
    host = terms.host or own_address()
    with OwnScheduler(0, host, terms.port, terms.keys) as scheduler:
        address = scheduler.address()
        with Jobs(kind, terms, address) as jobs, Fleet(address, security, jobs=jobs) as fleet:
            yield fleet


def _number(text: str, on: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= MOST_WORKERS:
        raise ArenaError(f"--on {on} is not possible: give local:1 to local:{MOST_WORKERS}")
    return int(text)
