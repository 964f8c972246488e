"""A season of made-up results: a Swiss of 500 bots, written through the real store.

The records are whole and follow the rules, so that `arena audit` accepts them. To be quick, only a
few games are really played: for each deal, seating and winner one, with random moves. A made-up
game is a copy of one of them with other bots. The strengths of the bots decide which one.
"""

import random
from collections.abc import Sequence
from functools import cache
from itertools import islice
from math import exp
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import msgspec

from arena.common.version import __version__
from arena.competition.config.create import create_competition
from arena.competition.config.folder import Competition, open_competition
from arena.competition.entries.versions import ADMITTED
from arena.competition.log import append
from arena.competition.play.beginning import events_to_begin
from arena.competition.play.phase_state import PhaseState, phase_state
from arena.competition.play.progress import outcome
from arena.competition.play.submitting import submit
from arena.replay.files import to_line
from arena.replay.record import FORMAT, BotEntry, Move, Record, RecordPlace
from arena.replay.result import Result
from arena.replay.result import result as result_of
from arena.schedule.fixtures import Fixture
from arena.schedule.match import Match
from arena.store.files import new_writer
from arena.store.index import StoredGame
from Game.core.game import Game
from Game.core.turn import OVER

TEAMS, ROUNDS = 500, 20
PHASE = "swiss"
SETTINGS = """\
name = "Large"
game = "brisca"
isolation = "process"
budget = 60

[[phase]]
name = "swiss"
kind = "swiss"
games = {games}
rounds = {rounds}
tiebreaks = ["margin", "buchholz", "lot"]
"""
BOT = """\
from Players.Player import Player


class Mine(Player):
    '''Bot {number} of the season.'''

    def think(self, observation, budget):
        return observation.get_list_actions()[0]
"""
BATCH = 5000  # games that are entered at a time
ID, BOTS, LABEL = b'"0id"', b'"bots":[],"seats":[]', b'"0label"'  # what a copy replaces


class Template(NamedTuple):
    """A game that was played, in pieces: between them come the id, the bots and the match."""

    pieces: tuple[bytes, bytes, bytes, bytes]
    result: Result

    def copy(
        self, id: str, fixture: Fixture, label: str, entries: Sequence[BotEntry]
    ) -> tuple[bytes, Result]:
        """The line and the result of the same game between these two entrants."""
        before, then, rest, end = self.pieces
        one, other = fixture.sides
        bots = b",".join(_as_json(entries[bot]) for bot in sorted(fixture.sides))
        seats = b"[0,1,0,1]" if one < other else b"[1,0,1,0]"
        line = b"".join(
            (before, b'"', id.encode(), b'"', then, b'"bots":[', bots, b'],"seats":', seats, rest,
             msgspec.json.encode(label), end)
        )  # fmt: skip
        names = (entries[one].name, entries[other].name)
        _, _, ranks, scores, efforts = msgspec.structs.astuple(self.result)
        return line, Result(fixture.deal, names, ranks, scores, efforts)


@cache
def _as_json(entry: BotEntry) -> bytes:
    return msgspec.json.encode(entry)


class Written(NamedTuple):
    games: int
    line_bytes: int
    entering: float  # seconds for synchronising the files and for the database
    everything: float  # seconds


def make_season(folder: Path, games: int, database: str = "", teams: int = TEAMS) -> Path:
    """A competition with its teams, and no games yet. `games` are those of the whole season."""
    each = games // (teams // 2 * ROUNDS)
    settings = SETTINGS.format(games=each, rounds=ROUNDS)
    create_competition(folder, f'database = "{database}"\n{settings}')
    file = folder.with_name("season_bot.py")
    with open_competition(folder, alone=True) as competition:
        for number in range(teams):
            file.write_text(BOT.format(number=number))
            version = submit(competition, file, f"Team {number:03}").version
            competition.store.judge(version, ADMITTED, {"seconds_a_game": 0.05})
    file.unlink()
    return folder


