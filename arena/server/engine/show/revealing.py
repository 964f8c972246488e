"""Shows the end when the engine has published the phase, or tells the remote why it could not."""

from datetime import datetime
from pathlib import Path

from arena.server.show.state import ShowState, with_published, with_refusal
from arena.server.show.steering import is_published
from arena.server.show.stored import change_show, read_show
from arena.store.live.actions import BEGUN, WAITING, action_of
from arena.store.store import Store


def follow_reveal(store: Store, public: Path, now: datetime) -> None:
    """Look whether the action has ended for which the show waits.

    What counts is whether the phase is published: another organiser may have been faster.
    """
    show = read_show(store)
    if show is None or not show.revealing:
        return
    number = show.revealing
    action = action_of(store.database, number)
    if action is not None and action.status in (WAITING, BEGUN):
        return
    answer = " ".join(action.answer) if action else ""

    def change(state: ShowState | None) -> ShowState:
        state = state or show
        if state.revealing != number:
            return state
        if is_published(public, state.phase):
            return with_published(state, now)
        return with_refusal(state, answer)

    change_show(store, change)
