"""The games of a team, the worst first: with faults, and then on deals that were lost.

Nothing here is about the games of others, and nothing says which place the team has.
"""

from collections import Counter
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from arena.common.times import minute
from arena.pages.site.data.scene import player_name
from arena.pages.words import Words
from arena.pages.words.labels import match_label
from arena.replay.files import to_line
from arena.replay.record import Record
from arena.server.facts import PhaseFacts, SiteFacts
from arena.server.visible import GAME, REPLAY, Thing
from arena.server.web.core.pages import go_to, html, words_of
from arena.server.web.core.refused import not_found
from arena.server.web.core.site import Site, facts_of, in_thread, sees, site_of
from arena.server.web.team.faults import ShownFault, shown_faults
from arena.server.web.team.frame import area_nav, require_team
from arena.server.web.team.own import (
    OwnDeal,
    own_deals,
    own_game,
    own_phase,
    own_records,
    record_with_logs,
    replay_of,
    team_name,
)
from arena.store.live.own_games import OwnGame, own_games

HERE = "/team/games"
ON_A_PAGE = 50  # deals
AT_A_TIME = 200  # records that are sent together


@dataclass(frozen=True)
class GameLink:
    text: str
    href: str


@dataclass(frozen=True)
class TeamDealRow:
    match: str
    deal: str
    opponents: str
    games: list[GameLink]
    credit: str
    margin: str
    faults: str


@dataclass(frozen=True)
class GamesPage:
    phases: list[tuple[str, str, bool]]  # title, address, whether it is this one
    summary: str
    note: str
    rows: list[TeamDealRow]
    before: str
    after: str
    records: str  # the address of all records
    sealed: str  # which games are secret for the team, too


@dataclass(frozen=True)
class GamePage:
    title: str
    sides: list[tuple[str, str]]  # name and score
    note: str
    faults: list[ShownFault]
    public_replay: str  # the address of the public replay
    replay: str  # the address of the replay as the team may see it
    record: str  # the address of the record
    repro: str


async def show(request: Request) -> Response:
    """GET /team/games and /team/games/PHASE."""
    key, facts = require_team(request), await facts_of(request)
    name = request.path_params.get("phase", "")
    own = [phase for phase in facts.phases if phase.begun and key in phase.teams]
    begun = [phase for phase in own if sees(request, Thing(GAME, phase, (key,)))]
    sealed = [phase.title for phase in own if phase not in begun and _is_known(facts, phase)]
    if not name and begun:
        return go_to(request, f"{HERE}/{begun[-1].name}")
    phase = own_phase(request, facts) if name else None
    page = GamesPage([], "", "", [], "", "", "", "")
    if phase is not None:
        number = request.query_params.get("page", "")
        part = max(1, int(number)) if number.isdecimal() and len(number) < 6 else 1
        page = await in_thread(_games_page, request, facts, phase, key, begun, part)
    words = words_of(facts)
    if sealed:
        page = replace(page, sealed=words("site.area.own_sealed", phase=", ".join(sealed)))
    title = words("site.area.nav.games")
    return html(facts, "games.html", title, nav=area_nav(facts, HERE), page=page)


async def one(request: Request) -> Response:
    """GET /team/games/PHASE/GAME."""
    facts = await facts_of(request)
    phase, team, game = await own_game(request, facts)
    record = await record_with_logs(request, phase, game)
    public_replay = await replay_of(request, phase, game)
    page = _game_page(words_of(facts), phase, team, game, record, public_replay)
    return html(facts, "game.html", page.title, nav=area_nav(facts, HERE), page=page)


async def record(request: Request) -> Response:
    """GET /team/games/PHASE/GAME/record: one line of JSON, filtered for the eyes of the team."""
    phase, team, game = await own_game(request, await facts_of(request))
    if not sees(request, Thing(REPLAY, phase, (require_team(request),))):
        raise not_found("game")
    lines = await in_thread(_lines, site_of(request), phase, team, [game.id])
    return Response(b"".join(lines), media_type="text/plain", headers=_named(game.name))


