"""A process that plays random Brisca games with nothing compiled.

It prints "ready". Then it reads lines with a number of games, plays them, and answers with the
number of decisions and the seconds. `bench.brisca` starts it with ARENA_INTERPRETED=1.
"""

import sys
from functools import partial

from bench.contest import cpu_side
from Game.brisca.deck import CARDS, SEATS
from Game.brisca.game import Brisca
from Game.brisca.state import BriscaState
from Game.core.build import is_compiled
from Game.core.playouts import playouts
from Game.core.stream import Stream
from Game.core.turn import OVER


def play_out(start: BriscaState, stream: Stream, times: int) -> int:
    playouts(start, SEATS, times, OVER, stream)
    return times * CARDS


def main() -> None:
    if is_compiled():
        sys.exit("The compiled rules are running: start this with ARENA_INTERPRETED=1.")
    side = cpu_side(partial(play_out, Brisca().deal(Stream(1)), Stream(1)))
    print("ready", flush=True)
    for line in sys.stdin:
        print(*side(int(line)), flush=True)


if __name__ == "__main__":
    main()
