"""Measures the ladder of a game: the house bots play each other, all pairs on the same deals."""

from collections.abc import Callable
from time import perf_counter

from arena.common.errors import GameRefused
from arena.gym.ladder import RANDOM, Ladder, Rung, candidates
from arena.match.run import Run, RunOptions, new_league
from arena.standings.games import CountedGames
from arena.standings.rating import Ratings
from arena.workers.engine import open_engine
from arena.workers.games import GameTask, PlayGames, game_blocks
from arena.workers.portable import OpenEngine
from Game.core.game import Game
from Game.core.keys import KeyedStream
from Players.search import search

GAMES = 12  # between two bots, if the user gives no number: divisible by 2, 3, 4 and 6 seatings
SEED = "ladder"

SECONDS = 0.003  # about the time that a bot that searches takes for a move
EFFORTS = (20, 50, 100, 200, 500, 1000)  # possible numbers of simulations
TRIAL = 50  # simulations with which the speed of a game is measured


def usual_simulations(game: Game) -> int:
    """The number of simulations that a bot of the ladder does: as many as a short time allows."""
    stream = KeyedStream(b"trial")
    state = game.deal_number(b"trial", 0)
    observation = game.observe(state.view(state.turn), stream)
    started = perf_counter()
    search(observation, policy="ismcts", simulations=TRIAL, stream=stream)
    each = (perf_counter() - started) / TRIAL
    return max((effort for effort in EFFORTS if effort * each <= SECONDS), default=EFFORTS[0])


def ladder_run(game: Game, games: int, simulations: int | None = None) -> Run:
    """A league of all house bots that play the game."""
    bots = candidates(game, simulations or usual_simulations(game))
    options = RunOptions(seed=SEED, isolation="inprocess", clock=False)
    return new_league(game, bots, games, options)


def measure(
    run: Run,
    workers: int,
    advance: Callable[[], None],
    leave_out: Callable[[str], None],
    open_engine: OpenEngine = open_engine,
) -> Ladder:
    """Play this league, and return its ladder. Calls `advance` after each game.

    In a described game, two bots may play without end. Then the remaining games of the pair are
    left out, and `leave_out` gets a sentence about it.
    """
    counted = CountedGames()
    pairs: dict[frozenset[int], list[GameTask]] = {}
    for fixture in run.fixtures:
        pairs.setdefault(frozenset(fixture.sides), []).append(GameTask(fixture))
    left = list(pairs.items())
    while left:
        with open_engine(PlayGames(run, keeps_records=False), workers) as engine:
            try:
                while left:
                    _, tasks = left[0]
                    blocks = game_blocks(tasks, len(tasks), workers, engine.whole_deals)
                    for games in engine.results(blocks):
                        for game in games:
                            counted.add(game.result)
                            advance()
                    left.pop(0)
            except GameRefused as error:
                pair, _ = left.pop(0)
                names = " and ".join(run.bots[bot].spec for bot in sorted(pair))
                leave_out(f"the remaining games of {names} are left out: {str(error).rstrip('.')}")
    specs = {entry.name: entry.spec for entry in run.entries}
    ratings = Ratings(counted).among(list(specs))
    random = next(each.rating for each in ratings if specs[each.name] == "random")
    assert random is not None
    shift = RANDOM - random
    rungs = []
    for each in reversed(ratings):
        assert each.rating is not None
        low, high = (each.rating if end is None else end for end in (each.low, each.high))
        rungs.append(
            Rung(
                specs[each.name],
                round(each.rating + shift, 1),
                round(low + shift, 1),
                round(high + shift, 1),
            )
        )
    return Ladder(run.game.name, run.game.chosen, run.games, rungs)
