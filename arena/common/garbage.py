"""Switches the collection of garbage off for work that makes many objects and no cycles."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_collection() -> Iterator[None]:
    """Python looks for no garbage in cycles inside of this block.

    It looks through all objects again and again otherwise, also through those that stay. Memory
    that no object refers to is freed as always.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
