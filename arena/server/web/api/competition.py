"""The competition, its phases, and what is played now."""

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from arena.pages.site.data.featured import FILE as FEATURED
from arena.pages.site.data.featured import FeaturedGame
from arena.pages.site.data.summary import FILE as SUMMARY
from arena.pages.site.data.summary import PhaseOutcome
from arena.server.facts import PhaseFacts, SiteFacts
from arena.server.visible import SITE, Thing
from arena.server.web.api import shapes
from arena.server.web.api.answers import answer
from arena.server.web.core.refused import not_found
from arena.server.web.core.site import facts_of, sees, site_of
from arena.server.web.visitor.files import find


async def competition(request: Request) -> Response:
    facts = await _facts(request)
    phases = [_phase(each) for each in facts.phases]
    return answer(
        shapes.CompetitionInfo(name=facts.name, seed_sha256=facts.seed_hash, phases=phases)
    )


async def phase(request: Request) -> Response:
    facts = (await _facts(request)).phase(request.path_params["phase"])
    if facts is None:
        raise not_found()
    return answer(_phase(facts))


async def live(request: Request) -> Response:
    """The phases that are shown while they are played, and the game that is shown now."""
    phases, featured = [], None
    for each in (await _facts(request)).phases:
        if each.published:
            continue
        summary = await find(request, f"{each.name}/{SUMMARY}")
        if summary is not None and summary.file.body is not None:
            outcome = msgspec.json.decode(summary.file.body, type=PhaseOutcome)
            phases.append(shapes.LivePhaseInfo(name=each.name, games=outcome.games))
        data = await find(request, f"{each.name}/{FEATURED}")
        if data is not None and data.file.body is not None:
            game = msgspec.json.decode(data.file.body, type=FeaturedGame)
            featured = game if site_of(request).now() < game.ends_at else featured
    return answer(shapes.LiveInfo(phases=phases, featured=featured))


async def _facts(request: Request) -> SiteFacts:
    if not sees(request, Thing(SITE)):
        raise not_found()
    return await facts_of(request)


def _phase(phase: PhaseFacts) -> shapes.PhaseInfo:
    return shapes.PhaseInfo(
        name=phase.name,
        title=phase.title,
        kind=phase.kind,
        source=phase.source,
        opens=phase.opens,
        deadline=phase.deadline,
        closed=phase.closed,
        begun=phase.begun,
        published=phase.published,
    )
