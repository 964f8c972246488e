"""/api/v1/: what the API has."""

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from arena.server.visible import SITE, Thing
from arena.server.web.core.refused import Refused
from arena.server.web.core.site import facts_of, sees


async def index(request: Request) -> Response:
    facts = await facts_of(request)
    if not sees(request, Thing(SITE)):
        raise Refused(404, "There is no such page.")
    phases = [
        {
            "name": phase.name,
            "title": phase.title,
            "kind": phase.kind,
            "from": phase.source,
            "opens": phase.opens,
            "deadline": phase.deadline,
            "begun": phase.begun,
            "published": phase.published,
        }
        for phase in facts.phases
    ]
    for phase in phases:
        for name in ("opens", "deadline"):
            moment = phase[name]
            phase[name] = moment.isoformat() if moment else None  # type: ignore[union-attr]
    shown = {"name": facts.name, "seed_sha256": facts.seed_hash, "phases": phases}
    return JSONResponse({**shown, "uploads": "/api/v1/uploads"})
