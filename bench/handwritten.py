"""Compiles the peers that are written by hand in C."""

import ctypes
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.contest import Unmeasurable

FLAGS = ("-O3", "-shared", "-fPIC")  # our own modules get -O3, too, and also no -march


def compiler() -> str:
    """The C compiler of this machine."""
    name = os.environ.get("CC", "cc").split()[0]
    program = shutil.which(name) or shutil.which("gcc") or shutil.which("clang")
    if program is None:
        raise Unmeasurable(
            f"There is no C compiler ({name}) to compile the peer: install one "
            "(on Debian: apt-get install gcc) and run this command again."
        )
    return program


def compiler_name() -> str:
    """The compiler's name and version, and the flags that it gets."""
    result = subprocess.run([compiler(), "--version"], capture_output=True, text=True, check=False)
    return " ".join([*result.stdout.splitlines()[:1], *FLAGS])


@contextmanager
def compile_library(source: Path) -> Iterator[ctypes.CDLL]:
    """Compile one C file to a library, which is deleted at the end."""
    with TemporaryDirectory(prefix="bench-") as folder:
        library = Path(folder, source.stem + ".so")
        command = [compiler(), *FLAGS, "-o", str(library), str(source)]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        if result.returncode:
            raise Unmeasurable(f"{' '.join(command)} failed: {result.stderr.strip()}")
        yield ctypes.CDLL(str(library))
