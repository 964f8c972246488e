"""What the handlers of the API share."""

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from arena.server.visible import TEAM
from arena.server.web.core.refused import Refused
from arena.server.web.core.site import viewer_of

NO_STORE = {"Cache-Control": "no-store"}


def answer(shape: Any, status: int = 200) -> Response:
    """The answer as JSON, which nobody stores."""
    return Response(msgspec.json.encode(shape), status, NO_STORE, "application/json")


def require_code(request: Request) -> str:
    """The key of the team that asks."""
    viewer = viewer_of(request)
    if viewer.role != TEAM:
        raise Refused(401, "This is for teams: send the code, Authorization: Bearer CODE.")
    return viewer.team
