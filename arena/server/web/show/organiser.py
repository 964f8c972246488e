"""Notes who has steered the show, in the log of the organisers' actions."""

from arena.server.show.cues import find
from arena.server.show.state import Command, ShowState
from arena.server.web.core.site import Site
from arena.store.live.actions import DESK, DONE, ActionRequest, Actor, ask_action

ACTION = "show"


def note_command(site: Site, who: str, command: Command, show: ShowState) -> None:
    """Note that this organiser has given the command."""
    label = find(show.cues, command.to).label if command.to else ""
    value = f"{command.value:g}" if command.value else ""
    what = " ".join(filter(None, (command.do, value, label)))
    request = ActionRequest(ACTION, what, show.phase)
    ask_action(site.store.database, Actor(who, DESK), request, site.now(), DONE)
