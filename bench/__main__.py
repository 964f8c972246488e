"""`python -m bench [PREFIX]`: measures rows whose ids begin with PREFIX. See `bench/README.md`."""

import argparse
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

from bench.conditions import conditions
from bench.contest import Unmeasurable
from bench.report import merge, read, table, write
from bench.rows import Row, choose, fill_in
from Game.core.build import is_compiled

OUT = Path(__file__).parent.parent / "Out" / "bench.json"

INTERPRETED = (
    "The rules run interpreted, so our side is far slower than it should be. Unset"
    " ARENA_INTERPRETED and run `make build`, which compiles the rules if there is a C compiler."
)


def main(arguments: Sequence[str] | None = None, out: Path = OUT) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m bench",
        description="Measure our speed and that of peers in the same run.",
    )
    parser.add_argument("prefix", nargs="*", help="only rows whose ids begin with this")
    prefixes = ",".join(parser.parse_args(arguments).prefix)
    wanted = [word for word in prefixes.split(",") if word]
    for word in wanted:
        if not choose([word]):
            known = ", ".join(row.id for row in choose([]))
            say(f"No row's id begins with {word!r}. The rows are: {known}.")
            return 2
    rows = choose(wanted)

    if not is_compiled() and any(row.compiled for row in rows):
        say(f"Warning: {INTERPRETED}")
    measured = [filled for row in rows if (filled := measure(row)) is not None]
    if measured:
        print(table(measured))
    try:
        write(out, merge(read(out), measured, [row.id for row in rows]))
    except OSError as error:
        say(f"The rows cannot be written to {out}: {error.strerror}.")
        return 1
    say(f"Written to {out}")
    return 0 if len(measured) == len(rows) else 1


def measure(row: Row) -> dict[str, Any] | None:
    """Measure a row. If that is not possible, say why and return None."""
    started = perf_counter()
    print(f"{row.id} ... ", end="", file=sys.stderr, flush=True)
    try:
        filled = fill_in(row)
    except Unmeasurable as why:
        say(f"not measured. {why}")
        return None
    except Exception:  # an error in one row must not stop the others
        say(f"failed.\n{traceback.format_exc()}")
        return None
    filled["conditions"] = conditions(row.compiled)
    say(f"{filled['ratio']:.2f} ({perf_counter() - started:.0f} s)")
    return filled


def say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
