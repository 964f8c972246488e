"""Makes the standard streams usable, even if they are closed or cannot encode the text."""

import os
import sys
from collections.abc import Callable
from errno import EDQUOT, EFBIG, EIO, ENOSPC
from io import TextIOWrapper

STREAMS = (("stdin", "r"), ("stdout", "w"), ("stderr", "w"))
UNWRITTEN = (ENOSPC, EDQUOT, EFBIG, EIO)  # errors after which no more output can be written


def prepare_streams() -> None:
    """Replace closed streams by /dev/null. Show letters that the terminal cannot show as `?`."""
    for number, (name, mode) in enumerate(STREAMS):
        if getattr(sys, name) is None:
            # Otherwise the next file that is opened gets this number, and receives our output.
            os.dup2(os.open(os.devnull, os.O_RDWR), number)
            setattr(sys, name, os.fdopen(number, mode, closefd=False))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="replace")


def reserve_output() -> Callable[[str], None]:
    """Return a function that prints a line on the standard output.

    Everything else that this process prints from now on goes to the error stream.
    """
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
    """Drop the output that is still buffered. Otherwise Python writes it when the program ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
