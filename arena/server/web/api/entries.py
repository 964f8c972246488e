"""The addresses of the API. The application's routes and the page about the API come from here."""

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from arena.competition.config.paths import STANDINGS
from arena.pages.site.data.listings import MATCHES, PAIRS, TEAMS
from arena.pages.site.data.summary import FILE as SUMMARY
from arena.pages.site.data.summary import PhaseOutcome
from arena.server.web.api import competition, phases, shapes, team, uploads

ROOT = "/api/v1"
EVERYBODY, TEAM = "everybody", "team"  # who gets an answer
RECORDS = "records"  # in place of a shape: lines of JSON, one for each game
BRACKET = "bracket.json"


class Entry(NamedTuple):
    key: str  # of the text about it: site.api.entry.KEY
    path: str
    handler: Callable[[Request], Awaitable[Response]]
    who: str
    gives: Any  # the shape of the answer
    method: str = "GET"

    @property
    def address(self) -> str:
        """The path as people write it, without the types of its parameters."""
        return self.path.replace(":int}", "}")

    @property
    def route(self) -> Route:
        return Route(self.path, self.handler, methods=[self.method])


PHASE, OWN = f"{ROOT}/phases/{{phase}}", f"{ROOT}/team"
GAMES, PRACTICE = f"{OWN}/games/{{phase}}", f"{OWN}/practice"
UPLOADS = f"{ROOT}/uploads"
ENTRIES = (
    Entry("competition", f"{ROOT}/", competition.competition, EVERYBODY, shapes.CompetitionInfo),
    Entry("live", f"{ROOT}/live", competition.live, EVERYBODY, shapes.LiveInfo),
    Entry("phase", PHASE, competition.phase, EVERYBODY, shapes.PhaseInfo),
    Entry("table", f"{PHASE}/table", phases.file(STANDINGS), EVERYBODY, shapes.TableInfo),
    Entry("teams", f"{PHASE}/teams", phases.file(TEAMS), EVERYBODY, list[shapes.TeamOfPhase]),
    Entry("pairs", f"{PHASE}/head-to-head", phases.file(PAIRS), EVERYBODY, list[shapes.Row]),
    Entry("bracket", f"{PHASE}/bracket", phases.file(BRACKET), EVERYBODY, shapes.BracketInfo),
    Entry("summary", f"{PHASE}/summary", phases.file(SUMMARY), EVERYBODY, PhaseOutcome),
    Entry("matches", f"{PHASE}/matches", phases.file(MATCHES), EVERYBODY, list[shapes.MatchInfo]),
    Entry(
        "games",
        f"{PHASE}/matches/{{page:int}}",
        phases.games,
        EVERYBODY,
        list[shapes.MatchGames],
    ),
    Entry("records", f"{PHASE}/records/{{page:int}}", phases.records, EVERYBODY, RECORDS),
    Entry("own_team", OWN, team.team, TEAM, shapes.OwnTeamInfo),
    Entry("versions", f"{OWN}/versions", team.versions, TEAM, list[shapes.VersionInfo]),
    Entry("own_games", GAMES, team.games, TEAM, list[shapes.OwnDealInfo]),
    Entry("own_records", f"{GAMES}/records", team.records, TEAM, RECORDS),
    Entry("own_game", f"{GAMES}/{{game}}", team.game, TEAM, shapes.OwnGameDetails),
    Entry("own_record", f"{GAMES}/{{game}}/record", team.record, TEAM, RECORDS),
    Entry("practices", PRACTICE, team.practices, TEAM, list[shapes.PracticeInfo]),
    Entry("practice", f"{PRACTICE}/{{name}}", team.practice, TEAM, shapes.PracticeInfo),
    Entry("practice_records", f"{PRACTICE}/{{name}}/records", team.practice_records, TEAM, RECORDS),
    Entry("hand_in", UPLOADS, uploads.hand_in, TEAM, shapes.UploadInfo, "POST"),
    Entry("uploads", UPLOADS, uploads.listing, TEAM, shapes.UploadList),
    Entry("upload", f"{UPLOADS}/{{receipt}}", uploads.one, TEAM, shapes.UploadInfo),
)
