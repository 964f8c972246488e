"""A side in a process of its own, with nothing compiled.

The process prints "ready". Then it reads lines with a number of repetitions, and answers with the
number of units and the seconds.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

from bench.contest import Side, Unmeasurable

ROOT = Path(__file__).parent.parent


@contextmanager
def interpreted_side(name: str) -> Iterator[Side]:
    """The side that the function `module:function` makes in another Python process."""
    child = subprocess.Popen(
        [sys.executable, "-m", "bench.interpreted", name],
        cwd=ROOT,
        env={**os.environ, "ARENA_INTERPRETED": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdin is not None
    assert child.stdout is not None
    ask, answer = child.stdin, child.stdout

    def side(times: int) -> tuple[int, float]:
        print(times, file=ask, flush=True)
        units, seconds = answer.readline().split()
        return int(units), float(seconds)

    with child:  # closes the child's input at the end, and so ends it
        if not answer.readline():
            raise Unmeasurable("The rules cannot run interpreted. The lines above say why.")
        yield side


def main(name: str) -> None:
    from Game.core.build import is_compiled

    if is_compiled():
        sys.exit("The compiled rules are running: start this with ARENA_INTERPRETED=1.")
    module, _, function = name.partition(":")
    side = getattr(import_module(module), function)()
    print("ready", flush=True)
    for line in sys.stdin:
        print(*side(int(line)), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
