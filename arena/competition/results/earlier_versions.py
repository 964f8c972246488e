"""The games of earlier versions of the teams' bots in a phase.

When a team hands in a new version, its games are played again, and the games before do not count.
On an open ladder, other games are played instead.
They show the progress of the team, so they are published too, in a file of their own.
"""

from collections import defaultdict
from contextlib import ExitStack
from pathlib import Path

from arena.competition.play.phase_state import PhaseState
from arena.competition.results.redaction import for_everybody
from arena.pages.site.data.summary import VersionOutcome
from arena.replay.files import compressed_file, to_line
from arena.replay.result import result
from arena.standings.tally import TallyLine, add

FILE = "earlier.jsonl.gz"


def write_earlier_games(state: PhaseState, folder: Path) -> dict[str, list[VersionOutcome]]:
    """Write these games into the folder, and return the results of each earlier version.

    The results are by the name of the team, the oldest version first. Without such games there is
    no file.
    """
    ids = sorted(id for id in state.outcomes if id not in state.progress.games)
    numbers = _bot_numbers(state)
    lines: dict[tuple[str, int], _Lines] = defaultdict(_Lines)
    with ExitStack() as stack:
        file = None
        for record in state.competition.store.all_records(state.phase.name, ids):
            players = {bot.name: numbers.get((bot.name, bot.sha256)) for bot in record.bots}
            # An audit of an open ladder needs all games: its pairings came from them.
            is_past = record.id in state.progress.past
            if not is_past and (None in players.values() or not any(players.values())):
                continue
            if file is None:
                file = stack.enter_context(compressed_file(folder / FILE))
            file.write(to_line(for_everybody(record)))
            counted = result(record, record.fixture.deal if record.fixture else 0)
            for name, number in players.items():
                if number:
                    add(lines[name, number], counted)
    outcomes: dict[str, list[VersionOutcome]] = defaultdict(list)
    for (name, number), each in sorted(lines.items()):
        line = each[name]
        outcomes[name].append(
            VersionOutcome(number, line.games, line.share, *line.interval, line.faults.total())
        )
    return outcomes


class _Lines(dict[str, TallyLine]):
    """The counts of the games of a version: for each player a line."""

    def __missing__(self, name: str) -> TallyLine:
        line = self[name] = TallyLine(name)
        return line


def _bot_numbers(state: PhaseState) -> dict[tuple[str, str], int]:
    """The number of each earlier version, by the name of the team and its hash.

    The bots that play now have the number 0. House bots that were replaced, and teams whose games
    are void, have none: games against them say nothing.
    """
    teams = {
        team.key: team.name
        for number, team in enumerate(state.teams)
        if number not in state.absences.void
    }
    numbers = {
        (teams[each.team], each.sha256): each.number
        for each in state.competition.store.versions()
        if each.team in teams
    }
    void = {state.teams[number].name for number in state.absences.void}
    now = [(each.name, each.sha256) for each in state.entries if each.name not in void]
    return numbers | dict.fromkeys(now, 0)
