"""The speed of the calls that RoboBrisca's bots make, against the same loops on plain Python.

Each loop is written once, with documented calls only. It gets our classes, or those of the stand-in
for the original (`robobrisca_peer.py`).
"""

import math
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from bench import robobrisca_peer as plain
from bench.contest import Contest, Side, cpu_side
from bench.interpreted import interpreted_side
from bench.rows import Row
from Game.Action import Action
from Game.BriscaGame import BriscaGame
from Game.ForwardModel import ForwardModel
from Game.GameState import GameState
from Game.Heuristic import Heuristic

MOVES = 40
SIMULATIONS = 50  # of one search
SEED = 1
PEER = "plain Python, as slow as the original"


@dataclass
class Program:
    """The classes of one of the two programs."""

    new_state: Callable[[], Any]
    reset: Callable[[Any], None]
    observation: Callable[[Any], Any]
    model: Any
    heuristic: type
    action: type


OURS = Program(
    GameState,
    lambda state: BriscaGame().reset(state),
    lambda state: state.get_observation(),
    ForwardModel(),
    Heuristic,
    Action,
)
PLAIN = Program(
    plain.PlainPosition,
    lambda state: state.reset(),
    lambda state: state,
    plain.PlainModel(),
    plain.PlainHeuristic,
    plain.PlainAction,
)


def first_observation(program: Program) -> Any:
    random.seed(SEED)
    state = program.new_state()
    program.reset(state)
    return program.observation(state)


def rollouts(program: Program) -> Callable[[int], int]:
    """Whole games from a randomized clone, always with the first card. Units are moves."""
    observation = first_observation(program)
    model, heuristic = program.model, program.heuristic

    def work(times: int) -> int:
        for _ in range(times):
            future = observation.get_randomized_clone()
            for _ in range(MOVES):
                model.play(future, future.get_list_actions()[0], heuristic())
        return times * MOVES

    return work


def training(program: Program) -> Callable[[int], int]:
    """Whole games on a real state, whose hands the loop reads. Units are moves."""
    state, model = program.new_state(), program.model
    heuristic, action, reset = program.heuristic, program.action, program.reset

    def work(times: int) -> int:
        moves = 0
        for _ in range(times):
            reset(state)
            while not state.is_terminal():
                model.play(state, action(state.hands[state.turn].get_card(0)), heuristic())
                moves += 1
        return moves

    return work


@dataclass
class Node:
    """A node of the search tree, reached by an action."""

    action: Any = None
    visits: int = 0
    total: float = 0.0
    children: dict[tuple[str, int], "Node"] = field(default_factory=dict)


def search(program: Program, observation: Any, simulations: int) -> Any:
    """Monte Carlo tree search as in a textbook. Every simulation imagines another world."""
    model, heuristic = program.model, program.heuristic()
    root = Node()
    for _ in range(simulations):
        future, node, path = observation.get_randomized_clone(), root, [(root, 1.0)]
        while node.visits and not future.is_terminal():
            sign = 1.0 if future.turn % 2 == observation.turn % 2 else -1.0
            node = choose_child(node, future.get_list_actions())
            path.append((node, sign))
            model.play(future, node.action, heuristic)
        while not future.is_terminal():
            model.play(future, random.choice(future.get_list_actions()), heuristic)
        points = [model.get_points_player(seat, future) for seat in range(4)]
        ours = observation.turn % 2
        margin = (points[ours] + points[ours + 2] - points[1 - ours] - points[3 - ours]) / 120
        for each, sign in path:
            each.visits += 1
            each.total += sign * margin
    return max(root.children.values(), key=lambda child: child.visits).action


def choose_child(node: Node, actions: list[Any]) -> Node:
    """The child that looks best for the seat to act; each action is tried once before."""
    best, most = node, -math.inf
    for action in actions:
        card = action.get_card()
        child = node.children.setdefault((card.card_type, card.card_number), Node(action))
        if not child.visits:
            return child
        value = child.total / child.visits + math.sqrt(math.log(node.visits + 1) / child.visits)
        if value > most:
            best, most = child, value
    return best


def searches(program: Program) -> Callable[[int], int]:
    """Searches of the first move. Units are simulations."""
    observation = first_observation(program)

    def work(times: int) -> int:
        for _ in range(times):
            search(program, observation, SIMULATIONS)
        return times * SIMULATIONS

    return work


def our_rollouts() -> Side:
    """For `bench.interpreted`, which looks it up by its name."""
    return cpu_side(rollouts(OURS))


def our_training() -> Side:
    return cpu_side(training(OURS))


def compiled(loop: Callable[[Program], Callable[[int], int]]) -> Any:
    @contextmanager
    def contest() -> Iterator[Contest]:
        yield Contest(cpu_side(loop(OURS)), cpu_side(loop(PLAIN)), PEER)

    return contest


def interpreted(name: str, loop: Callable[[Program], Callable[[int], int]]) -> Any:
    @contextmanager
    def contest() -> Iterator[Contest]:
        with interpreted_side(f"bench.robobrisca:{name}") as ours:
            yield Contest(ours, cpu_side(loop(PLAIN)), PEER)

    return contest


NOTE = "our side runs without anything compiled"
ROWS = [
    Row("robobrisca.rollout", "moves/s", compiled(rollouts), floor=3, goal=8),
    Row("robobrisca.training", "moves/s", compiled(training), floor=3, goal=8),
    Row("robobrisca.mcts", "simulations/s", compiled(searches), floor=3, goal=8),
    Row(
        "robobrisca.rollout_interpreted",
        "moves/s",
        interpreted("our_rollouts", rollouts),
        floor=1,
        note=NOTE,
        compiled=False,
    ),
    Row(
        "robobrisca.training_interpreted",
        "moves/s",
        interpreted("our_training", training),
        floor=1,
        note=NOTE,
        compiled=False,
    ),
]
