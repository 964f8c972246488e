"""Which action a search tries next, compared with a slow copy of the rule in plain numbers.

The results here are fixed for each action, so every choice after the first tries is settled.
"""

from math import log, sqrt

import pytest

from Game.core.state import State
from Game.core.stream import Stream
from Game.core.turn import OVER
from Players.search.limits import RIPE
from Players.search.policies import POLICIES
from Players.search.tree_search import TreeSearch

RARE, EVERY = 2, 5  # this action is there in one world of five
WORTH = {0: 0.5127, 1: 0.3671, RARE: 0.4419}  # for seat 0


class Stall(State):
    """One seat chooses between two actions, and sometimes a third, at the end of `moves`.

    Seat 0 searches. With two moves it has nothing to choose from, and seat 1 has.
    """

    def __init__(self, moves: int) -> None:
        super().__init__()
        self.moves = moves
        self.done: list[int] = []
        self.worlds = [0]  # dealt so far, by all copies together
        self.has_rare = False

    def copy_from(self, other: State) -> None:
        assert isinstance(other, Stall)
        self.turn, self.moves, self.has_rare = other.turn, other.moves, other.has_rare
        self.done, self.worlds = list(other.done), other.worlds

    def legal(self) -> list[int]:
        if len(self.done) + 1 < self.moves:
            return [7]
        return [0, 1, RARE] if self.has_rare else [0, 1]

    def play(self, action: int) -> int:
        self.done.append(action)
        self.turn = len(self.done) if len(self.done) < self.moves else OVER
        return self.turn

    def redeal(self, seat: int, stream: Stream) -> None:
        self.worlds[0] += 1
        self.has_rare = self.worlds[0] % EVERY == 0

    def finish(self, stream: Stream) -> None:
        while self.turn != OVER:  # with the first action, so that nothing is random
            self.play(self.legal()[0])

    def side(self, seat: int) -> int:
        return seat

    def points(self, seat: int) -> int:
        return 0

    def value(self, side: int) -> float:
        ours = WORTH[self.done[-1]]
        return ours if side == 0 else 1 - ours


def by_the_rule(simulations: int, ripe: int, c: float, whole: bool, good) -> dict[int, int]:
    """How often each action of a node is chosen, if all these simulations reach the node.

    No action is chosen before the node has `ripe` visits for each action that is offered.
    """
    visits: dict[int, int] = {}
    chances: dict[int, int] = {}
    for before in range(simulations):
        offered = [0, 1, RARE] if (before + 1) % EVERY == 0 else [0, 1]
        if before < ripe * len(offered):
            continue
        for action in offered:
            chances[action] = chances.get(action, 0) + (action in visits)

        def score(action: int, parent: int = before) -> float:
            seen = parent if whole else chances[action]
            return good(action) + c * sqrt(log(seen) / visits[action])

        new = [action for action in offered if action not in visits]
        chosen = new[0] if new else max(offered, key=score)
        if new:
            chances[chosen] = 1
        visits[chosen] = visits.get(chosen, 0) + 1
    return visits


def searched(moves: int, policy: str, simulations: int, c: float) -> TreeSearch:
    search = TreeSearch(Stall(moves), 2, POLICIES[policy], c, Stream(1))
    search.run(simulations)
    return search


def visits_below(search: TreeSearch, node: int) -> dict[int, int]:
    return {label: visits for _, label, visits, _, _ in search.tree.children(node)}


# The two first actions are tried in any order, which makes no difference after them. So many
# simulations that counts leave the tables of roots and logarithms, too.
@pytest.mark.parametrize("c", [0.0, 0.4, 1.5])
@pytest.mark.parametrize("simulations", [40, 400, 12_000])
@pytest.mark.parametrize("policy", POLICIES)
def test_our_seats_choose_by_mean_and_exploration(policy, simulations, c):
    whole = policy != "ismcts"
    search = searched(1, policy, simulations, c)
    expected = by_the_rule(simulations, 0, c, whole, WORTH.__getitem__)
    assert nearly(visits_below(search, 0), expected)


@pytest.mark.parametrize("c", [0.0, 0.4, 1.5])
@pytest.mark.parametrize("simulations", [40, 400, 12_000])
@pytest.mark.parametrize("policy", ["paranoid", "maxn", "ismcts"])
def test_an_opponent_chooses_by_one_minus_our_mean(policy, simulations, c):
    """The seed's rule: (1 - x) + C * sqrt(ln(n_p) / n_i), with x our mean."""
    search = searched(2, policy, simulations, c)
    ((node, *_),) = search.tree.children(0)
    whole = policy != "ismcts"
    expected = by_the_rule(simulations, RIPE, c, whole, lambda action: 1 - WORTH[action])
    assert nearly(visits_below(search, node), expected)


def nearly(found: dict[int, int], expected: dict[int, int]) -> bool:
    """Beyond the tables counts are halved until they fit: it makes no more than this difference."""
    total = sum(expected.values())
    room = 0 if total < 4096 else total / 100
    assert sum(found.values()) == total
    assert all(abs(found[action] - expected[action]) <= room for action in expected), (
        found,
        expected,
    )
    return found.keys() == expected.keys()


def test_the_rare_action_tells_the_two_ways_to_count_apart():
    counts = [visits_below(searched(1, policy, 400, 0.4), 0) for policy in ("ismcts", "maxn")]
    assert counts[0][RARE] != counts[1][RARE]