def write_season(folder: Path, missing: int = 0) -> Written:
    """Write the games of the season, and enter them. The last `missing` games are left out."""
    with open_competition(folder, alone=True) as competition:
        state = phase_state(competition, PHASE)
        events = events_to_begin(competition, state.phase, state.teams)
        append(competition.store, competition.now()[0], *events)
        return _Writing(competition, state).write(missing)


class _Writing:
    def __init__(self, competition: Competition, state: PhaseState) -> None:
        self._competition = competition
        self._state = state
        self._dice = random.Random(1)
        self._strengths = [self._dice.gauss(0, 1) for _ in state.teams]
        self._templates: dict[tuple[int, int], Template] = {}  # deal, winner
        self._entries = [
            msgspec.structs.replace(entry, isolation="process") for entry in state.entries
        ]
        self._games = self._bytes = 0
        self._entering = 0.0

    def write(self, missing: int) -> Written:
        started = perf_counter()
        all_games = len(self._state.teams) // 2 * ROUNDS * self._state.phase.games
        with new_writer(self._competition.records / PHASE) as writer:
            while self._games < all_games - missing:
                progress = self._state.progress_now()
                self._templates.clear()  # a round has its own deals
                due = islice(progress.due, all_games - missing - self._games)
                while batch := list(islice(due, BATCH)):
                    new = []
                    for match, fixture in batch:
                        id = self._state.identities.of(fixture)
                        line, result = self._game(id, match, fixture)
                        start, length = writer.add(line)
                        game = StoredGame(id, match.label, writer.path.name, start, length, result)
                        new.append(game)
                        self._bytes += length
                        self._state.outcomes[id] = outcome(result)
                    begun = perf_counter()
                    self._competition.store.add_games(PHASE, new, self._competition.now()[0])
                    self._entering += perf_counter() - begun
                    self._games += len(new)
        return Written(self._games, self._bytes, self._entering, perf_counter() - started)

    def _game(self, id: str, match: Match, fixture: Fixture) -> tuple[bytes, Result]:
        """The line and the result of a made-up game."""
        one, other = fixture.sides
        chance = 1 / (1 + exp(self._strengths[other] - self._strengths[one]))
        template = self._template(fixture.deal, int(self._dice.random() >= chance))
        return template.copy(id, fixture, match.label, self._entries)

    def _template(self, deal: int, winner: int) -> Template:
        if (deal, winner) not in self._templates:
            competition = self._competition
            key = competition.key(self._state.phase)
            while (deal, winner) not in self._templates:
                record = random_game(competition.game, key, deal, self._dice)
                ranks = record.ranks
                if ranks != [0, 0]:
                    self._templates[deal, ranks.index(0)] = template_of(record)
        return self._templates[deal, winner]


def random_game(game: Game, key: bytes, deal: int, dice: random.Random) -> Record:
    """A game on this deal with random moves and made-up times, between two bots without names."""
    state = game.deal_number(key, deal)
    dealt = game.write_deal(state)
    moves = []
    while (seat := state.turn) != OVER:
        action = dice.choice(state.legal())
        us = dice.randrange(500, 2500)
        moves.append(Move(seat, game.action_text(state, action), us, us - 100))
        state.play(action)
    end = game.outcome(state)
    return Record(
        format=FORMAT,
        id="0id",
        game=game.name,
        options=game.chosen,
        deal=dealt,
        bots=[BotEntry("one"), BotEntry("other")],
        seats=game.bot_of_each_seat((0, 1)),
        sides=[list(seats) for seats in game.sides],
        moves=moves,
        scores=list(end.scores),
        ranks=list(end.ranks),
        isolation="process",
        budget=60.0,
        versions={"arena": __version__},
        seeds=[dice.randrange(1 << 63) for _ in range(game.seats)],
        fixture=RecordPlace(PHASE, "0label", deal),
    )


def template_of(record: Record) -> Template:
    """The template of a game of `random_game`."""
    result = result_of(record, record.fixture.deal if record.fixture else 0)
    line = to_line(msgspec.structs.replace(record, bots=[], seats=[]))
    a, _, rest = line.partition(ID)
    b, _, rest = rest.partition(BOTS)
    c, _, d = rest.partition(LABEL)
    return Template((a, b, c, d), result)
