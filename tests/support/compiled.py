"""Whether the hot modules and the modules in C are compiled here. Where they must be, in CI, tests
fail without them. Elsewhere they are skipped."""

import os
import shutil
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest
from support.paths import ROOT

COMPILED = [
    file
    for suffix in EXTENSION_SUFFIXES
    for room in ("Game", "Players")
    for file in (ROOT / room).rglob(f"*{suffix}")
]
KERNEL, MEMORY, FRAMES = (
    [file for suffix in EXTENSION_SUFFIXES for file in ROOT.glob(f"arena/guest/{module}*{suffix}")]
    for module in ("kernel/_kernel", "kernel/_memory", "protocol/_frames")
)


def need_compiled(modules: list[Path] = COMPILED) -> None:
    """Skip the test if these are not compiled, or fail in CI, where there is a compiler."""
    if modules:
        return
    compiler = os.environ.get("CC") or next(filter(None, map(shutil.which, ("cc", "gcc"))), None)
    if os.environ.get("CI") and compiler:
        pytest.fail(f"nothing is compiled, and there is a compiler: {compiler}. Run `make build`.")
    pytest.skip("nothing is compiled here: `make build` compiles where there is a C compiler")
