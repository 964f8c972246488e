"""Makes the summary of a phase: its table, its bracket and its best moments."""

from arena.pages.site.data.facts import ShownPhase
from arena.pages.site.data.summary import BracketMatch, PhaseOutcome, TeamOutcome
from arena.pages.site.moments.highlights import highlights


def outcome_of(phase: ShownPhase) -> PhaseOutcome:
    by = phase.standings.criteria[0].name
    return PhaseOutcome(
        phase.digest.games.count, team_outcomes(phase), _rounds(phase), highlights(phase), by
    )


def team_outcomes(phase: ShownPhase) -> list[TeamOutcome]:
    """The table in short, from the top down."""
    teams = {team.name: team for team in phase.teams}
    return [
        TeamOutcome(
            row.name,
            teams[row.name].key,
            row.place,
            row.share,
            row.share_low,
            row.share_high,
            row.rating,
            row.faults,
            teams[row.name].version,
            row.credit,
            tuple(phase.earlier.get(row.name, ())),
        )
        for row in phase.standings.rows
    ]


def _rounds(phase: ShownPhase) -> list[list[BracketMatch]]:
    tree = phase.bracket
    if tree is None:
        return []

    def name(entrant: int | None) -> str:
        return "" if entrant is None else phase.teams[entrant].name

    return [
        [
            BracketMatch(
                (name(meeting.upper), name(meeting.lower)),
                tuple(meeting.scores[0].credit) if meeting.scores else (),
                name(meeting.winner),
            )
            for meeting in meetings
            if meeting is not tree.third
        ]
        for meetings in tree.rounds
    ]
