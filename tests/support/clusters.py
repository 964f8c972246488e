"""Clusters for tests. Each process of pytest shares one, because it takes seconds to start."""

from contextlib import ExitStack

from arena.workers.cluster.fleet import Fleet
from arena.workers.cluster.local import LocalCluster

_opened: list[Fleet] = []
_leaving = ExitStack()


def shared_fleet() -> Fleet:
    """A cluster of one machine with two cores. It starts when a test asks for it."""
    if not _opened:
        cluster = _leaving.enter_context(LocalCluster(2))
        _opened.append(_leaving.enter_context(Fleet(cluster.address(), is_here=True)))
    return _opened[0]


def end_shared_fleet() -> None:
    _opened.clear()
    _leaving.close()
