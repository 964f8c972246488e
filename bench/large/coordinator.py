"""How fast a coordinator takes in the games of a cluster, while it also gives them out.

The games are made up: the machines of a local cluster copy a game that was played once, with the
right bots, deal number and id. Everything on the coordinator's side is real: the schedule, the
secrets of each game, the messages, the file of records and the database.

The clock is the processor time of the coordinator, with all its threads. The other processes of the
cluster share the two cores of this machine with it; a real coordinator has a core for itself.
"""

import random
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import structs

from arena.competition.config.folder import open_competition
from arena.competition.play.phase_state import phase_state
from arena.competition.play.playing import Playing
from arena.replay.record import game_id
from arena.replay.result import Effort
from arena.workers.cluster.engine import Cluster
from arena.workers.cluster.opening import open_fleet
from arena.workers.engine import Engine
from arena.workers.games import GameTask, PlayedGame, PlayGames
from arena.workers.portable import Needs, Portable
from bench.contest import Contest, Side, cpu_side, recorded_side
from bench.large.season import PHASE, make_season, random_game, template_of

TEAMS, GAMES = 20, 200_000
UNIT = 4000  # games; a round takes long enough to enter games into the database, too
NEEDED = 5000  # games a second


@dataclass(frozen=True)
class MadeUpGames(PlayGames):
    """Copies one game instead of playing."""

    thinking: float = 0.05  # seconds that the bots seem to think in a game

    def needs(self) -> Needs:
        return Needs()  # a busy machine is good enough

    @contextmanager
    def open(self) -> Iterator[Callable[[GameTask], PlayedGame]]:
        run, game = self.run, self.run.game
        template = template_of(random_game(game, b"made up", 0, random.Random(1)))
        efforts = (Effort(20, int(self.thinking * 5e5), 0, 0, {}),) * 2
        template = template._replace(result=structs.replace(template.result, efforts=efforts))

        def play(task: GameTask) -> PlayedGame:
            fixture = task.fixture
            if task.secrets is None:  # it is on the arena's machine
                deal = game.write_deal(run.terms.deal(game, fixture.deal))
            else:
                deal = task.secrets.deal
            seated = [run.entries[bot] for bot in game.bot_of_each_seat(fixture.sides)]
            id = game_id(game.name, game.chosen, deal, seated)
            line, result = template.copy(id, fixture, task.match, run.entries)
            return PlayedGame(id, task.match, result, [], line)

        yield play


@contextmanager
def coordinator() -> Iterator[Contest]:
    with taking_in("local:2") as ours:
        yield Contest(ours, recorded_side(NEEDED), "5,000 games a second")


@contextmanager
def taking_in(on: str, thinking: float = 0.05) -> Iterator[Side]:
    """Takes games in from this cluster. Both bots together seem to think so many seconds a game."""
    with TemporaryDirectory() as temporary, open_fleet(on, None) as fleet:
        folder = make_season(Path(temporary, "season"), GAMES, teams=TEAMS)

        def engine(job: Portable[GameTask, PlayedGame], _: int) -> Engine[GameTask, PlayedGame]:
            assert isinstance(job, PlayGames)
            return Cluster(MadeUpGames(job.run, job.phase, thinking=thinking), fleet)

        with open_competition(folder, alone=True) as competition:
            playing = Playing(phase_state(competition, PHASE), 2, open_engine=engine)
            with closing(playing.games()) as events:

                def take_in(times: int) -> int:
                    games = 0
                    for event in events:
                        games += len(event) if isinstance(event, list) else 0
                        if games >= times * UNIT:
                            break
                    return games

                yield cpu_side(take_in)
