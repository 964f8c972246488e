"""Many cases of one promise in one test: a failure names the case."""

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def case(name: object) -> Iterator[None]:
    """Add the name of the case to a failure inside this block."""
    try:
        yield
    except BaseException as error:
        error.add_note(f"The case: {name}")
        raise
