"""Lets games be played again. The old records are kept, but do not count."""

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

from arena.common.errors import ArenaError
from arena.competition.config.fields import OPEN_LADDER
from arena.competition.entries.decisions import checked_reason, decide, departures
from arena.competition.log import RERUN, Decision
from arena.competition.play.beginning import check_not_closed
from arena.competition.play.game_table import GameTable, is_game_id
from arena.competition.play.leaving import BY_RESULTS
from arena.competition.play.phase_state import PhaseState
from arena.schedule.match import Match
from arena.schedule.open_ladder import CLOSE
from arena.store.log import SetAside

MOST_LABELS = 200  # names of matches in a message


def rerun(
    state: PhaseState, ids: Sequence[str], label: str, names: Sequence[str], reason: str
) -> Decision:
    """Set games aside: these, by ids or numbers, or those of a match, or those between teams."""
    competition, phase = state.competition, state.phase
    reason = checked_reason(reason)
    check_not_closed(competition, phase)
    games = _choose_matches(state, ids, label, names)
    if phase.kind in (*BY_RESULTS, OPEN_LADDER):
        games |= _games_that_depend(state, set(games.values()))
    _check_present(state, set(games.values()))
    places = competition.store.places(phase.name, sorted(games)).values()
    aside = SetAside(phase.name, [(place.path.name, place.start) for place in places])
    now = competition.now()[0]
    decision = Decision(RERUN, "", now, reason, phase=phase.name, games=sorted(games))
    decide(competition, decision, aside)
    return decision


def _choose_matches(
    state: PhaseState, ids: Sequence[str], label: str, names: Sequence[str]
) -> dict[str, Match]:
    """The chosen games among those that were played and count."""
    counted: GameTable[Match] = GameTable()
    for id, match in state.progress.games.items():
        if id in state.outcomes:
            counted[id] = match
    if ids:
        games = [_id_of(state, each) for each in ids]
        for id, written in zip(games, ids, strict=True):
            if id not in counted:
                raise ArenaError(
                    f"{state.phase.name} has no game {written[:40]!r} that counts. Give its number "
                    f"on the pages, or its id. arena replay list "
                    f"{state.competition.records / state.phase.name} shows the ids"
                )
        return {id: counted[id] for id in games}
    entrants = {each.name: number for number, each in enumerate(state.entrants)}
    for name in names:
        if name not in entrants:
            raise ArenaError(
                f"{name[:60]!r} does not play in {state.phase.name}. There are: "
                + ", ".join(entrants)
            )
    wanted = {entrants[name] for name in names}
    chosen = {
        id: match
        for id, match in counted.items()
        if (not label or match.label.casefold() == label.casefold())
        and wanted <= set(match.entrants)
    }
    if not chosen:
        every = list(dict.fromkeys(match.label for match in counted.values()))
        labels = ", ".join(every if len(every) <= MOST_LABELS else ["...", *every[-MOST_LABELS:]])
        raise ArenaError(
            f"No game of {state.phase.name} that was played is meant. Its matches are called: "
            f"{labels or 'none was played'}"
        )
    return chosen


def _id_of(state: PhaseState, written: str) -> str:
    """The id of a game. The organiser may write its number in the phase, as the pages show it."""
    if is_game_id(written) or not written.isdecimal():
        return written
    try:
        return state.progress.games.with_number(int(written))
    except (IndexError, ValueError):  # there is no such number, or it has thousands of digits
        return written


def _games_that_depend(state: PhaseState, chosen: AbstractSet[Match]) -> dict[str, Match]:
    """The extra games of these matches in a knockout, which are played again too.

    It is refused if other pairings came from these matches, and have been played.
    """
    games, past, outcomes = state.progress.games, state.progress.past, state.outcomes
    played = {match for each in (games, past) for id, match in each.items() if id in outcomes}
    again: set[Match] = set()
    for match in chosen:
        for later in _later_matches(state.progress.rounds, match):
            if later not in played or (
                state.phase.kind == "knockout" and set(later.entrants).isdisjoint(match.entrants)
            ):
                continue
            if state.phase.kind != "knockout" or set(later.entrants) != set(match.entrants):
                raise ArenaError(
                    f"Later pairings of {state.phase.name} came from {match.label}, and "
                    f"{later.label} has been played. So {match.label} cannot be played again"
                )
            again.add(later)
    _check_arrivals(state, chosen)
    return {id: match for id, match in games.items() if match in again and id in outcomes}


def _check_arrivals(state: PhaseState, chosen: AbstractSet[Match]) -> None:
    """Refuse if an event of an open ladder came after the round that followed these matches."""
    if state.log is None:
        return
    last = max(event.round for event in state.events if event.what != CLOSE)
    for number, matches in enumerate(state.progress.rounds):
        for match in chosen & set(matches):
            if last > number + 1:
                raise ArenaError(
                    f"Teams of {state.phase.name} have joined or left since {match.label}, and the "
                    f"pairings after that came from it. So it cannot be played again"
                )


def _later_matches(rounds: Sequence[Sequence[Match]], match: Match) -> Iterator[Match]:
    """The matches of the rounds after that of this match."""
    numbers = [number for number, matches in enumerate(rounds) if match in matches]
    for matches in rounds[numbers[0] + 1 :]:
        yield from matches


def _check_present(state: PhaseState, matches: AbstractSet[Match]) -> None:
    """Refuse if a team of these matches has left."""
    left = departures(state.competition)
    gone = {number for number, team in enumerate(state.teams) if team.key in left}
    for number, each in enumerate(state.progress.rounds):
        for match in matches & set(each):
            for one in match.entrants:
                if one in gone or state.absences.is_absent(one, number):
                    name = state.entrants[one].name
                    raise ArenaError(
                        f"{name} no longer takes part, so its games of {match.label} cannot be "
                        f"played again. First: arena restore"
                    )
