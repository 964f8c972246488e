"""The chances of each side, move by move: computed by imagined games, and the same every time.

There are two of them. One search sees all cards, and looks for the best moves of all seats. The
other sees only what everybody at the table knows: it deals the other cards again before each
imagined game. Both draw from the key of the record. So the same record gives the same
curves, on every machine.
"""

from collections.abc import Sequence

from arena.replay.record import Record
from arena.show.script import WHOLE
from Game.core import Refusal
from Game.core.commentary import NoChance
from Game.core.game import Game
from Game.core.keys import derive, seed_number
from Game.core.state import State
from Game.core.stream import Stream
from Game.core.turn import OVER
from Players.search.policies import POLICIES
from Players.search.tree_search import TreeSearch

POLICY = POLICIES["maxn"]

MOST = 24_000  # imagined games for a curve; games of many moves have fewer in each position
FEWEST = 8
SWEEPS = 2  # how often each seat's view is used to deal the hidden cards again

Chances = tuple[int, ...]  # of each side: whole parts of WHOLE, which add up to it


def stream_of(record: Record, purpose: str, position: int) -> Stream:
    """The random numbers for one position of a game."""
    key = derive(b"card-arena-show", record.id, purpose, position)
    return Stream(seed_number(key))


def games_for(positions: int, wanted: int) -> int:
    """How many games are imagined in each of so many positions."""
    return max(FEWEST, min(wanted, MOST // max(1, positions)))


def result_chances(game: Game, state: State) -> Chances:
    """The result of a finished game: the winner has everything, and a tie is shared."""
    return as_parts(shares(game, state))


def open_chances(game: Game, state: State, games: int, stream: Stream) -> Chances:
    """The chances for those who see all cards.

    A tree search plays the best moves for everybody, once around the table. Imagined games go on
    from there.
    """
    if state.turn == OVER:
        return result_chances(game, state)
    later = best_line(state, game.seats, games, stream)
    return _smoothed(_sums(game, later, games, stream), games)


def best_line(state: State, seats: int, simulations: int, stream: Stream) -> State:
    """The position after the best moves of all seats, as a search sees them that knows all cards.

    It stops before chance decides something: that is not known to anybody.
    """
    line = state.clone()
    for _ in range(seats):
        actions = line.legal()
        if len(actions) > 1:
            search = TreeSearch(line, seats, POLICY, POLICY.c, stream)
            search.seat = OVER  # it deals no cards again
            search.run(simulations)
            action = best_action(line, actions, search)
        else:
            action = actions[0]
        following = line.clone()
        following.chance = NoChance()
        try:
            following.play(action)
        except (ValueError, Refusal):
            break
        line = following
        if line.turn == OVER:
            break
    return line


def best_action(state: State, actions: Sequence[int], search: TreeSearch) -> int:
    """The action that the search has tried most often."""
    visits = {key: row[0] for key, row in search.statistics().items()}
    keys = state.labels() or actions
    return max(zip(actions, keys, strict=True), key=lambda pair: visits.get(pair[1], 0))[0]


def table_chances(game: Game, state: State, games: int, stream: Stream) -> Chances:
    """The chances for those who know what everybody at the table knows."""
    if state.turn == OVER:
        return result_chances(game, state)
    total = [0.0] * len(game.sides)
    world = state.clone()
    world.chance = stream
    for _ in range(games):
        world.copy_from(state)
        hide(world, game.seats, stream)
        world.finish(stream)
        _add(total, shares(game, world))
    return _smoothed(total, games)


def hide(world: State, seats: int, stream: Stream) -> None:
    """Deal the cards again that not everybody at the table knows.

    A seat can only deal what it does not see itself. So each seat in turn deals again, from a
    random one on. What all of them know is all that stays.
    """
    first = stream.below(seats)
    for turn in range(SWEEPS * seats):
        world.redeal((first + turn) % seats, stream)


def shares(game: Game, state: State) -> list[float]:
    """What each side has won: 1, or a part of it if sides tie. They add up to 1."""
    sides = len(game.sides)
    if state.turn != OVER:
        return [1 / sides] * sides  # no game leads to this imagined world
    values = [state.value(side) for side in range(sides)]
    best = max(values)
    share = 1 / values.count(best)
    return [share if value == best else 0.0 for value in values]


def as_parts(chances: Sequence[float]) -> Chances:
    """Shares as whole numbers. The largest remainders are rounded up, until the sum is WHOLE."""
    exact = [chance * WHOLE for chance in chances]
    parts = [int(each) for each in exact]
    order = sorted(range(len(exact)), key=lambda side: (parts[side] - exact[side], side))
    for side in order[: WHOLE - sum(parts)]:
        parts[side] += 1
    return tuple(parts)


def _sums(game: Game, state: State, games: int, stream: Stream) -> list[float]:
    """The shares of each side in so many imagined games from here, added up."""
    total = [0.0] * len(game.sides)
    world = state.clone()
    world.chance = stream
    for _ in range(games):
        world.copy_from(state)
        if world.turn != OVER:
            world.finish(stream)
        _add(total, shares(game, world))
    return total


def _add(total: list[float], more: Sequence[float]) -> None:
    for side, share in enumerate(more):
        total[side] += share


def _smoothed(total: Sequence[float], games: int) -> Chances:
    """One more game, which everybody wins equally: before the end, nobody has all or nothing."""
    return as_parts([(each + 1 / len(total)) / (games + 1) for each in total])
