"""The speed of whole games between two bots in our own process, with all checks and records."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from arena.bots.bot import load
from arena.match.run import RunOptions, new_match
from arena.workers import here
from bench import openspiel
from bench.contest import Contest, cpu_side
from bench.rows import Row
from Game.brisca.game import Brisca


@contextmanager
def decisions_vs_openspiel() -> Iterator[Contest]:
    pyspiel, numpy = openspiel.load(), openspiel.load("numpy")
    uniform_random = openspiel.load("open_spiel.python.bots.uniform_random")
    evaluate_bots = openspiel.load("open_spiel.python.algorithms.evaluate_bots").evaluate_bots

    game, bots = Brisca(), [load("random"), load("random")]

    def ours(games: int) -> int:
        run = new_match(game, bots, games, RunOptions(clock=False, seed="bench"))
        records = list(here.play(run, run.fixtures))  # kept, as a league keeps them
        return sum(len(record.moves) for record in records)

    hell = pyspiel.load_game(openspiel.GAME)
    dice = numpy.random.RandomState(1)
    players = [uniform_random.UniformRandomBot(seat, dice) for seat in range(hell.num_players())]

    def peer(games: int) -> int:
        for _ in range(games):
            evaluate_bots(hell.new_initial_state(), players, dice)
        return games * openspiel.DECISIONS

    yield Contest(cpu_side(ours), cpu_side(peer), "OpenSpiel oh_hell, evaluate_bots in Python")


@contextmanager
def clocked() -> Iterator[Contest]:
    game, bots = Brisca(), [load("osla"), load("random")]

    def games(clock: bool, times: int) -> int:
        run = new_match(game, bots, times, RunOptions(clock=clock, seed="bench"))
        return sum(1 for _ in here.play(run, run.fixtures))

    yield Contest(
        cpu_side(partial(games, True)), cpu_side(partial(games, False)), "the same with --no-clock"
    )


ROWS = [
    Row("table.clocked", "games/s", clocked, floor=0.7),
    Row("table.decisions_vs_openspiel", "decisions/s", decisions_vs_openspiel, 4, 10),
]
