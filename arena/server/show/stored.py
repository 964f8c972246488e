"""The show in the database: a note. Every change is made in one transaction, so two remotes at once
change it one after the other."""

from collections.abc import Callable
from typing import Any

import msgspec

from arena.server.show.state import ShowState
from arena.store.store import Store

NOTE = "show"


def read_show(store: Store) -> ShowState | None:
    """The show as it was after the last command; None if there is none."""
    return _state(store.note(NOTE))


def change_show(store: Store, change: Callable[[ShowState | None], ShowState]) -> ShowState:
    """Replace the show by what `change` makes of it; returns the new one."""
    written = store.change_note(NOTE, lambda noted: msgspec.to_builtins(change(_state(noted))))
    return msgspec.convert(written, ShowState)


def _state(noted: Any) -> ShowState | None:
    return None if noted is None else msgspec.convert(noted, ShowState)
