"""/api/v1/uploads: hand in a file, and ask for its steps and verdict."""

from msgspec import structs
from starlette.requests import Request
from starlette.responses import Response

from arena.server.visible import UPLOAD, Thing
from arena.server.web.api.answers import answer, require_code
from arena.server.web.api.shapes import StepInfo, UploadInfo, UploadList
from arena.server.web.core import intake
from arena.server.web.core.refused import not_found
from arena.server.web.core.site import Site, in_thread, sees, site_of
from arena.store.live.uploads import (
    REFUSED,
    Upload,
    place_in_queue,
    steps_of,
    upload_of,
    uploads_of,
)


async def hand_in(request: Request) -> Response:
    """POST /api/v1/uploads?name=bot.py: the body is the file."""
    site, team = site_of(request), require_code(request)
    suffix = intake.suffix_of(request.query_params.get("name", ""))
    body = await intake.read_body(request.stream())
    upload, phase = await intake.take(site, team, suffix, body)
    shown = await in_thread(_describe, site, upload)
    return answer(structs.replace(shown, phase=phase), 201)


async def listing(request: Request) -> Response:
    """GET /api/v1/uploads: those of the team, the newest first."""
    site, team = site_of(request), require_code(request)
    uploads = await in_thread(uploads_of, site.store.database, team)
    return answer(UploadList(uploads=[await in_thread(_describe, site, each) for each in uploads]))


async def one(request: Request) -> Response:
    """GET /api/v1/uploads/RECEIPT."""
    site = site_of(request)
    upload = await in_thread(upload_of, site.store.database, request.path_params["receipt"])
    if upload is None or not sees(request, Thing(UPLOAD, teams=(upload.team,))):
        raise not_found()
    return answer(await in_thread(_describe, site, upload))


def _describe(site: Site, upload: Upload) -> UploadInfo:
    """An upload as its team sees it."""
    verdict = REFUSED if upload.status == REFUSED else upload.verdict
    return UploadInfo(
        receipt=upload.receipt,
        sha256=upload.sha256,
        size=upload.size,
        received_at=upload.received_at,
        phase=upload.phase,
        version=upload.number or None,
        verdict=verdict,
        place=None if verdict else place_in_queue(site.store.database, upload),
        steps=[
            StepInfo(ok=step.ok, said=step.said, advice=step.advice)
            for step in steps_of(site.store.database, upload)
        ],
    )
