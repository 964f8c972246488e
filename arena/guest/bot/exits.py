"""Keeps the arena running when a bot in the arena's process calls a function that ends it.

`os._exit`, `os.abort` and the family of `os.execv` end a process at once, without `finally`, a
message or an exit handler.
"""

import os
import sys
from collections.abc import Callable
from functools import cache
from typing import Any

from arena.guest.bot.runner import Exited

ENDING = ("_exit", "abort", "execv", "execve")  # the other exec functions call the last two


@cache
def refuse_exits() -> None:
    """Make these functions raise `Exited` in this process, in all its threads.

    They still work in processes that are forked from this one.
    """
    for module in (os, sys.modules[os.name]):  # `os` imports them from `posix` or `nt`
        for name in ENDING:
            setattr(module, name, _refuse_here(name, getattr(module, name)))


def _refuse_here(name: str, really: Callable[..., Any]) -> Callable[..., Any]:
    ours = os.getpid()

    def refuse(*arguments: Any) -> Any:
        if os.getpid() != ours:
            return really(*arguments)
        raise Exited(f"it called os.{name}, which ends the whole process")

    return refuse
