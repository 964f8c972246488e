"""The conditions of a measurement. Each row has its own, since rows of several runs are merged."""

import os
import platform
from datetime import UTC, datetime
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

from bench.contest import ROUNDS, SECONDS, Unmeasurable
from bench.handwritten import compiler_name
from Game.core.build import is_compiled

PACKAGES = ("open_spiel", "numpy", "Cython", "msgspec", "starlette", "uvicorn")


def conditions(compiled: bool) -> dict[str, Any]:
    """The conditions now. `compiled`: is the row about compiled rules?"""
    return {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "rules": "compiled" if compiled and is_compiled() else "interpreted",
        "rounds": ROUNDS,
        "seconds_a_round": SECONDS,
        **machine(),
    }


@cache
def machine() -> dict[str, Any]:
    return {
        "cpu": cpu(),
        "cores": os.cpu_count(),
        "system": platform.platform(),
        "python": platform.python_version(),
        "compiler": compiler_here(),
        "packages": {name: version(name) for name in PACKAGES},
    }


def cpu() -> str:
    """The processor's name from Linux; on other systems, the one that Python knows."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def compiler_here() -> str | None:
    """The C compiler for the handwritten peers, and its flags; None if there is no compiler."""
    try:
        return compiler_name()
    except Unmeasurable:
        return None


def version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None
