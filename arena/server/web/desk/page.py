"""GET /desk: the whole event on one page."""

from starlette.requests import Request
from starlette.responses import Response

from arena.server.desk_facts import read_desk_facts
from arena.server.web.core.pages import html, words_of
from arena.server.web.core.site import facts_of, in_thread, site_of
from arena.server.web.desk.sign_in import require_organiser
from arena.server.web.desk.view import DeskPage, desk_page


async def show(
    request: Request, problem: str = "", status: int = 200, new_code: tuple[str, str] = ("", "")
) -> Response:
    """The page. `problem` is why the last form could not be fulfilled, `new_code` is shown once."""
    name, site, facts = require_organiser(request), site_of(request), await facts_of(request)
    number = request.query_params.get("action", "")
    words = words_of(facts)

    def make() -> DeskPage:
        board = read_desk_facts(site.store)
        return desk_page(site, facts, board, words, name, number)

    page = await in_thread(make)
    return html(
        facts,
        "desk.html",
        words("site.desk.title"),
        status=status,
        script="desk.js",
        page=page,
        problem=problem,
        new_code=new_code,
    )
