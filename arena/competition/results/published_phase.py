"""The rules and the entrants of a published phase: `phase.json`.

From this file and the records, anybody can compute the schedule again, and with it the bracket and
the table. So points that have no record can be checked too: those for byes, and those for games
that an opponent forfeited.
"""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from arena.common.errors import ArenaError
from arena.competition.config.fields import OF_KIND, OPEN_LADDER
from arena.competition.config.settings import HouseBot, Phase
from arena.competition.entries.decisions import FOREVER, Absences, LastDecision
from arena.competition.play.ladder_events import Presence
from arena.competition.play.phase_state import PhaseState, ladder_walk
from arena.competition.play.progress import (
    Identities,
    LadderIdentities,
    MatchOutcome,
    Progress,
    Walk,
)
from arena.competition.play.schedule_of import bracket_of, schedule_of
from arena.replay.record import BotEntry
from arena.schedule.bracket import Bracket
from arena.schedule.knockout import EXTRA
from arena.schedule.open_ladder import CLOSE, JOIN, LEAVE, RETURN, VOID, LadderEvent
from arena.standings.tiebreaks import TIEBREAKS
from Game.core.game import Game

FILE, BRACKET = "phase.json", "bracket.json"

Number = Annotated[int, Meta(ge=0, le=1_000_000)]


class PublishedEntrant(Struct, frozen=True, omit_defaults=True):
    """A team or a house bot. The hash and the variant of its bot are in its records too."""

    name: str
    sha256: str
    variant: str = ""


class Absence(Struct, frozen=True):
    """The rounds in which a team took no part, counted from 1. `last` is null: until the end."""

    team: str
    first: Number
    last: Number | None


class PublishedEvent(Struct, frozen=True, omit_defaults=True):
    """Something that happened on an open ladder after this number of rounds."""

    rounds: Number
    what: str
    team: str = ""
    sha256: str = ""  # of the bot that joins


class PublishedPhase(Struct, frozen=True):
    kind: str
    source: str  # the phase whose best teams play here
    games: Annotated[int, Meta(ge=1, le=1_000_000)]
    rounds: Number
    top: Number | None
    tiebreaks: tuple[str, ...]
    third_place: bool
    tied: str
    teams: list[PublishedEntrant]  # in seeded order
    house: list[PublishedEntrant]
    absent: list[Absence]
    void: list[str]  # the teams whose games do not count
    # Of an open ladder.
    at_once: Annotated[int, Meta(ge=1, le=1_000_000)] = 1
    play_out: Number = 0
    events: list[PublishedEvent] = []
    dropped: list[str] = []  # games that were scheduled and not played, because a bot had left
    last_decision: LastDecision | None = None  # that counts here; None: from an older version
    games_sha256: str = ""  # of the ids of the games that count; empty: from an older version

    @property
    def names(self) -> list[str]:
        """The names of the teams."""
        return [team.name for team in self.teams]

    def settings(self, name: str) -> Phase:
        """The settings of the phase with this name."""
        return Phase(
            name,
            self.kind,
            self.source,
            house=tuple(HouseBot("", "", each.sha256) for each in self.house),
            games=self.games,
            rounds=self.rounds,
            top=self.top,
            tiebreaks=self.tiebreaks,
            third_place=self.third_place,
            tied=self.tied,
            at_once=self.at_once,
            play_out=self.play_out,
        )

    def absences(self) -> Absences:
        """The absences by the numbers of the teams."""
        number = {name: number for number, name in enumerate(self.names)}
        spans: dict[int, list[range]] = {}
        for each in self.absent:
            last = FOREVER if each.last is None else each.last
            spans.setdefault(number[each.team], []).append(range(each.first - 1, last))
        return Absences(spans, frozenset(number[name] for name in self.void))

    def progress(
        self, name: str, game: Game, deals: Mapping[int, object], known: Mapping[str, MatchOutcome]
    ) -> Progress:
        """Go through the schedule with these deals and these outcomes of games.

        A deal that is not known is only a number. So the games on it have an id of their own.
        """
        phase, absences = self.settings(name), self.absences()
        if self.kind == OPEN_LADDER:
            return self._ladder_progress(phase, game, deals, known)
        entries = [
            BotEntry(each.name, sha256=each.sha256, variant=each.variant)
            for each in [*self.teams, *self.house]
        ]
        entrants = len(self.teams)
        tree = bracket_of(phase, entrants)
        schedule = schedule_of(phase, entrants, len(game.sides), tree, absences.is_absent)
        identities = Identities(game, entries, lambda number: deals.get(number, number))
        return Walk(schedule, identities, absences, tree).progress(known)

    def _ladder_progress(
        self,
        phase: Phase,
        game: Game,
        deals: Mapping[int, object],
        known: Mapping[str, MatchOutcome],
    ) -> Progress:
        number = {name: number for number, name in enumerate(self.names)}
        events = [
            LadderEvent(each.rounds, each.what, number.get(each.team, -1)) for each in self.events
        ]
        arrived = [
            BotEntry(each.team, sha256=each.sha256) for each in self.events if each.what == JOIN
        ]
        deal = lambda number: deals.get(number, number)  # noqa: E731
        presence = Presence(events, self.dropped)
        identities = LadderIdentities(game, arrived, deal, presence)
        return ladder_walk(phase, events, presence, identities).progress(known)


