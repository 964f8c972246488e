"""Replays of a team: pages that stand alone, of its games and of its practice matches.

The team sees in them what its records have: also games that visitors do not see yet.
"""

import re

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from arena.server.facts import PhaseFacts
from arena.server.visible import REPLAY, Thing
from arena.server.web.boundary.headers import NO_FRAMES
from arena.server.web.core.refused import not_found
from arena.server.web.core.site import Site, facts_of, in_thread, sees, site_of
from arena.server.web.team.frame import require_team
from arena.server.web.team.own import own_game, own_records

# The policy of the page, in its head, names its script by its hash.
OWN_POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">')
HEAD = 2000  # characters


async def one(request: Request) -> Response:
    """GET /team/games/PHASE/GAME/replay: the viewer with the game, as the team may see it."""
    facts = await facts_of(request)
    phase, team, game = await own_game(request, facts)
    if not sees(request, Thing(REPLAY, phase, (require_team(request),))):
        raise not_found("game")
    async with request.app.state.drawing:
        text = await in_thread(_page, site_of(request), phase, team, game.id, facts.language)
    return alone(text)


def alone(text: str) -> Response:
    """The answer with a page that stands alone. The header allows what the page itself allows."""
    policy = OWN_POLICY.search(text, 0, HEAD)
    if policy is None:
        raise not_found("match")
    allowed = policy[1].replace("&#39;", "'")
    return HTMLResponse(text, headers={"Content-Security-Policy": allowed + NO_FRAMES})


def _page(site: Site, phase: PhaseFacts, team: str, id: str, language: str) -> str:
    from arena.pages.viewer.document import page  # it needs the rules, and nothing else in web does

    return page(own_records(site, phase, team, [id]), language)
