"""Decides who may see what, and when (decision 50). Everything that is shown goes through it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from arena.server.facts import PhaseFacts

PUBLIC, TEAM, ORGANISER, PROJECTOR = "public", "team", "organiser", "projector"  # viewers

# Kinds of things.
SITE = "site"  # the first page, the rules, the hash of the seed, the phases and their dates
TABLE = "table"  # the places of teams: leaderboard, bracket, statistics of a phase
GAME = "game"  # the result of a game or a match, without its cards
REPLAY = "replay"  # the cards of a game: its record, its moves, the featured game
AHEAD = "ahead"  # what is next, and how much is left: it gives away results
HOUSE = "house"  # which bots the house bots of a phase are
CODE = "code"  # the source of a team's bot
LOG = "log"  # tracebacks, output, and thoughts of a team's bot: a bot may print the cards
UPLOAD = "upload"  # a file that was handed in: its receipt, steps and verdict
DESK = "desk"  # what organisers steer the event with: queues, machines, the log of their actions
PRIVATE = "private"  # the address of a team, and which of its versions plays
STAGE = "stage"  # the scene of a show that is on stage, or is about to begin


@dataclass(frozen=True)
class Viewer:
    role: str
    team: str = ""  # the key of the team
    name: str = ""  # of the organiser


EVERYBODY = Viewer(PUBLIC)


@dataclass(frozen=True)
class Thing:
    kind: str
    phase: PhaseFacts | None = None
    teams: tuple[str, ...] = ()  # the keys of the teams to which it belongs
    at: datetime | None = None  # when it came to be; None: before everything else


def visible(thing: Thing, viewer: Viewer, now: datetime) -> bool:
    """May this viewer see this thing now? If in doubt, no."""
    rules = RULES.get(thing.kind)
    rule = rules.get(viewer.role) if rules else None
    return rule is not None and rule(thing, viewer, now)


def _always(thing: Thing, viewer: Viewer, now: datetime) -> bool:
    return True


def _its_own(thing: Thing, viewer: Viewer, now: datetime) -> bool:
    return bool(viewer.team) and viewer.team in thing.teams


def _its_own_game(thing: Thing, viewer: Viewer, now: datetime) -> bool:
    """It is a thing of the team, and the phase does not keep it from its teams."""
    phase = thing.phase
    is_open = phase is None or phase.published or not phase.own_sealed
    return is_open and _its_own(thing, viewer, now)


def _published(thing: Thing, viewer: Viewer, now: datetime) -> bool:
    return thing.phase is not None and thing.phase.published


def _shown(thing: Thing, viewer: Viewer, now: datetime) -> bool:
    """The phase is published, or live, and the thing came before the freeze and the delay.

    If the phase has a show, its things come to be when the show has told them. Its games are older
    than the show.
    """
    phase = thing.phase
    if phase is None or phase.published:
        return phase is not None
    if phase.show_began is not None:
        return thing.at is not None and phase.show_began < thing.at <= now
    if phase.sealed or thing.at is None:
        return False
    is_old = thing.at + timedelta(seconds=phase.delay) <= now
    return is_old and (phase.freeze is None or thing.at < phase.freeze)


def _shown_or_its_own(thing: Thing, viewer: Viewer, now: datetime) -> bool:
    return _its_own_game(thing, viewer, now) or _shown(thing, viewer, now)


def _has_come(thing: Thing, viewer: Viewer, now: datetime) -> bool:
    return thing.at is not None and thing.at <= now


def _dealt_no_more(thing: Thing, viewer: Viewer, now: datetime) -> bool:
    """Can no file that comes later be played on the deals of the phase?"""
    return thing.phase is None or not thing.phase.may_take_files(now)


Rule = Callable[[Thing, Viewer, datetime], bool]


def _both(one: "Rule", other: "Rule") -> "Rule":
    return lambda thing, viewer, now: one(thing, viewer, now) and other(thing, viewer, now)


# Without an entry, never. The projector gets the scenes of the show, and otherwise what everybody
# gets: its address hangs in a hall, or is in the settings of a stream.
RULES: Mapping[str, Mapping[str, Rule]] = {
    SITE: dict.fromkeys((PUBLIC, TEAM, ORGANISER, PROJECTOR), _always),
    TABLE: {PUBLIC: _shown, TEAM: _shown, ORGANISER: _always, PROJECTOR: _shown},
    GAME: {PUBLIC: _shown, TEAM: _shown_or_its_own, ORGANISER: _always, PROJECTOR: _shown},
    REPLAY: {
        PUBLIC: _both(_shown, _dealt_no_more),
        TEAM: _both(_shown_or_its_own, _dealt_no_more),
        ORGANISER: _always,
        PROJECTOR: _both(_shown, _dealt_no_more),
    },
    AHEAD: {PUBLIC: _shown, TEAM: _shown, ORGANISER: _always, PROJECTOR: _shown},
    HOUSE: {PUBLIC: _published, TEAM: _published, ORGANISER: _always, PROJECTOR: _published},
    CODE: {TEAM: _its_own, ORGANISER: _always},
    LOG: {TEAM: _both(_its_own_game, _dealt_no_more), ORGANISER: _always},
    UPLOAD: {TEAM: _its_own, ORGANISER: _always},
    PRIVATE: {TEAM: _its_own, ORGANISER: _always},
    STAGE: {ORGANISER: _always, PROJECTOR: _has_come},
    DESK: {ORGANISER: _always},
}
