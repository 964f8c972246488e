"""/healthz: does web answer? /readyz: can people use the site?"""

import logging
import shutil
from collections.abc import Mapping
from datetime import timedelta

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from arena.server.troubles import Trouble, read_troubles
from arena.server.web.boundary.refusals import AWAY
from arena.server.web.core.services import dead_services, ended_services
from arena.server.web.core.site import Site, in_thread, site_of
from arena.store.database import DatabaseAway
from arena.store.live.uploads import unfinished

ROOM = 100 * 1024 * 1024  # bytes on the disk
OLD = timedelta(minutes=10)  # of the oldest upload without a verdict

log = logging.getLogger(__name__)


async def alive(request: Request) -> Response:
    return PlainTextResponse("ok\n", headers={"Cache-Control": "no-store"})


async def ready(request: Request) -> Response:
    site, problems = site_of(request), list[str]()
    if shutil.disk_usage(site.folder).free < ROOM:
        problems.append("the disk is almost full")
    troubles = await in_thread(read_troubles, site.folder)
    try:
        problems += await in_thread(_problems, site, troubles)
    except DatabaseAway as why:
        log.error("%s", why)  # not in the answer: it names hosts and folders
        problems += [
            "the database does not answer, or its disk is full",
            *ended_services(troubles).values(),
        ]
    body = {"ready": not problems, "problems": problems}
    headers = {"Cache-Control": "no-store"} | ({"Retry-After": str(AWAY)} if problems else {})
    return JSONResponse(body, 503 if problems else 200, headers)


def _problems(site: Site, troubles: Mapping[str, Trouble]) -> list[str]:
    """What is wrong, in words that give nothing away."""
    problems = list(dead_services(site, troubles).values())
    waiting = unfinished(site.store.database)
    if waiting:
        oldest = waiting[0]
        if site.ages.of(oldest.receipt, oldest.received_at, site.now()) > OLD:
            problems.append("the oldest file has waited for its verdict for more than ten minutes")
    return problems
