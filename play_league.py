"""A league: each pair of players meets in n_matches games. Each of them begins half of the games.

Edit the list of players below, or name bots on the command line:

    python play_league.py random osla Players/MyBot.py

For records, seeds and other games, use `arena league`.
"""

import sys

from arena.bots.bot import load, of_instance
from arena.cli.games.playing import measure_time
from arena.cli.games.report import MatchReport
from arena.cli.progress import progress_bar
from arena.common.errors import ArenaError
from arena.match.run import RunOptions, new_league
from arena.sandbox.inprocess import use_func_timeout
from arena.workers.engine import open_engine
from arena.workers.games import GameTask, PlayGames
from Game.registry import find
from Players.AlwaysFirstPlayer import AlwaysFirstPlayer
from Players.GreedyPlayer import GreedyPlayer
from Players.OSLAPlayer import OSLAPlayer
from Players.RandomPlayer import RandomPlayer

l_players = [RandomPlayer(), AlwaysFirstPlayer(), OSLAPlayer(), GreedyPlayer()]

n_matches = 100  # games of each pair
budget = 1  # seconds for each move
controlling_time = True  # enforce the budget


def main() -> None:
    use_func_timeout()
    bots = [load(name) for name in sys.argv[1:]] or [of_instance(player) for player in l_players]
    options = RunOptions(isolation="inprocess", budget=budget, clock=controlling_time)
    run = new_league(find("brisca")(), bots, n_matches, options)
    report = MatchReport(run, None, command="arena league")
    job = PlayGames(run, keeps_records=False)
    tasks = [GameTask(fixture) for fixture in run.fixtures]
    with (
        open_engine(job, workers=1) as engine,
        measure_time(report),
        progress_bar(total=len(tasks)) as bar,
    ):
        for games in engine.results([tasks]):
            for game in games:
                report.count(game)
                bar.advance()
    report.show()


if __name__ == "__main__":
    try:
        main()
    except ArenaError as error:
        sys.exit(f"play_league.py: {error}")
    except KeyboardInterrupt:
        sys.exit("play_league.py: interrupted.")
