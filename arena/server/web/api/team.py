"""What a team sees of itself: its data, versions, games and practice matches."""

from collections.abc import Sequence
from dataclasses import asdict

from starlette.requests import Request
from starlette.responses import Response

from arena.guest.protocol.safe_text import plain_lines
from arena.pages.site.data.scene import display_name
from arena.server.facts import SiteFacts
from arena.server.visible import PRIVATE, UPLOAD, Thing
from arena.server.web.api import shapes
from arena.server.web.api.answers import answer, require_code
from arena.server.web.core.pages import words_of
from arena.server.web.core.refused import not_found
from arena.server.web.core.site import Site, facts_of, in_thread, sees, site_of
from arena.server.web.team import games as own_pages
from arena.server.web.team import own
from arena.server.web.team import practice as own_practice
from arena.server.web.team.faults import ShownFault, shown_faults
from arena.server.web.team.overview import open_phase, phases_by_version
from arena.store.live.own_games import OwnGame, own_games
from arena.store.live.practice import Practice, practices_of
from arena.store.store import Version


async def team(request: Request) -> Response:
    key, facts = require_code(request), await facts_of(request)
    if not sees(request, Thing(PRIVATE, teams=(key,))):
        raise not_found()
    return answer(await in_thread(_team, site_of(request), facts, key))


def _team(site: Site, facts: SiteFacts, key: str) -> shapes.OwnTeamInfo:
    team, opened = site.store.team(key), open_phase(site, facts)
    if team is None:
        raise not_found()
    return shapes.OwnTeamInfo(
        name=display_name(team.name),
        key=key,
        members=list(team.members),
        window=opened.name if opened else None,
        opponents=facts.opponents,
    )


async def versions(request: Request) -> Response:
    key, facts = require_code(request), await facts_of(request)
    if not sees(request, Thing(UPLOAD, teams=(key,))):
        raise not_found()
    return answer(await in_thread(_versions, site_of(request), facts, key))


def _versions(site: Site, facts: SiteFacts, key: str) -> list[shapes.VersionInfo]:
    team = site.store.team(key)
    if team is None:
        raise not_found()
    plays = phases_by_version(site, facts, key)
    return [
        shapes.VersionInfo(
            number=each.number,
            sha256=each.sha256,
            received_at=each.received_at,
            phase=each.phase,
            verdict=each.status,
            plays_in=[phase.name for phase in plays[each.number]],
            steps=_steps(each),
        )
        for each in reversed(site.store.versions(team))
    ]


def _steps(version: Version) -> list[shapes.StepInfo]:
    return [
        shapes.StepInfo(
            ok=step["ok"], said=plain_lines(step["said"]), advice=plain_lines(step["advice"])
        )
        for step in version.report.get("steps", [])
    ]


async def games(request: Request) -> Response:
    """The deals with the games of the team, the worst first."""
    key, site = require_code(request), site_of(request)
    phase = own.own_phase(request, await facts_of(request))
    name = await in_thread(own.team_name, site, key)
    played = await in_thread(own_games, site.store, phase.name, name)
    return answer(
        [
            shapes.OwnDealInfo(
                match=deal.match,
                deal=deal.deal + 1,
                opponents=deal.opponents,
                credit=deal.credit,
                margin=deal.margin,
                faults=dict(deal.faults),
                games=[_game(game) for game in deal.games],
            )
            for deal in own.own_deals(name, played)
        ]
    )


def _game(game: OwnGame) -> shapes.OwnGameInfo:
    return shapes.OwnGameInfo(
        game=game.name, names=list(game.result.who), scores=list(game.result.scores)
    )


async def game(request: Request) -> Response:
    """A game of the team, with the logs of its bot."""
    require_code(request)
    facts = await facts_of(request)
    phase, name, played = await own.own_game(request, facts)
    record = await own.record_with_logs(request, phase, played)
    logs = None if record is None else _faults(shown_faults(words_of(facts), record, name))
    shown = _game(played)
    return answer(
        shapes.OwnGameDetails(
            game=shown.game,
            names=shown.names,
            scores=shown.scores,
            match=played.match,
            deal=played.result.deal + 1,
            logs=logs,
        )
    )


def _faults(faults: Sequence[ShownFault]) -> list[shapes.FaultInfo]:
    return [shapes.FaultInfo(**asdict(each)) for each in faults]


async def record(request: Request) -> Response:
    require_code(request)
    return await own_pages.record(request)


async def records(request: Request) -> Response:
    require_code(request)
    return await own_pages.records(request)


async def practices(request: Request) -> Response:
    key = require_code(request)
    matches = await in_thread(practices_of, site_of(request).store.database, key)
    return answer([_practice(each) for each in matches if own_practice.may_see(request, each)])


async def practice(request: Request) -> Response:
    require_code(request)
    return answer(_practice(await own_practice.practice_in(request)))


async def practice_records(request: Request) -> Response:
    require_code(request)
    return await own_practice.records(request)


def _practice(practice: Practice) -> shapes.PracticeInfo:
    report = practice.report
    return shapes.PracticeInfo(
        name=practice.name,
        version=practice.number,
        opponent=practice.opponent,
        asked_at=practice.asked_at,
        games=None
        if report is None
        else [
            shapes.PracticeGameInfo(credit=each.credit, margin=each.margin, faults=each.faults)
            for each in report.games
        ],
        failed=report.failed if report else "",
    )
