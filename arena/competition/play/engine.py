"""Plays what is missing of a phase, and enters it.

A game counts as soon as its record is written; the database hears of it a little later. So it can
be interrupted, killed or run out of disk at any moment: the next run enters what was written, and
plays what was not.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from time import monotonic

from arena.competition.config.folder import Competition
from arena.competition.play.progress import Walk, outcome
from arena.competition.play.ranking import record_lots
from arena.competition.play.stage import Stage, begin
from arena.store.index import StoredGame
from arena.workers.crew import Crew, Done, MatchTask

ENTERED = 1.0  # seconds after which what was played is entered


@dataclass(frozen=True)
class PhaseRound:
    """Games that can be played now."""

    name: str
    games: int  # of the phase so far
    missing: int


class Playing:
    """One run of a phase. `games` is what is to be gone through; `stop` ends it early."""

    def __init__(self, stage: Stage, workers: int, trusted: bool = False) -> None:
        self.stage = stage
        self.run = stage.run(trusted)
        self.stopped = False
        folder = stage.competition.records / stage.phase.name
        self._crew = Crew(self.run, stage.phase.name, folder, workers)
        self._entered = monotonic()
        self._new: list[Done] = []

    def stop(self) -> None:
        """End when the games that are under way are over."""
        self.stopped = True
        self._crew.stop()

    def games(self) -> Iterator[PhaseRound | list[Done]]:
        """Each round before it is played, then its games as they come in."""
        begin(self.stage)
        try:
            with self._crew:
                while not self.stopped:
                    so_far = self.stage.walk()
                    yield _round(so_far)
                    if so_far.over:
                        record_lots(self.stage.competition, self.stage.phase, self.stage.teams)
                        return
                    yield from self._play(so_far)
        finally:
            self._enter()

    def _play(self, so_far: Walk) -> Iterator[list[Done]]:
        tasks = [MatchTask(match.label, fixture) for match, fixture in so_far.due.values()]
        for done in self._crew.play(tasks):
            for each in done:
                self._new.append(each)
                self.stage.known[each.id] = outcome(each.result)
            if monotonic() - self._entered > ENTERED:
                self._enter()
            yield done

    def _enter(self) -> None:
        """What has been played is played, whatever happens now."""
        new, self._new = self._new, []
        if new:
            store = self.stage.competition.store
            store.add_games(self.stage.phase.name, [entry(done) for done in new])
        self._entered = monotonic()


def entry(done: Done) -> StoredGame:
    """What is entered of a game that was played."""
    return StoredGame(*(getattr(done, name) for name in StoredGame._fields))


def catch_up(competition: Competition) -> list[str]:
    """Enter what an arena that was killed had written. Says what it found."""
    found = competition.store.catch_up()
    said = [f"{path}: the last line was torn and is cut off" for path in found.mended]
    if found.games:
        said.append(f"{found.games} games found that an interrupted run had played")
    return said


def _round(so_far: Walk) -> PhaseRound:
    matches = so_far.rounds[-1] if so_far.rounds else []
    labels: Sequence[str] = sorted({match.label for match in matches})
    name = labels[0] if len(labels) == 1 else f"{len(matches)} matches"
    games = sum(match.games for matches in so_far.rounds for match in matches)
    return PhaseRound(name, games, len(so_far.due))
