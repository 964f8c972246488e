"""The style and the scripts of the pages that web makes itself."""

from pathlib import PurePosixPath

from starlette.requests import Request
from starlette.responses import Response

from arena.pages.site.render import asset
from arena.pages.site.show import show_files
from arena.server.web.core.refused import not_found

KINDS = {".css": "text/css", ".js": "text/javascript"}
PARTS = {  # name -> the files that are sent as one
    "area.css": ("area.css",),
    "area.js": ("area.js",),
    "desk.css": ("desk.css",),
    "desk.js": ("stream.js", "desk.js"),
    "sign-in.js": ("sign-in.js",),
    "remote.css": ("show/remote.css",),
    "remote.js": ("show/remote.js",),
}


async def one(request: Request) -> Response:
    """GET /assets/NAME."""
    name = request.path_params["name"]
    if name in PARTS:
        text = "".join(asset(part) for part in PARTS[name])
    elif name in show_files():
        text = show_files()[name]
    else:
        raise not_found()
    headers = {"Cache-Control": "public, max-age=300"}
    return Response(text, media_type=KINDS[PurePosixPath(name).suffix], headers=headers)
