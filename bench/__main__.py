"""`python -m bench [PREFIX]`: measure the rows whose id begins so; see `bench/README.md`."""

import argparse
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

from bench.conditions import conditions
from bench.contest import Unmeasurable
from bench.report import merged, read, table, write
from bench.rows import Row, choose, fill_in
from Game.core.build import is_compiled

OUT = Path(__file__).parent.parent / "Out" / "bench.json"

INTERPRETED = (
    "The rules run interpreted, so our side is far slower than it should be: `make build` compiles"
    " them where there is a C compiler, and ARENA_INTERPRETED must not be set."
)


def main(arguments: Sequence[str] | None = None, out: Path = OUT) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m bench",
        description="Measure our rates beside those of peers, in the same run.",
    )
    parser.add_argument("prefix", nargs="*", help="rows to measure, by the beginning of their ids")
    given = ",".join(parser.parse_args(arguments).prefix)
    wanted = [word for word in given.split(",") if word]
    for word in wanted:
        if not choose([word]):
            known = ", ".join(row.id for row in choose([]))
            say(f"No row's id begins with {word!r}. There is: {known}.")
            return 2
    rows = choose(wanted)

    if not is_compiled() and any(row.compiled for row in rows):
        say(f"Warning: {INTERPRETED}")
    measured = [filled for row in rows if (filled := measure(row)) is not None]
    if measured:
        print(table(measured))
    try:
        write(out, merged(read(out), measured, [row.id for row in rows]))
    except OSError as error:
        say(f"The rows cannot be kept in {out}: {error.strerror}.")
        return 1
    say(f"Written to {out}")
    return 0 if len(measured) == len(rows) else 1


def measure(row: Row) -> dict[str, Any] | None:
    """A row filled in; None, and a word on why, when it cannot be."""
    started = perf_counter()
    print(f"{row.id} ... ", end="", file=sys.stderr, flush=True)
    try:
        filled = fill_in(row)
    except Unmeasurable as why:
        say(f"not measured. {why}")
        return None
    except Exception:  # a mistake in one row must not cost the others
        say(f"failed.\n{traceback.format_exc()}")
        return None
    filled["conditions"] = conditions(row.compiled)
    say(f"{filled['ratio']:.2f} ({perf_counter() - started:.0f} s)")
    return filled


def say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
