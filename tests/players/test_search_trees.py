"""The tree behind a search: its numbers add up, it stays in bounds, and it finds what is best."""

import pytest
from support.thinking import OpenState, endings, maxn, minimax

from Game.core.state import State
from Game.core.stream import Stream
from Game.core.turn import OVER
from Game.registry import find
from Players.search.flat import FlatSearch
from Players.search.limits import RIPE
from Players.search.policies import POLICIES
from Players.search.tree_search import TreeSearch

GAMES = {
    "brisca": {},
    "boerenbridge": {"rounds": "5"},
    "tarot": {"deals": "1", "contract": "fixed"},
}


def searched(state: State, seats: int, policy: str, simulations: int, **more) -> TreeSearch:
    chosen = POLICIES[policy]
    search = TreeSearch(state, seats, chosen, chosen.c, Stream(7), **more)
    search.run(simulations)
    return search


def best(search: TreeSearch) -> int:
    result = search.statistics()
    return max(result, key=lambda action: result[action][0])


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("name", GAMES)
def test_the_visits_of_children_add_up_to_those_of_their_parent(name, policy):
    game = find(name)(**GAMES[name])
    search = searched(game.deal(Stream(2)), game.seats, policy, 1500)
    tree = search.tree
    assert search.count == 1500
    assert sum(row[2] for row in tree.children(0)) == 1500
    inner, below = 0, [(row[0], row[2]) for row in tree.children(0)]
    while below:
        node, total = below.pop()
        children = tree.children(node)
        assert len({row[1] for row in children}) == len(children)  # each action once
        for _, _, visits, chances, worth in children:
            assert visits >= 1
            # Best reply also plays actions that it did not choose.
            assert visits <= chances or policy == "bestreply"
            assert -1e-9 <= worth <= visits + 1e-9
        if children:  # many simulations ended here, before the search tried its actions
            inner += 1
            ended = total - sum(row[2] for row in children)
            if name == "brisca" and policy != "bestreply":  # three actions, until the deck is out
                assert ended == 3 * RIPE
            assert ended >= 1 or policy == "bestreply"
        below += [(row[0], row[2]) for row in children]
    assert inner >= 3


@pytest.mark.parametrize("policy", [*POLICIES, "montecarlo"])
def test_every_simulation_deals_a_world_of_its_own(policy):
    game = find("brisca")()
    state = OpenState(endings(game, seed=1, left=6))
    if policy == "montecarlo":
        FlatSearch(state, state.turn, game.seats, Stream(1)).run(25)
    else:
        searched(state, game.seats, policy, 25)
    assert state.redeals == [state.turn] * 25


@pytest.mark.parametrize("policy", POLICIES)
def test_a_full_tree_stops_growing_and_the_search_goes_on(policy):
    game = find("tarot")()
    search = searched(game.deal(Stream(3)), game.seats, policy, 2000, most_nodes=100)
    assert search.tree.size <= 100
    assert sum(row[2] for row in search.tree.children(0)) == 2000


def exact(name: str, seed: int, left: int, team_of=None) -> tuple[OpenState, dict[int, float]]:
    """An open ending, and the exact worth of each action when all others play against its seat."""
    state = OpenState(endings(find(name)(**GAMES[name]), seed, left))
    worth = {}
    for action in state.legal():
        other = state.clone()
        other.play(action)
        worth[action] = minimax(other, state.turn)
    return state, worth


CLEAR = 0.05  # between the best actions and the others


def telling(name: str, left: int, wanted: int):
    """Endings in which the choice of a card matters."""
    result = 0
    for seed in range(1000):
        state, worth = exact(name, seed, left)
        values = sorted(worth.values())
        best_are = [value for value in values if value > values[-1] - 0.005]
        rest = values[: -len(best_are)]
        if rest and values[-1] - rest[-1] > CLEAR:
            result += 1
            yield state, worth
            if result == wanted:
                return


CARDS_LEFT = {"brisca": 12, "boerenbridge": 12, "tarot": 9}  # three of each seat


@pytest.mark.parametrize("policy", ["paranoid", "ismcts", "maxn"])
@pytest.mark.slow
def test_in_an_ending_of_two_sides_the_best_action_is_found(policy):
    """Of Brisca all three policies: what is good for one side is bad for the other."""
    for state, worth in telling("brisca", CARDS_LEFT["brisca"], 3):
        choice = best(searched(state, 4, policy, 8000))
        assert worth[choice] >= max(worth.values()) - 0.005


@pytest.mark.parametrize("name", ["boerenbridge", "tarot"])
@pytest.mark.slow
def test_paranoid_finds_what_is_best_against_all_others(name):
    for state, worth in telling(name, CARDS_LEFT[name], 3):
        choice = best(searched(state, find(name)().seats, "paranoid", 8000))
        assert worth[choice] >= max(worth.values()) - 0.005


