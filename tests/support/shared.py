"""Things that take long to make: the workers of pytest-xdist make each once, and share it."""

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path

import pytest
from filelock import FileLock


def session_folder(factory: pytest.TempPathFactory) -> Path:
    """The folder of this run of pytest. Each worker has its own folder in it."""
    folder = factory.getbasetemp()
    return folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder


def shared_folder(
    factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]
) -> Path:
    """The folder of this name. The first worker that asks makes it; nobody may change it later.

    `make` fills the folder that it is given. The name must be used for nothing else.
    """
    session = session_folder(factory)
    folder = session / f"shared-{name}"
    with FileLock(f"{folder}.lock"):
        if not folder.exists():
            unfinished = session / f"unfinished-{name}"
            unfinished.mkdir(exist_ok=True)
            make(unfinished)
            unfinished.rename(folder)
    return folder


@contextmanager
def shared_server(
    factory: pytest.TempPathFactory, name: str, start: Callable[[], AbstractContextManager[str]]
) -> Iterator[str]:
    """The address of the server of this name.

    The first worker that asks starts it, and ends it when no other worker needs it. `start` starts
    a server for one block and gives its address.
    """
    path = session_folder(factory) / f"server-{name}"
    starting = FileLock(f"{path}.lock")
    with Path(f"{path}.users").open("w") as users, ExitStack() as ending:
        with starting:
            if path.exists():
                fcntl.flock(users, fcntl.LOCK_SH)
            else:
                path.write_text(ending.enter_context(start()))
                ending.callback(fcntl.flock, users, fcntl.LOCK_EX)  # waits for the other users
                ending.callback(_forget, path, starting)
            address = path.read_text()
        yield address


def _forget(path: Path, starting: FileLock) -> None:
    """From now on a worker that needs a server starts another."""
    with starting:
        path.unlink()
