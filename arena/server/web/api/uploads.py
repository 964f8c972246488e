"""/api/v1/uploads: hand in a file, and ask for its steps and verdict."""

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from arena.server.visible import TEAM, UPLOAD, Thing
from arena.server.web.core import intake
from arena.server.web.core.refused import Refused
from arena.server.web.core.site import Site, in_thread, sees, site_of, viewer_of
from arena.store.live.uploads import (
    REFUSED,
    Upload,
    place_in_queue,
    steps_of,
    upload_of,
    uploads_of,
)

NO_STORE = {"Cache-Control": "no-store"}


async def hand_in(request: Request) -> Response:
    """POST /api/v1/uploads?name=bot.py: the body is the file."""
    site, viewer = site_of(request), viewer_of(request)
    if viewer.role != TEAM:
        raise Refused(401, "Only a team hands in files: send its code, Authorization: Bearer CODE.")
    suffix = intake.suffix_of(request.query_params.get("name", ""))
    body = await intake.read_body(request.stream())
    upload, phase = await intake.take(site, viewer.team, suffix, body)
    shown = await in_thread(describe, site, upload)
    return JSONResponse({**shown, "phase": phase}, 201, NO_STORE)


async def listing(request: Request) -> Response:
    """GET /api/v1/uploads: those of the team, the newest first."""
    site, viewer = site_of(request), viewer_of(request)
    if viewer.role != TEAM:
        raise Refused(401, "Only a team has files: send its code, Authorization: Bearer CODE.")
    found = await in_thread(uploads_of, site.store.database, viewer.team)
    shown = [await in_thread(describe, site, upload) for upload in found]
    return JSONResponse({"uploads": shown}, headers=NO_STORE)


async def one(request: Request) -> Response:
    """GET /api/v1/uploads/RECEIPT."""
    site = site_of(request)
    upload = await in_thread(upload_of, site.store.database, request.path_params["receipt"])
    if upload is None or not sees(request, Thing(UPLOAD, teams=(upload.team,))):
        raise Refused(404, "There is no such upload.")
    return JSONResponse(await in_thread(describe, site, upload), headers=NO_STORE)


def describe(site: Site, upload: Upload) -> dict[str, Any]:
    """An upload as its team sees it."""
    verdict = REFUSED if upload.status == REFUSED else upload.verdict
    return {
        "receipt": upload.receipt,
        "sha256": upload.sha256,
        "size": upload.size,
        "received_at": upload.received_at.isoformat(),
        "phase": upload.phase,
        "version": upload.number or None,
        "verdict": verdict,  # "admitted" or "refused"; empty: not yet
        "place": None if verdict else place_in_queue(site.store.database, upload),
        "steps": [step._asdict() for step in steps_of(site.store.database, upload)],
    }
