"""Opens the cluster that `--on` names: `local:4`, or the address of a scheduler."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from arena.common.errors import ArenaError
from arena.workers.cluster.local import LocalCluster
from arena.workers.starting import MOST_WORKERS

if TYPE_CHECKING:
    from arena.workers.cluster.fleet import Fleet

LOCAL = "local"


@contextmanager
def open_fleet(on: str, keys: Path | None) -> Iterator["Fleet"]:
    """The machines that `--on` names, until the end of the block."""
    kind, _, rest = on.partition(":")
    if kind == LOCAL:
        with LocalCluster(_number(rest, on)) as cluster:
            from arena.workers.cluster.fleet import Fleet  # meanwhile the cluster starts

            with Fleet(cluster.address(), is_here=True) as fleet:
                yield fleet
        return
    from arena.workers.cluster.addresses import full_address
    from arena.workers.cluster.fleet import Fleet
    from arena.workers.cluster.keys import security_for

    address = full_address(on, encrypted=keys is not None)
    with Fleet(address, security_for(address, keys)) as fleet:
        yield fleet


def _number(text: str, on: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= MOST_WORKERS:
        raise ArenaError(f"--on {on} is not possible: give local:1 to local:{MOST_WORKERS}")
    return int(text)
