"""Perft: the number of sequences of actions from a position, and of their different scores.

The counts of a game are a short file. A mistake in the rules nearly always changes one of them.
"""

from collections.abc import Iterable, Iterator

from support.games import copy_of, positions, variant_name

from Game.core.game import Game
from Game.core.state import State
from Game.registry import DESCRIBED

SEEDS = (1, 2)
MOST = 1500  # sequences worth counting from one position
MOST_DESCRIBED = 200  # of a described game, whose positions are copied slowly
HEAD = f"{'# variant':36} {'seed':>4} {'moves':>5} {'depth':>5} {'sequences':>9} {'scores':>6}"


def ends(state: State, depth: int) -> Iterator[State]:
    """The state after each sequence of `depth` actions, or at the end of the game."""
    if depth == 0 or state.is_terminal():
        yield state
        return
    for action in state.legal():
        after = copy_of(state, depth)
        after.play(action)
        yield from ends(after, depth - 1)


def count(game: Game, states: Iterable[State]) -> tuple[int, int]:
    """The number of these states, of their different scores, and of the different seats to play."""
    sequences, scores = 0, set()
    for state in states:
        sequences += 1
        scores.add((state.turn, *(state.points(seat) for seat in range(game.seats))))
    return sequences, len(scores)


def per_action(game: Game, state: State, depth: int) -> str:
    """The counts below each action. A wrong one shows where the mistake is."""
    rows = []
    for action in state.legal():
        after = copy_of(state, depth)
        after.play(action)
        sequences, scores = count(game, ends(after, depth - 1))
        rows.append(f"  {game.action_text(state, action):8} {sequences:9} {scores:6}")
    return "\n".join(rows)


def deepest(state: State, most: int) -> int:
    """The greatest depth at which the sequences can be counted."""
    depth, sequences = 0, [state]
    while depth < 40:
        ahead = [end for before in sequences for end in ends(before, 1)]
        if len(ahead) > most or all(end.is_terminal() for end in sequences):
            break
        depth, sequences = depth + 1, ahead
    return depth


def rows(games: Iterable[Game]) -> Iterator[tuple[str, str]]:
    """The lines of the file, each with details that help to find a mistake."""
    for game in games:
        most = MOST_DESCRIBED if game.name in DESCRIBED else MOST
        for seed in SEEDS:
            line = positions(game, seed)
            for moves in sorted({0, len(line) // 2, len(line) * 3 // 4 - 1}):
                depth = deepest(line[moves], most)
                sequences, scores = count(game, ends(line[moves], depth))
                name = f"{variant_name(game):36} {seed:4} {moves:5} {depth:5}"
                yield f"{name} {sequences:9} {scores:6}", per_action(game, line[moves], depth)
