"""Keeps the arena running when a bot in the arena's process calls `os._exit`.

That function ends a process at once, without `finally`, message or exit handler.
"""

import os
import sys
from functools import cache
from typing import NoReturn

from arena.guest.bot.runner import Exited


@cache
def refuse_exits() -> None:
    """Make `os._exit` raise `Exited` in this process, in all its threads.

    It still ends processes that are forked from this one.
    """
    really_exit, ours = os._exit, os.getpid()

    def refuse(status: int) -> NoReturn:
        if os.getpid() != ours:
            really_exit(status)
        raise Exited(f"it called os._exit({status}), which ends the whole process")

    for module in (os, sys.modules[os.name]):  # `os` has it from `posix` or `nt`
        setattr(module, "_exit", refuse)  # noqa: B010  # mypy knows no other signature
