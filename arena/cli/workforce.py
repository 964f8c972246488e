"""The workers of a command: processes of this machine, or with `--on` the machines of a cluster."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import click
from click.core import ParameterSource

from arena.common.errors import ArenaError
from arena.common.extras import needs_extra
from arena.workers.engine import open_engine
from arena.workers.portable import OpenEngine

KEYS = click.option(
    "--keys", type=click.Path(path_type=Path), metavar="DIR",
    help="The folder with the keys of the cluster, from `arena cluster keys`.",
)  # fmt: skip


class Workforce(NamedTuple):
    workers: int
    open_engine: OpenEngine


def on_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command --on and --keys."""
    on = click.option(
        "--on", metavar="CLUSTER",
        help="Play on a cluster: local:4, the address of a scheduler, or slurm:cluster.toml "
        "(docs/cluster.md).",
    )  # fmt: skip
    return on(KEYS(command))


@contextmanager
def workforce(
    on: str | None, keys: Path | None, workers: int, here: OpenEngine = open_engine
) -> Iterator[Workforce]:
    """The workers that the options name, until the end of the block."""
    if on is None:
        if keys is not None:
            raise ArenaError("--keys belongs to a cluster: name it with --on")
        yield Workforce(workers, here)
        return
    context = click.get_current_context(silent=True)
    if context and context.get_parameter_source("workers") is ParameterSource.COMMANDLINE:
        raise ArenaError("--workers is for this machine, and --on for a cluster: take one of them")
    with needs_extra("cluster", "a cluster"):
        from arena.workers.cluster.opening import open_fleet
    with open_fleet(on, keys) as fleet:
        from arena.workers.cluster.engine import Cluster

        yield Workforce(fleet.cores, lambda job, workers: Cluster(job, fleet))
