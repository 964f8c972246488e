"""What the answers of the API have in them. The page about the API is made from these classes."""

from datetime import datetime
from typing import Any

from msgspec import Struct

from arena.pages.site.data.featured import FeaturedGame

Row = dict[str, Any]  # a row of a table, whose columns depend on the kind of the phase


class Shape(Struct, kw_only=True, forbid_unknown_fields=True):
    """An answer, or a part of one."""


class PhaseInfo(Shape):
    name: str
    title: str
    kind: str
    source: str  # the phase whose best teams play here
    opens: datetime | None
    deadline: datetime | None
    closed: bool  # does it take no more files, whatever its dates say?
    begun: bool
    published: bool


class CompetitionInfo(Shape):
    name: str
    seed_sha256: str
    phases: list[PhaseInfo]


class LivePhaseInfo(Shape):
    name: str
    games: int  # that are shown


class LiveInfo(Shape):
    phases: list[LivePhaseInfo]
    featured: FeaturedGame | None


class CriterionInfo(Shape):
    name: str
    sentence: str


class TableInfo(Shape):
    order: list[CriterionInfo]
    teams: list[Row]
    house_faults: dict[str, dict[str, int]]


class TeamOfPhase(Shape):
    name: str
    key: str
    members: list[str]


class PairingInfo(Shape):
    label: str
    upper: str | None
    lower: str | None
    scores: list[list[float]]
    winner: str | None
    won_by: str


class PlaceInfo(Shape):
    first: int
    last: int
    teams: list[str]


class BracketInfo(Shape):
    rounds: list[list[PairingInfo]]
    places: list[PlaceInfo]


class MatchSummary(Shape):
    number: int
    label: str
    names: list[str]
    credits: list[float]
    page: int | None  # the page with its games; null while it has none


class MatchInfo(MatchSummary):
    games: int


class GameInfo(Shape):
    id: str
    number: int
    deal: int
    names: list[str]
    scores: list[float]
    ranks: list[int]
    faults: list[int]


class MatchGames(MatchSummary):
    games: list[GameInfo]


class OwnTeamInfo(Shape):
    name: str
    key: str
    members: list[str]
    window: str | None  # the phase that takes files now
    opponents: list[str]  # for practice


class StepInfo(Shape):
    ok: bool
    said: str
    advice: str


class UploadInfo(Shape):
    receipt: str
    sha256: str
    size: int
    received_at: datetime
    phase: str
    version: int | None
    verdict: str  # "admitted", "refused", "withdrawn"; empty: not yet
    place: int | None  # in the queue
    steps: list[StepInfo]


class UploadList(Shape):
    uploads: list[UploadInfo]


class VersionInfo(Shape):
    number: int
    sha256: str
    received_at: datetime
    phase: str
    verdict: str
    plays_in: list[str]  # phases
    steps: list[StepInfo]


class OwnGameInfo(Shape):
    game: str
    names: list[str]
    scores: list[float]


class OwnDealInfo(Shape):
    match: str
    deal: int
    opponents: list[str]
    credit: float
    margin: float
    faults: dict[str, int]
    games: list[OwnGameInfo]


class FaultInfo(Shape):
    verdict: str
    ply: int
    seat: int
    reason: str
    traceback: str
    output: str


class OwnGameDetails(OwnGameInfo):
    match: str
    deal: int
    logs: list[FaultInfo] | None  # null while they are secret


class PracticeGameInfo(Shape):
    credit: float
    margin: float
    faults: int


class PracticeInfo(Shape):
    name: str
    version: int
    opponent: str
    asked_at: datetime
    games: list[PracticeGameInfo] | None  # null while it is not played
    failed: str
