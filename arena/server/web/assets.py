"""The style and the scripts of the pages that web makes itself."""

from starlette.requests import Request
from starlette.responses import Response

from arena.pages.site.render import asset
from arena.server.web.core.refused import not_found

KINDS = {
    "area.css": "text/css",
    "area.js": "text/javascript",
    "sign-in.js": "text/javascript",
}


async def one(request: Request) -> Response:
    """GET /assets/NAME."""
    name = request.path_params["name"]
    if name not in KINDS:
        raise not_found()
    headers = {"Cache-Control": "public, max-age=300"}
    return Response(asset(name), media_type=KINDS[name], headers=headers)