def published_phase(state: PhaseState, last: LastDecision) -> PublishedPhase:
    """The rules and the entrants of this phase. `last` is the last decision that counts."""
    phase, absences = state.phase, state.absences
    entrants = [PublishedEntrant(each.name, each.sha256, each.variant) for each in state.entries]
    teams = len(state.teams)
    return PublishedPhase(
        phase.kind,
        phase.source,
        phase.games,
        phase.rounds,
        phase.top,
        phase.tiebreaks,
        phase.third_place,
        phase.tied,
        entrants[:teams],
        entrants[teams:],
        [
            Absence(
                state.teams[number].name,
                span.start + 1,
                None if span.stop == FOREVER else span.stop,
            )
            for number, spans in absences.spans.items()
            for span in spans
            if span
        ],
        [state.teams[number].name for number in sorted(absences.void)],
        phase.at_once,
        phase.play_out,
        [] if state.log is None else list(_published_events(state)),
        [] if state.log is None else state.log.dropped,
        last,
        hash_of_games(state),
    )


def hash_of_games(state: PhaseState) -> str:
    """A hash of the ids of the games that count now, in the order of the schedule."""
    digest = sha256()
    for id in state.progress.games:
        if id in state.outcomes:
            digest.update(id.encode())
    return digest.hexdigest()


def _published_events(state: PhaseState) -> Iterator[PublishedEvent]:
    """The events of an open ladder, with the bots that joined."""
    arrived = iter(state.arrived)
    for event in state.events:
        team = "" if event.what == CLOSE else state.teams[event.entrant].name
        sha256 = next(arrived).sha256 if event.what == JOIN else ""
        yield PublishedEvent(event.round, event.what, team, sha256)


def bracket_data(names: Sequence[str], tree: Bracket) -> dict[str, Any]:
    """The bracket with the names of the teams, as `bracket.json` has it."""

    def name(entrant: int | None) -> str | None:
        return None if entrant is None else names[entrant]

    return {
        "rounds": [
            [
                {
                    "label": meeting.label,
                    "upper": name(meeting.upper),
                    "lower": name(meeting.lower),
                    "scores": [list(score.credit) for score in meeting.scores],
                    "winner": name(meeting.winner),
                    "won_by": meeting.decided_by,
                }
                for meeting in meetings
            ]
            for meetings in tree.rounds
        ],
        "places": [
            {"first": place.first, "last": place.last, "teams": [name(e) for e in place.entrants]}
            for place in tree.places()
        ],
    }


def read_published_phase(folder: Path) -> PublishedPhase:
    """The rules and the entrants of the phase in this published folder."""
    path = folder / FILE
    advice = "Get the whole published folder again"
    try:
        phase = msgspec.json.decode(path.read_bytes(), type=PublishedPhase)
    except OSError as error:
        raise ArenaError(f"{path} cannot be read: {error.strerror or error}. {advice}") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ArenaError(f"{path} does not describe a phase: {error}. {advice}") from None
    named = {each.team for each in phase.absent} | set(phase.void)
    if not named <= set(phase.names):
        raise ArenaError(f"{path} names teams that do not play in the phase. {advice}")
    if not _is_ladder_of(phase):
        raise ArenaError(f"{path} has events that an open ladder cannot have. {advice}")
    knows_kind = phase.kind in OF_KIND and (phase.kind != "knockout" or phase.tied in EXTRA)
    if not knows_kind or not set(phase.tiebreaks) <= set(TIEBREAKS):
        raise ArenaError(f"{path} has rules that this version of the arena does not know. {advice}")
    return phase


def _is_ladder_of(phase: PublishedPhase) -> bool:
    """Do the events fit together? Only then can the schedule be computed."""
    joined: set[str] = set()
    rounds = 0
    for event in phase.events:
        if event.rounds < rounds or event.what not in (JOIN, LEAVE, VOID, RETURN, CLOSE):
            return False
        if event.what == JOIN:
            joined.add(event.team)
        elif event.what != CLOSE and event.team not in joined:
            return False
        rounds = event.rounds
    return phase.kind != OPEN_LADDER or joined == set(phase.names)