def test_maxn_finds_what_is_best_when_each_wants_his_own_best():
    game = find("boerenbridge")(rounds="5")
    clear = 0
    for seed in range(400):
        state = OpenState(endings(game, seed, left=8))
        got = {}
        for action in state.legal():
            other = state.clone()
            other.play(action)
            least, most = maxn(other, game.seats)
            got[action] = least[state.turn], most[state.turn]
        first = max(got, key=lambda action: got[action][0])
        rest = [most for action, (_, most) in got.items() if action != first]
        if rest and got[first][0] > max(rest) + 0.02:  # however the others settle their ties
            clear += 1
            assert best(searched(state, game.seats, "maxn", 4000)) == first
            if clear == 6:
                return
    raise AssertionError("too few endings in which one action is clearly the best")


def test_after_the_auction_the_defence_is_one_team():
    game = find("tarot")(deals="1")
    auction = game.deal(Stream(1))
    assert len({auction.team(seat) for seat in range(3)}) == 3
    for text in ("passe", "petite", "passe"):
        auction.play(game.read_action(auction, text))
    assert auction.taker == 1
    assert auction.team(0) == auction.team(2) != auction.team(1)
    assert [auction.side(seat) for seat in range(3)] == [0, 1, 2]


# A game of one move each, to tell the policies apart


class Bargain(State):
    """Seat 0 takes a sure thing (0) or a chance (1), which two others can spoil.

    Only both together spoil it, and it costs them what they would have got.
    """

    SURE = 0.3

    def __init__(self) -> None:
        super().__init__()
        self.moves: list[int] = []

    def copy_from(self, other: State) -> None:
        assert isinstance(other, Bargain)
        self.turn = other.turn
        self.moves = list(other.moves)

    def legal(self) -> list[int]:
        return [] if self.turn == OVER else [0, 1]

    def play(self, action: int) -> int:
        self.moves.append(action)
        self.turn = len(self.moves) if len(self.moves) < 3 else OVER
        return self.turn

    def redeal(self, seat: int, stream: Stream) -> None:
        pass

    def side(self, seat: int) -> int:
        return seat

    def points(self, seat: int) -> int:
        return 0

    def value(self, side: int) -> float:
        risked, *spoilers = self.moves
        if side == 0:
            return self.SURE if not risked else 0.0 if all(spoilers) else 1.0
        return 0.2 if spoilers[side - 1] else 0.8


@pytest.mark.parametrize(
    "policy, chosen", [("paranoid", 0), ("maxn", 1), ("ismcts", 1), ("bestreply", 1)]
)
def test_a_policy_models_the_aims_of_the_opponents(policy, chosen):
    """Together they spoil it; for themselves they would not; one that replies alone cannot."""
    search = searched(Bargain(), 3, policy, 4000)
    assert best(search) == chosen


class Pact(Bargain):
    """Seats 0 and 1 play together, just now."""

    def team(self, seat: int) -> int:
        return max(seat, 1)


def test_paranoid_does_not_fear_its_partner():
    assert best(searched(Pact(), 3, "paranoid", 4000)) == 1


def test_the_tree_ends_where_chance_decides():
    from toys.nearest import Nearest

    game = Nearest(seats="2")
    state = game.deal(Stream(1))
    search = searched(state, game.seats, "ismcts", 400)
    depth, below = 0, [0]
    while below := [row[0] for node in below for row in search.tree.children(node)]:
        depth += 1
    assert depth == 2  # the cards of one round: then all are dealt again


class Misnumbered(Bargain):
    def legal(self) -> list[int]:
        return [-1, 10**9]


@pytest.mark.parametrize("policy", POLICIES)
def test_actions_that_are_not_small_numbers_are_refused(policy):
    with pytest.raises(ValueError, match="the numbers of actions must be from 0 to 999,999"):
        searched(Misnumbered(), 3, policy, 10)


class Threat(Bargain):
    """One of the two others can spoil it alone."""

    def value(self, side: int) -> float:
        risked, first, _ = self.moves
        return self.SURE if not risked else 0.0 if first else 1.0


def test_best_reply_fears_the_strongest_reply():
    assert best(searched(Threat(), 3, "bestreply", 4000)) == 0


def test_monte_carlo_plays_the_action_that_wins_more_often():
    flat = FlatSearch(Bargain(), 0, 3, Stream(1))
    flat.run(500)
    assert flat.best() == 1
    assert flat.prospects[0] == pytest.approx(500 * Bargain.SURE)
    assert 0.7 < flat.prospects[1] / flat.worlds < 0.8
