"""`python -m bench.large GAMES [FOLDER]`: the time and memory of each command in a large season.

500 bots play a Swiss of 20 rounds. The games are made up (`season.py`), and go through the real
store: first a file of SQLite, then a PostgreSQL server that is started for this. Each command is a
process of its own. The table shows its time on the wall, its processor time and its largest memory.

To see what grows faster than the games, compare 50000, 500000 and 5000000. A game needs about
3.5 KB on the disk. In FOLDER the season stays; without it, all is deleted at the end.
"""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from bench.large.season import PHASE, make_season, write_season

PUBLISHED = 50_000  # the most games whose replays are written
MISSING = 8  # games that are left for `arena run`
TABLE = "{:34} {:>9} {:>9} {:>8}"


def main(words: Sequence[str]) -> None:
    if words[:1] == ["write"]:
        written = write_season(Path(words[1]), MISSING)
        games, seconds = written.games, written.entering
        print(f"{games:,} games entered, {games / seconds:,.0f} a second; "
              f"{written.line_bytes / 1e9:.2f} GB of records")  # fmt: skip
        return
    games = int(words[0])
    with TemporaryDirectory(prefix="arena-large-") as temporary:
        folder = Path(words[1]) if len(words) > 1 else Path(temporary, "season")
        measure(folder, games)


def measure(folder: Path, games: int) -> None:
    make_season(folder, games)
    print(TABLE.format(f"{games:,} games", "wall s", "cpu s", "MB"))
    here = str(folder)
    step("write and enter the season", "bench.large", "write", here)
    step("run --dry-run", "arena", "run", here, "--dry-run")
    step(f"run: play {MISSING} games", "arena", "run", here)
    step("run: nothing to play", "arena", "run", here)
    step("standings", "arena", "standings", here, "--json")
    step("audit", "arena", "audit", here)
    step("rebuild", "arena", "rebuild", here)
    if games <= PUBLISHED:
        step("publish", "arena", "publish", here, PHASE)
    with postgres() as url:
        step("move-database to PostgreSQL", "arena", "move-database", url, "--to", here)
        step("PostgreSQL: standings", "arena", "standings", here, "--json")
        step("PostgreSQL: run --dry-run", "arena", "run", here, "--dry-run")
        step("PostgreSQL: audit", "arena", "audit", here)
        step("PostgreSQL: rebuild", "arena", "rebuild", here)
        step("move-database to SQLite", "arena", "move-database", "sqlite", "--to", here)


def step(name: str, module: str, *words: str) -> None:
    """Run a command, and print its line of the table."""
    started = perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", module, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    assert process.stdout is not None
    output = process.stdout.read().decode()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    took = perf_counter() - started
    cpu = used.ru_utime + used.ru_stime
    line = TABLE.format(name, f"{took:.1f}", f"{cpu:.1f}", f"{used.ru_maxrss / 1e3:.0f}")
    last = output.strip().splitlines()[-1:] if module == "bench.large" else []
    print(line, *last, flush=True)
    if process.returncode:
        print(f"    failed with {process.returncode}: {output[-500:]}", flush=True)


@contextmanager
def postgres() -> Iterator[str]:
    """The address of an empty database on a server that waits for the disk."""
    from tests.support.postgres import running_server

    with running_server(durable=True) as server, server.database() as url:
        yield url


if __name__ == "__main__":
    main(sys.argv[1:])
