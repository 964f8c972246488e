"""A server that the workers of one run of pytest share, since starting it takes seconds."""

import fcntl
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path


@contextmanager
def shared(start: Callable[[], AbstractContextManager[str]], folder: Path) -> Iterator[str]:
    """The address of the server. The first worker starts it, and ends it when no other needs it.

    `start` starts a server for one block and gives its address. The workers know of each other
    through `folder`.
    """
    folder.mkdir(exist_ok=True)
    address = folder / "address"
    with (folder / "users").open("w") as users, ExitStack() as ending:
        with _locked(folder / "starting"):
            if address.exists():
                fcntl.flock(users, fcntl.LOCK_SH)
            else:
                address.write_text(ending.enter_context(start()))
                ending.callback(fcntl.flock, users, fcntl.LOCK_EX)  # waits for the other users
                ending.callback(_remove, address, folder / "starting")
            yours = address.read_text()
        yield yours


def _remove(address: Path, starting: Path) -> None:
    """From now on a worker that needs a server starts another."""
    with _locked(starting):
        address.unlink()


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
