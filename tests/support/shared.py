"""Folders that take long to make. The workers of pytest-xdist make each once, and share it."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from filelock import FileLock


def shared_folder(
    factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]
) -> Path:
    """The folder of this name. The first worker that asks makes it; nobody may change it later.

    `make` fills the folder that it is given. The name must be used for nothing else.
    """
    session = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        session = session.parent  # each worker has its own folder in that of the session
    folder = session / f"shared-{name}"
    with FileLock(f"{folder}.lock"):
        if not folder.exists():
            unfinished = session / f"unfinished-{name}"
            unfinished.mkdir(exist_ok=True)
            make(unfinished)
            unfinished.rename(folder)
    return folder
