"""The bundled games of dialect 0.5: Kuhn poker has its known value, Oh Hell agrees with
BoerenBridge, and together they use every construct of the dialect.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations

from support.cases import case
from support.paths import ROOT

from Game import registry
from Game.boerenbridge.game import BoerenBridge
from Game.core.stream import Stream
from Game.recycle.reading.forms.description import read
from Game.recycle.reading.nodes import Node

# Kuhn poker

VALUE = Fraction(-1, 18)  # for the player who begins, if both play as well as possible
CARDS = ("JACK", "QUEEN", "KING")
FIRST, SECOND = 0, 1

Strategy = dict[
    tuple[str, str], list
]  # for a card and the actions so far: a weight for each option


class Tree:
    """A position of Kuhn poker, and all that follow it."""

    def __init__(self, game, state, card_of, past=""):
        self.turn, self.after = state.turn, []
        if state.is_terminal():
            self.gain = state.points(FIRST)
            assert self.gain == -state.points(SECOND)
            return
        self.key = card_of[state.turn], past
        for action, text in enumerate(game.texts(state)):
            after = state.clone()
            after.play(action)
            did = next(word for word in ("CHECK", "BET", "FOLD", "CALL") if word in text)
            self.after.append(Tree(game, after, card_of, past + did[0]))


def trees():
    game = registry.find("kuhn")()
    found = []
    for order in permutations(CARDS):
        state = game.read_deal({"orders": [list(order)], "coins": []})
        found.append(Tree(game, state, (order[2], order[1])))
    return found


def train(tree: Tree, reach, regrets, sums):
    """One step of counterfactual regret minimisation. Return the gain of the first player."""
    if not tree.after:
        return tree.gain
    count = len(tree.after)
    regret = regrets.setdefault(tree.key, [0.0] * count)
    total = sums.setdefault(tree.key, [0.0] * count)
    good = [max(each, 0.0) for each in regret]
    weights = [each / sum(good) for each in good] if sum(good) > 0 else [1 / count] * count
    gains = []
    for weight, after in zip(weights, tree.after, strict=True):
        further = list(reach)
        further[tree.turn] *= weight
        gains.append(train(after, further, regrets, sums))
    mean = sum(w * gain for w, gain in zip(weights, gains, strict=True))
    sign = 1 if tree.turn == FIRST else -1
    for option in range(count):
        regret[option] += sign * (gains[option] - mean) * reach[1 - tree.turn]
        total[option] += weights[option] * reach[tree.turn]
    return mean


def best_gain(seat: int, other: Strategy):
    """What the first player gains if this seat answers the other's strategy as well as it can.

    It knows its card and the actions, so it takes the same option in all deals that look alike.
    """
    roots = trees()

    def gain(tree: Tree, chosen):
        if not tree.after:
            return Fraction(tree.gain)
        if tree.turn == seat:
            return gain(tree.after[chosen[tree.key]], chosen)
        weights = other[tree.key]
        return sum(
            weight * gain(after, chosen) / sum(weights)
            for weight, after in zip(weights, tree.after, strict=True)
            if weight
        )

    keys = sorted({node.key for root in roots for node in nodes(root) if node.turn == seat})
    best, chosen = None, dict.fromkeys(keys, 0)
    for number in range(2 ** len(keys)):
        for place, key in enumerate(keys):
            chosen[key] = number >> place & 1
        found = sum(gain(root, chosen) for root in roots) / len(roots)
        if best is None or (found > best) == (seat == FIRST):
            best = found
    return best


def nodes(tree: Tree) -> Iterator[Tree]:
    if tree.after:
        yield tree
    for after in tree.after:
        yield from nodes(after)


def equilibrium() -> Strategy:
    """Best strategies, as the literature has them: weights for check and bet, or fold and call."""
    third = Fraction(1, 3)
    return {
        ("JACK", ""): [1, 0], ("QUEEN", ""): [1, 0], ("KING", ""): [1, 0],
        ("JACK", "CB"): [1, 0], ("QUEEN", "CB"): [1 - third, third], ("KING", "CB"): [0, 1],
        ("JACK", "C"): [1 - third, third], ("QUEEN", "C"): [1, 0], ("KING", "C"): [0, 1],
        ("JACK", "B"): [1, 0], ("QUEEN", "B"): [1 - third, third], ("KING", "B"): [0, 1],
    }  # fmt: skip


def test_the_value_of_kuhn_poker_is_minus_one_eighteenth():
    """No answer to the equilibrium gains more than the value, for either player: exactly."""
    assert best_gain(FIRST, equilibrium()) == VALUE
    assert best_gain(SECOND, equilibrium()) == VALUE


def test_regret_minimisation_finds_the_value_of_kuhn_poker():
    regrets: Strategy = {}
    sums: Strategy = {}
    roots = trees()
    for _ in range(1500):
        for root in roots:
            train(root, (1.0, 1.0), regrets, sums)
    low, high = best_gain(SECOND, sums), best_gain(FIRST, sums)
    assert low <= VALUE <= high
    assert high - low < 0.03


# Oh Hell and BoerenBridge

RANKS = {"TEN": "10", "JACK": "J", "QUEEN": "Q", "KING": "K", "ACE": "A"}


def short(card: str) -> str:
    """A card of Oh Hell as BoerenBridge writes it."""
    rank, suit = card.split()
    return RANKS[rank] + suit[0]


def store(state, name: str, owner: int):
    plan, table = state.program.plan, state.table
    if ("sto", name) in plan.store_rows and name != "TRUMP":
        return table.stores[plan.store_rows["sto", name] * plan.owners + owner]
    return table.texts[plan.text_rows["str", name] * plan.owners + owner]


def hands(state) -> list[list[str]]:
    plan, table = state.program.plan, state.table
    first = plan.rows["iloc", "HAND"] * plan.owners + 1
    return [[short(table.card_name(card)) for card in table.places[first + s]] for s in range(4)]


def choices(game, state) -> dict[str, int]:
    """The options as BoerenBridge writes them."""
    found = {}
    for action, text in enumerate(game.texts(state)):
        found[f"bid {text[6:]}" if text.startswith("BID = ") else short(text)] = action
    return found


def test_oh_hell_is_boerenbridge_move_by_move():
    game = registry.find("ohhell")()
    for seed in range(8):
        state, dice, scores = game.deal(Stream(seed)), Stream(seed), [0] * 4
        state.chance = Stream(seed)
        for cards in (3, 4, 5, 4, 3):
            other = BoerenBridge(rounds=str(cards))
            deal = {
                "dealer": store(state, "DEALER", 0),
                "trump": store(state, "TRUMP", 0)[0],
                "hands": hands(state),
            }
            twin = other.read_deal(deal)
            while not twin.is_terminal():
                with case(f"seed {seed}, {cards} cards, {deal}"):
                    assert state.turn == twin.turn
                    ours = choices(game, state)
                    theirs = {other.action_text(twin, one): one for one in twin.legal()}
                    assert sorted(ours) == sorted(theirs)
                text = dice.choice(sorted(ours))
                state.play(ours[text])
                twin.play(theirs[text])
            scores = [before + twin.points(seat) for seat, before in enumerate(scores)]
            assert [store(state, "SCORE", 1 + seat) for seat in range(4)] == scores
        assert state.is_terminal()


# Every construct

FOLDER = ROOT / "Game" / "recycle" / "games"

CONSTRUCTS = """
no teams / teams in play / a team with computed members
points of game / points of player / points of team / put with a cardatt or a text
stored_text of game / stored_text of player / set_text / text literal / text variable / text cardatt
remember / forget
vloc / iloc / hloc / oloc / mem
place with a name / place with a variable / place with a number / place new
// / % / ^ / + / - / * / tri / fib / random from 0 / random between / range / size / sum / score
card top / card INT / slice top / slice bottom
sort / union / intersect / disjunction / max
tuples / partition / subsets / runs largest / runs all / run top
group top / group bottom / group INT
all players / all teams / all others / all range / all texts / all cards / all groups
all team members
any teams / any texts / any cards / any groups / any others / any range
all action / all condition / places / total
let integer / let condition / let name / let cards / let places / let player
declare number / declare list
named deck / shuffle / faro
repeat_all move / repeat_all forget
cycle next variable / cycle current variable / cycle next current
compare integer / compare name / compare player / compare team / compare card
stage / choice / do / each / pass
"""

COLLECTIONS = {
    "all_player": "players", "all_team": "teams", "other_player": "others", "range": "range",
    "row": "texts",
}  # fmt: skip
KINDS = {"integer": "integer", "condition": "condition", "name": "name", "place": "cards",
         "places": "places", "player": "player"}  # fmt: skip


def used(node: Node) -> Iterator[str]:
    """The constructs that a node is an example of, by their names in the list."""
    op, parts = node.op, node.parts
    yield op
    if op == "create_teams" and any(isinstance(one, Node) for team in parts[0] for one in team):
        yield "a team with computed members"
    if op in ("points", "stored_text", "set_text"):
        yield f"{'stored_text' if op == 'set_text' else op} of {parts[0].type}"
    if op == "put":
        inner = {one.op for keys, _ in parts[1] for key in keys for one in key[1].walk()}
        yield "put with a cardatt or a text" if inner & {"cardatt", "stored_text"} else ""
    if op == "place":
        names = {"name": "a name", "variable": "a variable", "name_of_number": "a number"}
        yield parts[1]
        yield "place new" if parts[2].op == "new" else f"place with {names.get(parts[2].op)}"
    if op == "arithmetic":
        yield parts[0]
    if op == "series":
        yield parts[0]
    if op == "random":
        yield "random from 0" if parts[0].parts == (0,) else "random between"
    if op in ("card", "group"):
        yield f"{op} {parts[0] if isinstance(parts[0], str) else 'INT'}"
    if op in ("slice", "runs", "run"):
        yield f"{op} {parts[0]}"
    if op in ("all", "any", "places", "total", "each", "filter"):
        word = "any" if op == "any" else "all"
        yield f"{word} {COLLECTIONS.get(parts[0].op, '')}"
        yield f"{word} {'cards' if parts[0].type == 'place' else ''}"
        yield f"{word} {'groups' if parts[0].op in ('subsets', 'partition', 'runs') else ''}"
        yield f"{word} {'team members' if parts[0].type == 'team' else ''}"
        yield f"{op} {node.type}"
        inner = parts[0]
        if inner.op == "filter":
            yield f"{word} {'groups' if inner.parts[0].op == 'subsets' else ''}"
    if op == "let" and len(parts) == 3:
        yield f"let {KINDS.get(parts[0].type, 'other')}"
    if op == "let" and len(parts) == 2:
        yield f"declare {'list' if parts[0].op == 'row' else parts[0].op}"
    if op == "repeat_all":
        yield f"repeat_all {parts[1].op}"
    if op == "cycle":
        yield f"cycle {parts[0]} {parts[1] if isinstance(parts[1], str) else parts[1].op}"
    if op == "compare":
        yield f"compare {parts[1].type}"
        if parts[1].type == "name":
            kinds = {"name": "literal", "variable": "variable", "cardatt": "cardatt"}
            yield from (f"text {kinds.get(part.op)}" for part in parts[1:])


def test_the_bundled_games_of_the_dialect_use_every_construct():
    found: set[str] = set()
    for file in sorted(FOLDER.glob("*.rcy")):
        text = file.read_text("utf-8")
        description = read(text, file.name)
        for node in (one for part in description.parts for one in part.walk()):
            found |= set(used(node))
        later = {node.op for step in description.steps for node in step.walk()}
        found |= {"teams in play"} if "create_teams" in later else set()
        found |= {"no teams"} if "create teams" not in text.split("(do")[0] else set()
        found |= {"named deck"} if "create deck PACK" in text else set()
    wanted = {name.strip() for line in CONSTRUCTS.split("\n") for name in line.split(" / ")} - {""}
    assert wanted - found == set()
