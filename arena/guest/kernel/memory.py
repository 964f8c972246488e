"""Arranges the memory of a fork server and its slots, so that boxes cost less processor time.

At each fork, the kernel copies an entry for each page of memory. Then it copies each page to which
the box writes. `_memory.c` says what it does about that. Where it is not compiled, or the kernel
refuses, boxes are only slower.
"""

import gc

try:
    from arena.guest.kernel import _memory
except ImportError:  # not compiled
    _memory = None  # type: ignore[assignment]


def leave_room() -> None:
    """In a fork server that has loaded everything: make room for what its slots and boxes add."""
    if _memory is not None:
        _memory.grow_heap()


def settle(*, again: bool = False) -> None:
    """In a slot before it forks: what is loaded stays. Only the first time it is made compact."""
    gc.collect()
    if _memory is not None:
        if not again:
            _memory.join_pages(gc.get_objects())
        _memory.fill_gaps()
    gc.freeze()


def keep(*objects: object) -> None:
    """Never free these objects, so that the boxes need not free them."""
    if _memory is not None:
        for each in objects:
            _memory.keep(each)
