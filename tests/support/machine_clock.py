"""Sets the clock of the machine, as processes see it that a test has started.

A small library, which is compiled here, is loaded into them. It changes the clock of the machine
and not the monotonic one, as somebody does who sets the clock.
"""

import struct
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from shutil import which

import pytest

SOURCE = Path(__file__).with_name("set_clock.c")


class MachineClock:
    """`environment` is for the processes; then `set` changes their clock at once."""

    def __init__(self, folder: Path) -> None:
        compiler = which("cc")
        if sys.platform != "linux" or compiler is None:
            pytest.skip("setting the clock of processes needs Linux and a compiler")
        library, self._file = folder / "set_clock.so", folder / "clock"
        command = [compiler, "-shared", "-fPIC", "-O1", "-o", str(library), str(SOURCE), "-ldl"]
        subprocess.run(command, check=True)
        self._file.write_bytes(struct.pack("q", 0))
        self.environment = {"LD_PRELOAD": str(library), "ARENA_CLOCK": str(self._file)}

    def set(self, ahead: timedelta) -> None:
        """Let the clock be so far ahead of the true time, or behind it."""
        with self._file.open("r+b") as file:
            file.write(struct.pack("q", int(ahead.total_seconds())))
