"""Obeys the commands of organisers, which come from the remote or from `arena remote`.

Each command is in the log of the organisers' actions, also if it is refused.
"""

import json
from datetime import datetime
from pathlib import Path

from arena.competition.config.paths import SEAL, STANDINGS
from arena.server.show.cues import END, CueError, find, on_stage
from arena.server.show.state import Command, ShowState, obey
from arena.server.show.stored import change_show, read_show
from arena.store.live.actions import (
    DONE,
    REFUSED,
    ActionRequest,
    Actor,
    ask_action,
)
from arena.store.store import Store

ACTION = "show"  # in the log
REVEAL = "reveal"
NOTHING = "No show is open. To open one: arena show"


class NoShow(CueError):
    """There is nothing to steer."""


def steer(store: Store, public: Path, actor: Actor, command: Command, now: datetime) -> ShowState:
    """Obey; returns the show afterwards. `public` is the folder with the published phases.

    A reveal publishes the phase first. The engine does this, and then the end comes on stage
    (`engine/show/revealing.py`). So the projector never shows places that the site does not have.
    """
    before = read_show(store)
    if before is None:
        raise NoShow(NOTHING)
    try:
        if command.do == REVEAL:
            command = Command(REVEAL)
            check_reveal(public, before)
            if before.revealing:
                return before
            if not before.rehearsal and not is_published(public, before.phase):
                return _ask_to_publish(store, actor, before, now)
        after = change_show(store, lambda show: obey(show or before, command, now))
    except CueError as why:
        _note(store, actor, command, before, now, REFUSED, str(why))
        raise
    _note(store, actor, command, after, now)
    return after


def is_published(public: Path, phase: str) -> bool:
    """May everybody see the results of the phase?"""
    return (public / phase / STANDINGS).exists()


def _ask_to_publish(store: Store, actor: Actor, show: ShowState, now: datetime) -> ShowState:
    """Ask the engine to publish the phase. The log has this action in place of the command."""
    number = ask_action(store.database, actor, ActionRequest(REVEAL, phase=show.phase), now)
    command = Command(REVEAL, value=number)
    return change_show(store, lambda state: obey(state or show, command, now))


def check_reveal(public: Path, show: ShowState) -> None:
    """Refuse if the show has no end, or has shown other results than would be published."""
    if list(on_stage(show.cues))[-1].kind != END:
        raise CueError("This show has no end to reveal: publish its phase with arena publish")
    path = public / show.phase / SEAL
    promised = json.loads(path.read_bytes())["sha256"] if path.exists() else show.seal
    if show.seal and promised != show.seal:
        raise CueError(
            f"{show.phase} was sealed again after its show was made, so the show has other results:"
            f" make it again with arena show"
        )


def _note(
    store: Store,
    actor: Actor,
    command: Command,
    show: ShowState,
    now: datetime,
    status: str = DONE,
    answer: str = "",
) -> None:
    try:
        label = find(show.cues, command.to).label if command.to else ""
    except CueError:
        label = ""
    request = ActionRequest(ACTION, f"{_in_words(command)} {label}".strip(), show.phase)
    ask_action(store.database, actor, request, now, status, [answer] if answer else [])


def _in_words(command: Command) -> str:
    match command.do:
        case "skip":
            return "leave out" if command.value else "take in"
        case "comments":
            return "comments on" if command.value else "comments off"
        case "speed":
            return f"speed {command.value:g}"
        case "move":
            return f"move to place {command.value + 1:g}"
        case "end-rehearsal":
            return "end the rehearsal"
    return command.do
