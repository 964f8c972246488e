"""A league: each pair of players meets in n_matches games. Each of them begins half of the games.

Edit the list of players below, or name bots on the command line:

    python play_league.py random osla Players/MyBot.py

For records, seeds and other games, use `arena league`.
"""

import sys
from pathlib import Path

import msgspec

from arena.bots.bot import load, of_instance
from arena.cli.games.playing import measure_time
from arena.cli.games.report import MatchReport
from arena.cli.progress import progress_bar
from arena.common.errors import ArenaError
from arena.match.run import RunOptions, new_league
from arena.replay import show, text48
from arena.replay.files import make_folder, write_text
from arena.replay.record import Record
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
verbose = False  # print the moves of each game when it is over
controlling_time = True  # enforce the budget
save_game = False  # save each game in a file of its own
save_name = "Out/league/game.txt"  # with the number of the game: Out/league/game-001.txt


def main() -> None:
    use_func_timeout()
    bots = [load(name) for name in sys.argv[1:]] or [of_instance(player) for player in l_players]
    options = RunOptions(isolation="inprocess", budget=budget, clock=controlling_time)
    run = new_league(find("brisca")(), bots, n_matches, options)
    files = game_files(len(run.fixtures)) if save_game else []
    report = MatchReport(run, files[0].parent if files else None, command="arena league")
    job = PlayGames(run, keeps_records=verbose or save_game)
    tasks = [GameTask(fixture) for fixture in run.fixtures]
    with (
        open_engine(job, workers=1) as engine,
        measure_time(report),
        progress_bar(total=len(tasks)) as bar,
    ):
        for games in engine.results([tasks]):
            for game in games:
                report.count(game)
                if verbose or save_game:
                    record = msgspec.json.decode(game.line, type=Record)
                if verbose:
                    bar.say("\n".join(show.lines(record)))
                if save_game:
                    write_text(files[report.games - 1], text48.write(record))
                bar.advance()
    report.show()
    if save_game:
        print(f"The last game is saved in {files[-1]}. To read it: arena replay show {files[-1]}")


def game_files(games: int) -> list[Path]:
    """The files of the games: `save_name`, with the number of each game."""
    path = Path(save_name)
    if not path.name:
        raise ArenaError("save_name is empty: give the name of a file, for example Out/game.txt")
    make_folder(path.parent)
    digits = len(str(games))
    numbers = range(1, games + 1)
    return [path.with_stem(f"{path.stem}-{number:0{digits}}") for number in numbers]


if __name__ == "__main__":
    try:
        main()
    except ArenaError as error:
        sys.exit(f"play_league.py: {error}")
    except BrokenPipeError:  # the program that reads our output has ended, for example `head`
        sys.stderr.close()
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit("play_league.py: interrupted.")
