"""One game of Brisca between two bots.

Edit the list of players below, or name two bots on the command line:

    python play_match.py osla Players/MyBot.py
"""

import random
import sys
from pathlib import Path

from arena.bots.bot import load, of_instance
from arena.common.errors import ArenaError
from arena.match.people import People
from arena.replay.files import make_folder, unwritable
from Game.brisca.game import Brisca
from Game.BriscaGame import BriscaGame
from Game.core import Refusal
from Game.ForwardModel import ForwardModel
from Game.GameState import GameState
from Game.Heuristic import Heuristic
from Players.AlwaysFirstPlayer import AlwaysFirstPlayer
from Players.OSLAPlayer import OSLAPlayer

l_players = [OSLAPlayer(), AlwaysFirstPlayer()]

budget = 1  # seconds for each move
verbose = True  # print the moves during the game
controlling_time = True  # enforce the budget
save_game = True
save_name = "Out/game.txt"


def main() -> None:
    if len(sys.argv) > 1:
        bots = [load(name, "brisca") for name in sys.argv[1:]]
    else:
        bots = [of_instance(player) for player in l_players]
    if len(bots) != 2:
        raise ArenaError(f"A match needs two players, not {len(bots)}")
    # A person plays one seat, and a copy of the other bot is the partner.
    people = frozenset([side for side, bot in enumerate(bots) if not bot.on_the_clock])
    seating = People(people).seating(Brisca(), (0, 1))
    players = [bots[bot].make(random.getrandbits(64)) for bot in seating]  # one for each seat

    game = BriscaGame()
    if save_game:
        make_folder(Path(save_name).parent)
        game.save_game_on(save_name)
    state = GameState()
    game.reset(state, random.randrange(state.n_players))
    game.run(state, ForwardModel(), Heuristic(), players, budget, verbose, controlling_time)
    if save_game:
        print(f"The game is saved in {save_name}. To read it: arena replay show {save_name}")


if __name__ == "__main__":
    try:
        main()
    except (ArenaError, Refusal) as error:
        sys.exit(f"play_match.py: {error}")
    except BrokenPipeError:  # the program that reads our output has ended, for example `head`
        sys.stderr.close()
        sys.exit(1)
    except OSError as error:
        sys.exit(f"play_match.py: {unwritable(Path(save_name), error)}")
    except KeyboardInterrupt:
        sys.exit("play_match.py: interrupted.")
