"""Pairings, and the order in which their games are played and counted.

The games of a pairing have a fixed order. A pairing ends with its last game, or when its stopping
rule has a decision. Results are counted in a fixed order, which does not depend on the speed of the
workers. Games beyond the end of a pairing are dropped. So the counted games are the same with any
number of workers, and also if they are played in several runs of the command.
"""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from arena.common.errors import ArenaError
from arena.guest.protocol.safe_text import plain
from arena.match.run import Run
from arena.replay.files import read_records
from arena.replay.record import game_id
from arena.schedule.fixtures import Fixture, around
from arena.standings.sequential import Decision, StoppingRule
from arena.workers.games import GameTask, PlayedGame, game_blocks, played_game


class Pairing:
    """Games in their order. With a rule, they are games between two bots, deal after deal."""

    def __init__(
        self,
        fixtures: Sequence[Fixture],
        rule: StoppingRule | None = None,
        first: str = "",
        label: str = "",
    ) -> None:
        self.fixtures = fixtures
        self.label = label  # for progress bars
        self.rule = rule
        self._first = first  # the name of the bot whose score the rule gets
        self._deal: list[PlayedGame] = []  # the counted games of the deal that is being played
        self._per_deal = _games_per_deal(fixtures) if rule else 0
        self.counted = 0

    @property
    def decision(self) -> Decision:
        return self.rule.decision if self.rule else ""

    @property
    def is_over(self) -> bool:
        return bool(self.decision) or self.counted == len(self.fixtures)

    def count(self, game: PlayedGame) -> None:
        """Count the next game."""
        self.counted += 1
        if self.rule is None:
            return
        self._deal.append(game)
        if len(self._deal) == self._per_deal:
            self.rule.add(_score(self._deal, self._first))
            self._deal.clear()

    def blocks(self, workers: int, whole_deals: bool = False) -> Iterator[list[GameTask]]:
        """All games, in blocks for workers. With a rule, a block is a deal."""
        tasks = [GameTask(fixture) for fixture in self.fixtures]
        if self.rule is None:
            yield from game_blocks(tasks, len(tasks), workers, whole_deals)
            return
        for start in range(0, len(tasks), self._per_deal):
            yield tasks[start : start + self._per_deal]


@dataclass
class _Awaited:
    """A game whose result is saved, or will come from a worker."""

    pairing: Pairing
    game: PlayedGame | None
    is_saved: bool


class AgendaGame(NamedTuple):
    """A game that counts."""

    pairing: Pairing
    game: PlayedGame
    is_saved: bool  # it was played before, and its record is saved


class Agenda:
    """Hands out the games of pairings, and puts their results in order."""

    def __init__(self, pairings: Sequence[Pairing], saved: Mapping[Fixture, PlayedGame]) -> None:
        self.pairings = pairings
        self._saved = dict(saved)
        self._awaited: deque[_Awaited] = deque()
        self._ready: list[AgendaGame] = []

    @property
    def is_over(self) -> bool:
        return all(pairing.is_over for pairing in self.pairings)

    def blocks(self, workers: int, whole_deals: bool = False) -> Iterator[list[GameTask]]:
        """The games that have to be played. Ask for the next block only if a worker is free."""
        for pairing in self.pairings:
            for block in pairing.blocks(workers, whole_deals):
                if pairing.is_over:
                    break
                missing = []
                for task in block:
                    game = self._saved.pop(task.fixture, None)
                    self._awaited.append(_Awaited(pairing, game, game is not None))
                    if game is None:
                        missing.append(task)
                self._settle()
                if missing:
                    yield missing

    def add(self, game: PlayedGame) -> None:
        """Add a result. Results must come in the order in which the games were handed out."""
        next(each for each in self._awaited if each.game is None).game = game
        self._settle()

    def take(self) -> list[AgendaGame]:
        """The games that count now, in order."""
        ready, self._ready = self._ready, []
        return ready

    def _settle(self) -> None:
        while self._awaited and (game := self._awaited[0].game) is not None:
            awaited = self._awaited.popleft()
            if not awaited.pairing.is_over:
                awaited.pairing.count(game)
                self._ready.append(AgendaGame(awaited.pairing, game, awaited.is_saved))


def saved_games(run: Run, path: Path) -> dict[Fixture, PlayedGame]:
    """The games of the run that are in this file. A game of another match is an error."""
    records = list(read_records(path)) if path.exists() else []
    if len(records) > len(run.fixtures):
        raise ArenaError(
            f"{path} has {len(records)} games already, and this match would have only "
            f"{len(run.fixtures)}: give a higher -n"
        )
    ids = {record.id for _, record in records}
    fixtures: dict[str, Fixture] = {}
    for fixture in run.fixtures:
        if len(fixtures) == len(ids):
            break
        identity = fixture_id(run, fixture)
        if identity in ids:
            fixtures[identity] = fixture
    saved = {}
    for line, record in records:
        if record.id not in fixtures:
            raise ArenaError(
                f"{path}, line {line}: the game {plain(record.id):.40} is not one of this match, "
                f"so the match cannot continue. Start a new one"
            )
        fixture = fixtures[record.id]
        saved[fixture] = played_game(record, GameTask(fixture), keeps_record=False)
    return saved


def fixture_id(run: Run, fixture: Fixture) -> str:
    """The identity that the record of this game will have."""
    game = run.game
    deal = game.write_deal(run.terms.deal(game, fixture.deal))
    seated = [run.entries[bot] for bot in game.bot_of_each_seat(fixture.sides)]
    return game_id(game.name, game.chosen, deal, seated)


def _games_per_deal(fixtures: Sequence[Fixture]) -> int:
    """The number of games on a deal that is played in all seatings."""
    first = fixtures[0]
    return len(around(sorted(set(first.sides)), len(first.sides)))


def _score(games: Sequence[PlayedGame], first: str) -> float:
    """The share of credit that the bot has won in these games."""
    won = sum(
        credit
        for game in games
        for name, credit in zip(game.result.who, game.result.credit, strict=True)
        if name == first
    )
    return won / len(games)
