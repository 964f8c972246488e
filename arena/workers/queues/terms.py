"""The file that `--on slurm:cluster.toml` names: which jobs the arena may ask for."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arena.common.errors import ArenaError
from arena.common.sizes import parse_size
from arena.common.toml.file import parse_toml, text_of
from arena.common.toml.keys import Key, impossible, table, text, whole
from arena.common.toml.mistakes import Mistakes, read_values
from Game.core.options import nearest

JOB = "ARENA_JOB"  # the variable in which a job finds its name

EXAMPLE = """\
keys = "keys"        # from `arena cluster keys`; jobs find the folder at the same path
jobs = 10            # at most so many jobs at the same time
cores = 8            # of a job
memory = "16 GB"     # of a job

[queue]              # for dask-jobqueue, for example:
walltime = "04:00:00"
"""


@dataclass(frozen=True)
class QueueTerms:
    """What the arena may ask for."""

    keys: Path
    jobs: int
    cores: int
    memory: int  # bytes
    host: str  # the address of this machine for the jobs; empty: the arena finds it
    port: int  # of the scheduler; 0: any
    idle: int  # seconds after which a job without a block ends
    queue: dict[str, Any]  # options of dask-jobqueue


def _memory(value: Any) -> int:
    if not isinstance(value, str):
        raise impossible(value, 'write a size in quotation marks, such as "16 GB"')
    return parse_size(value)


FIELDS: Mapping[str, Key] = {
    "keys": Key(text),
    "jobs": Key(whole(1, 1000)),
    "cores": Key(whole(1, 1024)),
    "memory": Key(_memory),
    "host": Key(text, ""),
    "port": Key(whole(0, 65535), 0),
    "idle": Key(whole(1, 86_400), 60),
    "queue": Key(table, {}),
}


def read_terms(path: Path, options: list[str]) -> QueueTerms:
    """The terms in this file. `options` are those that the table `[queue]` may have."""
    try:
        content = text_of(path)
    except FileNotFoundError:
        raise ArenaError(
            f"{path}: there is no such file. Make one, for example:\n\n{EXAMPLE}"
        ) from None
    data, lines = parse_toml(content, path)
    mistakes = Mistakes(path, lines)
    values = read_values(mistakes, data, FIELDS, ())
    for name in values.get("queue", {}):
        if name not in options:
            mistakes.add(
                ("queue", name),
                f"dask-jobqueue has no such option here. {nearest(name[:60], options)}",
            )
    if mistakes:
        raise ArenaError("\n".join(mistakes.sentences()))
    values["keys"] = (path.parent / values["keys"]).absolute()
    return QueueTerms(**values)
