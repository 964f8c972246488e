"""Makes the standard streams usable, even if they are closed or cannot encode the text."""

import os
import sys
from collections.abc import Callable
from errno import EDQUOT, EFBIG, EIO, ENOSPC
from io import TextIOWrapper

STREAMS = (("stdin", "r"), ("stdout", "w"), ("stderr", "w"))
UNWRITTEN = (ENOSPC, EDQUOT, EFBIG, EIO)  # why nothing more can be written where output goes


def prepare_streams() -> None:
    """Open closed streams to nowhere. Show letters that the terminal does not have as `?`."""
    for number, (name, mode) in enumerate(STREAMS):
        if getattr(sys, name) is None:
            # Else the next file that is opened would have this number, and get our output.
            os.dup2(os.open(os.devnull, os.O_RDWR), number)
            setattr(sys, name, os.fdopen(number, mode, closefd=False))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="replace")


def output_apart() -> Callable[[str], None]:
    """What is returned says a line on the output. Whatever else is printed from now on, by
    whichever door and until Python has ended, goes to the error stream."""
    sys.stdout.flush()
    output = os.dup(1)
    os.dup2(2, 1)
    sys.stdout = sys.stderr

    def say(line: str) -> None:
        data = f"{line}\n".encode()
        while data:
            data = data[os.write(output, data) :]

    return say


def forget_output() -> None:
    """What waits to be written cannot be, and shall not be tried again when Python ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
