"""Plays seeded games of every kind under all options and prints digests of every state on the way.

    ARENA_INTERPRETED=1 PYTHONPATH=.:tests python tests/support/digests.py [MOVES]

Compiled and interpreted rules must print the same lines (see `tests/game/test_compiled.py`).
MOVES is the number of moves for each kind of game, divided among its variants. The tests play few
moves. After a change of a hot module, compare 80,000 moves: that takes some minutes.
"""

import sys
from collections.abc import Iterator
from hashlib import blake2b

from support.games import copy_of, play_random, snapshot, variant_name, variants
from support.views import encode_view
from toys.nearest import Nearest

from Game import registry
from Game.core.build import is_compiled
from Game.core.game import Game
from Game.core.keys import KeyedStream, master_key
from Game.core.playouts import playouts
from Game.core.state import State
from Game.core.stream import Stream
from Game.core.turn import OVER
from Players.search.flat import FlatSearch
from Players.search.policies import POLICIES
from Players.search.tree_search import TreeSearch

MOVES = 1_600  # of each kind of game
LEAST = 4  # games of each variant
SHARE = 8  # described games get an eighth of the moves, since one interpreter plays them all
BLOCK = 100  # games to a line


def digest(things: object) -> str:
    return blake2b(repr(things).encode(), digest_size=8).hexdigest()


def played(game: Game, seed: int) -> list[object]:
    """Every state of a random game: the turn, the legal actions, and the place of each card."""
    state, story = game.deal(Stream(seed)), []
    for _ in play_random(state, Stream(seed + 1_000_000)):
        story.append((state.turn, state.legal(), game.cards(state)))
    return [*story, snapshot(game, state), game.outcome(state)]


def imagined(game: Game, seed: int) -> list[object]:
    """Views, worlds, playouts and copies at some positions of a random game."""
    state, stream, story = game.deal(Stream(seed)), Stream(seed), []
    for number, _ in enumerate(play_random(state, Stream(seed + 2_000_000))):
        if number % 7 == seed % 7:
            seat = number % game.seats
            world = game.determinise(state.view(seat), stream)
            again = copy_of(world, seed)
            again.redeal(seat, stream)
            end = copy_of(again, seed)
            end.playout(stream)
            means = playouts(again, game.seats, 2, seat, stream)
            generic = copy_of(world, seed)
            State.playout(generic, stream)
            views = [encode_view(state.view(other)) for other in range(game.seats)]
            values = [end.value(side) for side in range(len(game.sides))]
            worlds = [game.cards(world), game.cards(again), snapshot(game, generic)]
            story.append((views, worlds, means, game.outcome(end), values, end.turn == OVER))
    return story


def searched(game: Game, seed: int) -> list[object]:
    """The results of searches at some positions of a random game."""
    simulations = 10 if game.name in registry.DESCRIBED else 60
    state, story = game.deal(Stream(seed)), []
    for number, _ in enumerate(play_random(state, Stream(seed + 3_000_000))):
        if number % 31 == 0:
            for policy in POLICIES.values():
                tree = TreeSearch(state, game.seats, policy, policy.c, Stream(seed))
                tree.run(simulations)
                story.append([repr(tree.statistics()), tree.tree.size])
            flat = FlatSearch(state, state.turn, game.seats, Stream(seed))
            flat.run(simulations // 10)
            story.append([flat.prospects, flat.squares, flat.margins])
    return story


def numbers(stream: Stream) -> list[object]:
    """Numbers of all kinds from a stream."""
    items = list(range(40))
    stream.shuffle(items)
    small = [stream.below(n) for n in range(1, 200)]
    large = [stream.below(2**32 - n) for n in range(100)]
    floats = [stream.random() for _ in range(100)]
    return [items, small, large, floats, stream.bits(), stream.fork().bits(), stream.choice("OECB")]


def lines(moves: int) -> Iterator[str]:
    yield "compiled" if is_compiled() else "interpreted"
    seeds = [-1, 0, 1, 2**63, 2**64 - 1, 2**64, *range(100, 300)]
    yield f"streams {digest([numbers(Stream(seed)) for seed in seeds])}"
    yield f"keyed {digest([numbers(KeyedStream(master_key(seed))) for seed in range(50)])}"
    kinds = [list(variants(registry.find(name))) for name in registry.names()]
    for games in [*kinds, list(variants(Nearest))]:
        length = sum(1 for _ in play_random(games[0].deal(Stream(0)), Stream(0)))
        if games[0].name in registry.DESCRIBED:
            count = max(1, moves // SHARE // length // len(games))
        else:
            count = max(LEAST, moves // length // len(games))
        yield f"{games[0].name} searched {digest(searched(games[0], seed=5))}"
        for game in games:
            for start in range(0, count, BLOCK):
                block = range(start, min(start + BLOCK, count))
                name = f"{variant_name(game)} games {block[0]}-{block[-1]}"
                yield f"{name} played {digest([played(game, seed) for seed in block])}"
                yield f"{name} imagined {digest([imagined(game, seed) for seed in block[::4]])}"


if __name__ == "__main__":
    chosen = int(sys.argv[1]) if sys.argv[1:] else MOVES
    sys.stdout.write("\n".join(lines(chosen)) + "\n")