async def records(request: Request) -> Response:
    """GET /team/games/PHASE/records: all of them so far."""
    site, key, facts = site_of(request), require_team(request), await facts_of(request)
    phase = own_phase(request, facts)
    if not sees(request, Thing(REPLAY, phase, (key,))):
        raise not_found("game")
    name = await in_thread(team_name, site, key)
    games = await in_thread(own_games, site.store, phase.name, name)

    async def pieces() -> AsyncIterator[bytes]:
        for first in range(0, len(games), AT_A_TIME):
            ids = [game.id for game in games[first : first + AT_A_TIME]]
            yield b"".join(await in_thread(_lines, site, phase, name, ids))

    return StreamingResponse(pieces(), media_type="text/plain", headers=_named(phase.name))


def _named(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}.jsonl"'}


def _lines(site: Site, phase: PhaseFacts, name: str, ids: Sequence[str]) -> list[bytes]:
    return [to_line(record) for record in own_records(site, phase, name, ids)]


def _games_page(
    request: Request,
    facts: SiteFacts,
    phase: PhaseFacts,
    key: str,
    begun: Sequence[PhaseFacts],
    part: int,
) -> GamesPage:
    site, words = site_of(request), words_of(facts)
    name = team_name(site, key)
    games = own_games(site.store, phase.name, name)
    deals = own_deals(name, games)
    faults = sum(deal.faults.total() for deal in deals)
    start, here = (part - 1) * ON_A_PAGE, f"{HERE}/{phase.name}"
    may_see = sees(request, Thing(REPLAY, phase, (key,)))
    return GamesPage(
        [(each.title, f"{HERE}/{each.name}", each is phase) for each in begun],
        f"{words.count('site.games', len(games))}, {words.count('site.faults', faults)}",
        "" if may_see else _why_secret(words, phase),
        [_row(words, phase, deal) for deal in deals[start : start + ON_A_PAGE]],
        f"{here}?page={part - 1}" if part > 1 else "",
        f"{here}?page={part + 1}" if len(deals) > start + ON_A_PAGE else "",
        f"{here}/records" if may_see and games else "",
        "",
    )


def _is_known(facts: SiteFacts, phase: PhaseFacts) -> bool:
    """May a team know that it plays in this phase? Who goes on from another phase is a result."""
    source = facts.phase(phase.source)
    return source is None or source.published


def _why_secret(words: Words, phase: PhaseFacts) -> str:
    """Why the team does not see cards and logs yet."""
    if phase.deadline is None:
        return words("site.area.cards_later")
    return words("site.area.cards_after", time=minute(phase.deadline))


def _row(words: Words, phase: PhaseFacts, deal: OwnDeal) -> TeamDealRow:
    return TeamDealRow(
        match_label(words, deal.match),
        words.number(deal.deal + 1),
        ", ".join(player_name(words, other) for other in deal.opponents),
        [
            GameLink(words("site.match.game", n=n), f"{HERE}/{phase.name}/{game.name}")
            for n, game in enumerate(deal.games, start=1)
        ],
        words("site.area.credit", credit=words.short(deal.credit), games=len(deal.games)),
        words.number(deal.margin, 1, sign=True),
        _fault_text(words, deal.faults),
    )


def _fault_text(words: Words, faults: Counter[str]) -> str:
    return ", ".join(f"{count} {words.verdict(kind)}" for kind, count in sorted(faults.items()))


def _game_page(
    words: Words,
    phase: PhaseFacts,
    name: str,
    game: OwnGame,
    record: Record | None,
    public_replay: str,
) -> GamePage:
    """The page of a game. Without a record, the team may not see more than the result."""
    result = game.result
    faults = Counter(result.efforts[result.who.index(name)].faults)
    shown = shown_faults(words, record, name) if record is not None else []
    first = f" --ply {shown[0].ply}" if shown else ""
    secret = "" if record is not None else _why_secret(words, phase)
    counted = _fault_text(words, faults) if record is None else ""
    address = f"{HERE}/{phase.name}/{game.name}"
    return GamePage(
        f"{match_label(words, game.match)}, {words('site.match.deal')} {result.deal + 1}",
        [
            (player_name(words, other), words.short(score))
            for other, score in zip(result.who, result.scores, strict=True)
        ],
        ". ".join(filter(None, (counted, secret))),
        shown,
        public_replay,
        f"{address}/replay" if record is not None else "",
        f"{address}/record" if record is not None else "",
        f"arena repro {game.name}.jsonl{first}" if shown else "",
    )
