"""Who may steer the show, and where that is noted."""

import logging

from starlette.requests import HTTPConnection

from arena.server.show.state import Command
from arena.server.visible import ORGANISER
from arena.server.web.core.refused import not_found
from arena.server.web.core.site import Site, viewer_of

log = logging.getLogger(__name__)


def require_organiser(connection: HTTPConnection) -> str:
    """The name of the organiser who has signed in. For all others there is no such page."""
    if viewer_of(connection).role != ORGANISER:
        raise not_found()
    return ORGANISER


def note_decision(site: Site, who: str, command: Command) -> None:
    log.info("show", extra={"who": who, "what": command.do, "scene": command.to})
