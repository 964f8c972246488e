"""The style and the scripts of the pages that web makes itself."""

from starlette.requests import Request
from starlette.responses import Response

from arena.pages.site.render import asset
from arena.server.web.core.refused import not_found

KINDS = {
    "area.css": "text/css",
    "area.js": "text/javascript",
    "desk.css": "text/css",
    "desk.js": "text/javascript",
    "sign-in.js": "text/javascript",
}
PARTS = {"desk.js": ("stream.js", "desk.js")}  # files that are sent as one


async def one(request: Request) -> Response:
    """GET /assets/NAME."""
    name = request.path_params["name"]
    if name not in KINDS:
        raise not_found()
    headers = {"Cache-Control": "public, max-age=300"}
    text = "".join(asset(part) for part in PARTS.get(name, (name,)))
    return Response(text, media_type=KINDS[name], headers=headers)
