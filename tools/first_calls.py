"""Runs an `arena` command, and lists the modules that it calls, in the order of the first call.

    .venv/bin/python tools/first_calls.py CALLS.txt submit Players/mine.py --team Mine --to cup

Each line of CALLS.txt has a process, a file and its first function. The list has worker processes,
but not the boxes, which do not run this file. Decision 32 uses it to follow a bot file.
"""

import os
import sys
import threading
from pathlib import Path
from types import FrameType

ROOT = f"{Path(__file__).resolve().parents[1]}{os.sep}"
CALLS = "ARENA_FIRST_CALLS"  # in the environment, where worker processes find it
FUNCTION = 1  # CO_OPTIMIZED: the code of a function, not of a module or a class
seen: set[str] = set()


def note(frame: FrameType, event: str, _: object) -> None:
    """Write down the first call of each file."""
    code = frame.f_code
    file = code.co_filename.removeprefix(ROOT)
    if event != "call" or file == code.co_filename or file.startswith((".venv", "tools")):
        return
    if file not in seen and code.co_flags & FUNCTION and not code.co_name.startswith("<"):
        seen.add(file)
        with Path(os.environ[CALLS]).open("a") as calls:
            calls.write(f"{os.getpid()} {file} {code.co_name}\n")


def main() -> None:
    from arena.cli import main as arena

    os.environ[CALLS] = str(Path(sys.argv.pop(1)).absolute())
    watch()
    arena()


def watch() -> None:
    threading.setprofile(note)
    sys.setprofile(note)


if __name__ == "__main__":
    main()
elif CALLS in os.environ:  # a worker process imports this file again
    watch()
