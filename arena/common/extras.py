"""The error for a package that is missing because an extra of Card Arena is not installed."""

from collections.abc import Iterator
from contextlib import contextmanager

from arena.common.errors import ArenaError


class MissingPackage(ArenaError, ModuleNotFoundError):
    """A package of this extra is missing. `user` is the part of Card Arena that needs it."""

    def __init__(self, package: str | None, extra: str, user: str) -> None:
        sentence = f"{package} is not installed, and {user} needs it"
        super().__init__(f"{sentence}: pip install 'card-arena[{extra}]'", name=package)


@contextmanager
def needs_extra(extra: str, user: str) -> Iterator[None]:
    """If a package is missing in this block, say which extra has it."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise MissingPackage(error.name, extra, user) from error
