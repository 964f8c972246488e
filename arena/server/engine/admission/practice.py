"""Plays practice matches of teams, when no file waits for its verdict.

The deals come from a seed of the match's own, and have nothing to do with those of the competition.
"""

import logging
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from arena.bots.bot import Bot, find
from arena.common.errors import ArenaError
from arena.competition.config.folder import Competition, save
from arena.competition.entries.admitting import level_of
from arena.competition.entries.entrants import as_handed_in
from arena.competition.results.page_facts import words_for
from arena.match.run import RunOptions, new_match
from arena.pages.viewer.document import page
from arena.replay.files import from_line, to_line
from arena.replay.record import Record
from arena.replay.result import margin, result
from arena.server.engine.admission.examiner import BrokenOff, Examiner
from arena.server.facts import PRACTICE
from arena.server.options import Options
from arena.store.live.practice import (
    Practice,
    PracticeGame,
    PracticeReport,
    next_practice,
    report_practice,
)
from arena.workers.here import play
from Game.core.game import Game

GAMES = 10
PATIENCE = 60.0  # seconds, after which no more games of a match begin

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class PracticeMatch:
    """A match of the bot that is examined against a house bot."""

    game: Game
    opponent: str
    level: str
    budget: float
    packages: tuple[str, ...]
    trusted: bool

    def steps(self, bot: Bot) -> Iterator[bytes]:
        """The record of each game, as a line of JSON."""
        options = RunOptions(
            isolation=self.level,
            budget=self.budget,
            packages=self.packages,
            trusted=self.trusted,
        )
        began = time.monotonic()
        run = new_match(self.game, [bot, find(self.opponent)], GAMES, options)
        for record in play(run, run.fixtures):
            yield to_line(record)
            if time.monotonic() - began > PATIENCE:
                return


def practise(
    competition: Competition, options: Options, examiner: Examiner, goes_on: Callable[[], bool]
) -> bool:
    """Play the match that is next. Returns False if there is none, or if it was broken off."""
    database = competition.store.database
    practice = next_practice(database)
    if practice is None:
        return False
    try:
        team, bot = _bot(competition, practice)
        records = [
            from_line(line, "the practice match")
            for line in examiner.examine(_match(competition, options, practice), bot, goes_on)
        ]
        report = _report(competition, practice, team, records)
    except BrokenOff:
        return False
    except ArenaError as why:
        log.error("a practice match of %s cannot be played: %s", practice.team, why)
        report = PracticeReport(failed="The match could not be played. Ask for another one.")
    for name in report_practice(database, practice, report):
        for path in (competition.out / PRACTICE).glob(f"{name}.*"):
            path.unlink(missing_ok=True)
    return True


def _bot(competition: Competition, practice: Practice) -> tuple[str, Bot]:
    """The name of the team, and its bot under this name."""
    team = competition.store.team(practice.team)
    assert team is not None
    for version in competition.store.versions(team):
        if version.id == practice.version:
            return team.name, replace(as_handed_in(competition, team, version), name=team.name)
    raise ArenaError(f"{team.name} has no such version")


def _match(competition: Competition, options: Options, practice: Practice) -> PracticeMatch:
    settings = competition.settings
    return PracticeMatch(
        competition.game,
        practice.opponent,
        level_of(competition, options.trusted),
        settings.budget,
        tuple(settings.packages),
        options.trusted,
    )


def _report(
    competition: Competition, practice: Practice, team: str, records: list[Record]
) -> PracticeReport:
    """The result. The records and a page with the replays become files for the team."""
    folder = competition.out / PRACTICE
    shown = page(records, words_for(competition, None).language)
    save(folder / f"{practice.name}.jsonl", b"".join(map(to_line, records)))
    save(folder / f"{practice.name}.html", shown.encode())
    return PracticeReport([_game(record, team) for record in records])


def _game(record: Record, team: str) -> PracticeGame:
    outcome = result(record, 0)
    mine = [side for side, name in enumerate(outcome.who) if name == team]
    total, sides = sum(outcome.scores), len(outcome.who)
    return PracticeGame(
        sum(outcome.credit[side] for side in mine),
        sum(margin(outcome.scores[side], total, sides) for side in mine) / len(mine),
        sum(sum(outcome.efforts[side].faults.values()) for side in mine),
    )
