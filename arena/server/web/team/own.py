"""The games of the team that asks, for its pages and for the API."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TypeVar

import msgspec
from msgspec import Struct
from starlette.requests import Request

from arena.competition.results.redaction import for_team, for_team_early
from arena.pages.site.data.listings import MATCHES, matches_file
from arena.pages.site.data.scene import REPLAYS, replay_link
from arena.replay.record import Record
from arena.replay.result import WHOLE, margin
from arena.server.facts import PhaseFacts, SiteFacts
from arena.server.visible import GAME, LOG, Thing
from arena.server.web.core.refused import not_found
from arena.server.web.core.site import Site, in_thread, sees, site_of
from arena.server.web.team.frame import require_team
from arena.server.web.visitor.files import find
from arena.store.live.own_games import OwnGame, own_games

T = TypeVar("T")


class _Listed(Struct):
    """A match in the files of a phase."""

    number: int
    label: str
    names: list[str]
    page: int | None


class _Game(Struct):
    id: str
    deal: int
    names: list[str]


class _Played(Struct):
    number: int
    games: list[_Game]


@dataclass(frozen=True)
class OwnDeal:
    """The games of the team against the same opponents on the same deal."""

    match: str
    deal: int  # its number, from 0
    opponents: list[str]
    games: list[OwnGame]
    credit: float
    margin: float
    faults: Counter[str]  # by verdict

    @property
    def sort_key(self) -> tuple[int, float, float]:
        """Puts the worst deal first."""
        fair = sum(1 / len(game.result.who) for game in self.games)
        return -self.faults.total(), self.credit - fair, self.margin


def own_phase(request: Request, facts: SiteFacts) -> PhaseFacts:
    """The phase in the address, if it has begun with the team and the team may see its games."""
    key, phase = require_team(request), facts.phase(request.path_params["phase"])
    if phase is None or key not in phase.teams or not sees(request, Thing(GAME, phase, (key,))):
        raise not_found("game")
    return phase


async def own_game(request: Request, facts: SiteFacts) -> tuple[PhaseFacts, str, OwnGame]:
    """The phase and the game in the address, and the name of the team, which has played it."""
    site, phase = site_of(request), own_phase(request, facts)
    team = await in_thread(team_name, site, require_team(request))
    for game in await in_thread(own_games, site.store, phase.name, team):
        if game.name == request.path_params["game"]:
            return phase, team, game
    raise not_found("game")


async def replay_of(request: Request, phase: PhaseFacts, game: OwnGame) -> str:
    """The address of the replay on the public pages; empty if they do not show it now.

    In the files of the phase, a game is found by its match, its deal and its sides.
    """
    if await find(request, f"{phase.name}/{REPLAYS}") is None:
        return ""
    who = list(game.result.who)
    for match in await _read(request, f"{phase.name}/{MATCHES}", list[_Listed]):
        if match.label != game.match or set(match.names) != set(who) or match.page is None:
            continue
        page = await _read(request, f"{phase.name}/{matches_file(match.page)}", list[_Played])
        for each in (each for one in page if one.number == match.number for each in one.games):
            if each.deal == game.result.deal + 1 and each.names == who:
                return replay_link(match.number - 1, each.id, f"/{phase.name}/")
    return ""


async def _read(request: Request, path: str, shape: type[T]) -> T:
    file = await find(request, path)
    if file is None:
        raise not_found("game")
    return msgspec.json.decode(await in_thread(file.file.path.read_bytes), type=shape)


async def record_with_logs(request: Request, phase: PhaseFacts, game: OwnGame) -> Record | None:
    """The whole record of a game of the team; None while its logs are secret."""
    if not sees(request, Thing(LOG, phase, (require_team(request),))):
        return None
    return await in_thread(site_of(request).store.record, phase.name, game.id)


def own_records(site: Site, phase: PhaseFacts, team: str, ids: Sequence[str]) -> Iterator[Record]:
    """The records of these games, filtered for the eyes of the team with this name."""
    filtered = for_team if phase.published else for_team_early
    return (filtered(record, team) for record in site.store.all_records(phase.name, ids))


def team_name(site: Site, key: str) -> str:
    team = site.store.team(key)
    return team.name if team else ""


def own_deals(team: str, games: Sequence[OwnGame]) -> list[OwnDeal]:
    """The games by deals: those with faults first, and then those that were lost."""

    def deal(game: OwnGame) -> tuple[str, int, list[str]]:
        return game.match, game.result.deal, sorted(game.result.who)

    deals = []
    for (match, number, who), on_deal in groupby(sorted(games, key=deal), deal):
        played, faults = list(on_deal), Counter[str]()
        credit = lead = 0.0
        for game in played:
            result, side = game.result, game.result.who.index(team)
            credit += result.parts[side] / WHOLE
            lead += margin(result.scores[side], sum(result.scores), len(result.who))
            faults.update(result.efforts[side].faults)
        others = [name for name in who if name != team]
        deals.append(OwnDeal(match, number, others, played, credit, lead, faults))
    return sorted(deals, key=lambda each: each.sort_key)
