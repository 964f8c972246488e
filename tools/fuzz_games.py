"""Fuzz the described games: `python tools/fuzz_games.py --minutes 10 [--seed N]`.

The tool damages the games of the repository and makes up others (`tests/game/recycle/spoiling.py`),
and plays them. It writes each text that fails, that takes too long or that needs too much memory
into a folder, with its error.

With `--games 2000` it plays so many texts, however long that takes, and prints a digest of
everything that was seen in them. Compiled and interpreted rules must print the same digest, and so
must the build of `tools/sanitize.sh --fuzz 2000`. The text that is played is in the folder too, as
`now.txt`: it is there if the interpreter itself dies.
"""

import argparse
import os
import random
import resource
import signal
import sys
import traceback
from collections import Counter
from hashlib import blake2b
from pathlib import Path
from time import monotonic, process_time
from types import FrameType

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from game.recycle.spoiling import (  # type: ignore[import-not-found]  # noqa: E402
    FILES,
    LIMITS,
    NAMES,
    made_up,
    mixed,
    spoilt,
    survive,
)

IS_SANITIZED = "ASAN_OPTIONS" in os.environ  # AddressSanitizer: slow, and reserves much memory
LONGEST = 600.0 if IS_SANITIZED else 60.0  # seconds of the processor for one text
MEMORY = 1 << 30  # bytes for the whole process


class TooLong(BaseException):
    """A text took too long."""


def stop(number: int, frame: FrameType | None) -> None:
    raise TooLong


def text_for(dice: random.Random) -> tuple[str, str]:
    """A text and its file's name."""
    kind = dice.random()
    if kind < 0.25:
        return mixed(dice), NAMES["0.5"]
    if kind < 0.5:
        dialect = dice.choice(sorted(NAMES))
        return made_up(dice, dialect), NAMES[dialect]
    file = dice.choice(FILES)
    limits = dice.choice([LIMITS, LIMITS, LIMITS, ""])
    return spoilt(file.read_text("utf-8"), dice) + limits, file.name


def main() -> int:
    parser = argparse.ArgumentParser(description="Fuzz the described games.")
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--minutes", type=float, default=10.0)
    length.add_argument("--games", type=int, help="play so many texts, without a limit of time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("Out/fuzz"))
    chosen = parser.parse_args()
    chosen.out.mkdir(parents=True, exist_ok=True)
    if not IS_SANITIZED:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.signal(signal.SIGVTALRM, stop)
    end, seed, digest = monotonic() + 60 * chosen.minutes, chosen.seed, blake2b(digest_size=8)
    outcomes: Counter[str] = Counter()
    longest = (0.0, 0)
    while seed < chosen.seed + chosen.games if chosen.games else monotonic() < end:
        dice = random.Random(seed)
        text, name = text_for(dice)
        (chosen.out / "now.txt").write_text(
            f";; seed {seed}: {name}\n{text}", "utf-8", "surrogatepass"
        )
        started = process_time()
        signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST)
        try:
            outcome = survive(text, name, seed, lambda seen: digest.update(repr(seen).encode()))
        except (Exception, RecursionError, MemoryError, TooLong):
            outcome = "FAILED"
            trace = traceback.format_exc()
            (chosen.out / f"{seed}-{name}").write_text(text, "utf-8", "surrogatepass")
            (chosen.out / f"{seed}.txt").write_text(trace, "utf-8", "backslashreplace")
            print(f"seed {seed}: {trace.splitlines()[-1][:150]}", flush=True)
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        outcomes[outcome] += 1
        digest.update(outcome.encode())
        longest = max(longest, (process_time() - started, seed))
        seed += 1
    print(f"{dict(outcomes)}; the longest took {longest[0]:.1f} s (seed {longest[1]})")
    (chosen.out / "now.txt").unlink(missing_ok=True)
    if chosen.games:
        print(f"digest: {digest.hexdigest()}")
    print(f"memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB at most")
    return int(bool(outcomes["FAILED"]))


if __name__ == "__main__":
    sys.exit(main())
