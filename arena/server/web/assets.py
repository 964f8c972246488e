"""The style and the scripts of the pages that web makes itself."""

from pathlib import PurePosixPath

from starlette.requests import Request
from starlette.responses import Response

from arena.pages.site.render import asset
from arena.pages.site.show import show_files
from arena.server.web.core.refused import not_found

KINDS = {".css": "text/css", ".js": "text/javascript"}
OWN = ("area.css", "area.js", "sign-in.js")
OF_REMOTE = ("remote.css", "remote.js")


async def one(request: Request) -> Response:
    """GET /assets/NAME."""
    name = request.path_params["name"]
    text = _text(name)
    if text is None:
        raise not_found()
    headers = {"Cache-Control": "public, max-age=300"}
    return Response(text, media_type=KINDS[PurePosixPath(name).suffix], headers=headers)


def _text(name: str) -> str | None:
    if name in OWN:
        return asset(name)
    return asset(f"show/{name}") if name in OF_REMOTE else show_files().get(name)
