"""Notes who has steered the show, in the log of the organisers' actions."""

from arena.server.show.cues import find
from arena.server.show.state import Command, ShowState
from arena.server.web.core.site import Site
from arena.store.live.actions import DESK, DONE, ActionRequest, Actor, ask_action

ACTION = "show"


def note_command(site: Site, who: str, command: Command, show: ShowState) -> None:
    """Note that this organiser has given the command."""
    label = find(show.cues, command.to).label if command.to else ""
    request = ActionRequest(ACTION, f"{_in_words(command)} {label}".strip(), show.phase)
    ask_action(site.store.database, Actor(who, DESK), request, site.now(), DONE)


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
    return command.do
