"""The script that becomes the fork server: lays out the memory, and then imports everything.

    python -s -P -B start.py LEVEL CONTROL FOLDER...

CONTROL is the number of a socket. In a container it is the path of the arena's socket; then errors
go there until the first box is ready, because a container has no log.

This script is short, because Python compiles it before any memory is laid out.
"""

import sys

SPACE = 4 * 1024 * 1024  # bytes to leave free below Python's first arenas, for those to come


def lay_out_memory() -> None:
    """Load the C module alone: even the package `arena` imports much."""
    space = bytearray(SPACE)
    sys.path.insert(0, __file__.rpartition("/")[0] + "/kernel")
    try:
        layout = __import__("_memory")  # it is loaded below the space
    except ImportError:  # it is not compiled
        return
    finally:
        del sys.path[0]
    del space
    layout.align_memory()
    layout.copy_code()


def main(level: str, control: str, *folders: str) -> None:
    lay_out_memory()
    sys.path[:0] = folders
    from arena.guest.kernel import foreign

    foreign.postpone_rare()
    from arena.guest.fork_server import control_socket, start

    start(level, control_socket(control), *folders)


if __name__ == "__main__":
    main(*sys.argv[1:])
