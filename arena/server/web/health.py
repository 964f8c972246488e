"""/healthz: does web answer? /readyz: can people use the site?"""

import logging
import shutil
from datetime import timedelta

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from arena.server.web.boundary.refusals import AWAY
from arena.server.web.core.site import Site, in_thread, site_of
from arena.store.database import DatabaseAway
from arena.store.live.heartbeats import ADMISSION, DESK, LIVE, PLAY, heartbeats
from arena.store.live.uploads import unfinished

SILENT = timedelta(seconds=15)  # after which a lane of the engine counts as dead
ROOM = 100 * 1024 * 1024  # bytes on the disk
OLD = timedelta(minutes=10)  # of the oldest upload without a verdict

log = logging.getLogger(__name__)


async def alive(request: Request) -> Response:
    return PlainTextResponse("ok\n", headers={"Cache-Control": "no-store"})


async def ready(request: Request) -> Response:
    site, problems = site_of(request), list[str]()
    if shutil.disk_usage(site.folder).free < ROOM:
        problems.append("the disk is almost full")
    try:
        problems += await in_thread(_problems, site)
    except DatabaseAway as why:
        log.error("%s", why)  # not in the answer: it names hosts and folders
        problems.append("the database does not answer, or its disk is full")
    body = {"ready": not problems, "problems": problems}
    headers = {"Cache-Control": "no-store"} | ({"Retry-After": str(AWAY)} if problems else {})
    return JSONResponse(body, 503 if problems else 200, headers)


def _problems(site: Site) -> list[str]:
    """What the database says is wrong, in words that give nothing away."""
    now, problems = site.now(), list[str]()
    beats = heartbeats(site.store.database)
    for lane in (ADMISSION, PLAY, LIVE, DESK):
        if lane not in beats or now - beats[lane].at > SILENT:
            problems.append(f"the {lane} lane of the engine gives no sign of life")
    waiting = unfinished(site.store.database)
    if waiting and now - waiting[0].received_at > OLD:
        problems.append("the oldest file has waited for its verdict for more than ten minutes")
    return problems
