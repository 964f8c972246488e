"""Puts together, from the nodes of a description, the functions that say what things are worth.

It knows where each place, number and point map of the description is kept, and what the cards
look like. Nothing here runs while a game is played. Deeds are put together in `deed_compiler`.
"""

from typing import Any

from Game.recycle.machine import cards as made
from Game.recycle.machine import function, seats
from Game.recycle.machine.cards import Points, Scores
from Game.recycle.machine.function import Function
from Game.recycle.reading.nodes import MANY, NAME, PLACE, PLAYER, TEAM, Description, Node

Rows = dict[tuple[str, str], int]


class Compiler:
    def __init__(self, description: Description) -> None:
        self.description = description
        self.players = description.players
        nodes = [node for part in self.parts() for node in part.walk()]
        self.owners = 1 + self.players + max(len(description.teams), self.players)
        # What each variable is bound to: the node that binds one has its number after that.
        self.bound: dict[int, Node] = {
            node.parts[1]: node.parts[0]
            for node in nodes
            if len(node.parts) > 1 and isinstance(node.parts[1], int)
        }
        self.rows = self.rows_of(nodes, "place")
        self.store_rows = self.rows_of(nodes, "store")
        self.labels = tuple(self.rows)
        self.store_names = tuple([name for _, name in self.store_rows])
        maps = {node.parts[0] for node in nodes if node.op == "put"}
        self.maps = {name: number for number, name in enumerate(sorted(maps))}
        self.memories = [kind == "mem" for kind, _ in self.labels for _ in range(self.owners)]
        decks = [node.parts[1] for node in nodes if node.op == "create_deck"]
        cards = dict.fromkeys(card for deck in decks for card in deck)
        self.faces = {card: number for number, card in enumerate(cards)}
        self.attributes = [dict(card) for card in self.faces]
        self.texts = [";".join([f"{key}={text}" for key, text in card]) for card in self.faces]
        self.spoken = [" ".join(one.values()) for one in self.attributes]
        self.solid: set[int] = set()  # variables that hold a card which lies in a place
        self.sources: dict[int, Node] = {}  # where a variable that goes through cards has them from
        self.placed: set[int] = set()  # variables that hold a card which is found by where it lies

    def parts(self) -> tuple[Node, ...]:
        one = self.description
        return (*one.declared, *one.setup, *one.steps, one.scoring)

    def rows_of(self, nodes: list[Node], op: str) -> Rows:
        """All places, or all stores, that can be named."""
        found: Rows = {}
        for node in nodes:
            holds = node.op == op or (op == "store" and node.op in ("set", "inc", "dec"))
            if holds:
                kind = node.parts[1] if op == "place" else "sto"
                name = node.parts[2] if op == "place" else node.parts[1]
                for text in self.names_of(name):
                    found.setdefault((kind, text), len(found))
        return found

    def names_of(self, node: Node) -> tuple[str, ...]:
        """What a name can be; where it is worked out from cards, any name of the text."""
        if node.op == "name":
            return (str(node.parts[0]),)
        if node.op == "row":
            return tuple([text for one in node.parts[0] for text in self.names_of(one)])
        if node.op == "variable":
            return self.names_of(self.bound[node.parts[0]])
        return self.names_of(node.parts[0]) if node.op == "filter" else self.description.names

    def points(self, entries: Any) -> Points:
        """A point map from its entries."""
        return Points(entries, self.attributes)

    # Values

    def value(self, node: Node) -> Function:
        found: Function = getattr(self, "of_" + node.op)(node)
        return found

    def of_number(self, node: Node) -> Function:
        return function.Constant(node.parts[0])

    def of_name(self, node: Node) -> Function:
        return function.WordValue(node.parts[0])

    def of_variable(self, node: Node) -> Function:
        slot, name = node.parts
        if node.type == PLACE:
            return made.HeldPlace(slot, name, node.at)
        return function.Variable(slot)

    def of_arithmetic(self, node: Node) -> Function:
        sign, left, right = node.parts
        return function.Arithmetic(sign, self.value(left), self.value(right), node.at)

    def of_compare(self, node: Node) -> Function:
        sign, left, right = node.parts
        kind: Any = {NAME: function.CompareTexts, "card": function.CompareCards}.get(
            left.type, function.CompareNumbers
        )
        found: Function = kind(sign, self.value(left), self.value(right))
        return found

    def of_and(self, node: Node) -> Function:
        return function.Conjunction([self.value(part) for part in node.parts[0]])

    def of_or(self, node: Node) -> Function:
        return function.Disjunction([self.value(part) for part in node.parts[0]])

    def of_not(self, node: Node) -> Function:
        return function.Negation(self.value(node.parts[0]))

    def of_all(self, node: Node) -> Function:
        group, slot, body = self.loop(node)
        return function.Quantified(node.op == "all", group, slot, body, node.at)

    of_any = of_all

    def of_total(self, node: Node) -> Function:
        return function.Total(*self.loop(node), node.at)

    def loop(self, node: Node) -> tuple[Function, int, Function]:
        """A collection, the variable that goes through it, and what is asked of each item."""
        group, slot = self.value_of_group(node.parts[0]), node.parts[1]
        self.note_items(node.parts[0], slot)
        return group, slot, self.value(node.parts[2])

    def note_items(self, group: Node, slot: int) -> None:
        """What is known of the cards that a variable goes through."""
        if group.type == PLACE and self.lies(group):
            self.solid.add(slot)
        if group.op in ("place", "filter"):
            self.sources[slot] = group

    def lies(self, node: Node) -> bool:
        """Are these cards that lie in places, and not in a memory?"""
        if node.op == "place":
            return bool(node.parts[1] != "mem")
        if node.op == "filter":
            return self.lies(node.parts[0])
        if node.op == "union":
            return all(self.lies(part) for part in node.parts[0])
        return node.op == "places" and self.lies(node.parts[2])

    def value_of_group(self, node: Node) -> Function:
        """A collection; of a team its members."""
        found = self.value(node)
        return seats.Members(found) if node.type == TEAM else found

    def of_size(self, node: Node) -> Function:
        return function.Size(self.value_of_group(node.parts[0]))

    def of_store(self, node: Node) -> Function:
        return function.Stored(self.store(node.parts[0], node.parts[1]))

    # Points

    def scores(self, name: str, node: Node) -> Scores:
        return Scores(self.maps[name], name, node.at)

    def of_score(self, node: Node) -> Function:
        return made.Score(self.value(node.parts[0]), self.scores(node.parts[1], node))

    def of_sum(self, node: Node) -> Function:
        return made.Sum(self.value(node.parts[0]), self.scores(node.parts[1], node))

    def of_max(self, node: Node) -> Function:
        sign = 1 if node.op == "max" else -1
        return made.Best(sign, self.value(node.parts[0]), self.scores(node.parts[1], node))

    of_min = of_max

    # Cards

    def of_card(self, node: Node) -> Function:
        where, cards = node.parts[0], self.value(node.parts[1])
        if where == "top":
            return made.Top(cards)
        return made.CardAt(self.index(where) or function.Constant(0), cards)

    def index(self, where: Any) -> Function | None:
        """How far from the bottom; None for the top."""
        if isinstance(where, Node):
            return self.value(where)
        return None if where == "top" else function.Constant(0)

    def of_actual(self, node: Node) -> Function:
        return made.Actual(self.value(node.parts[0]))

    def of_cardatt(self, node: Node) -> Function:
        key, card = node.parts[0], self.value(node.parts[1])
        if key.op != "name":
            return made.NamedAttribute(self.value(key), self.attributes, card)
        column = [face.get(key.parts[0], "") for face in self.attributes]
        return made.Attribute(column, card)

    # Seats

    def of_current_player(self, node: Node) -> Function:
        return seats.PlayerInTurn(node.op.split("_")[0])

    of_next_player = of_current_player
    of_previous_player = of_current_player

    def of_current_team(self, node: Node) -> Function:
        return seats.TeamInTurn(node.op.split("_")[0])

    of_next_team = of_current_team
    of_previous_team = of_current_team

    def of_numbered_player(self, node: Node) -> Function:
        return seats.Numbered(False, self.value(node.parts[0]), node.at)

    def of_numbered_team(self, node: Node) -> Function:
        return seats.Numbered(True, self.value(node.parts[0]), node.at)

    def of_team_of(self, node: Node) -> Function:
        return seats.TeamOf(self.value(node.parts[0]))

    def of_owner(self, node: Node) -> Function:
        return seats.Owner(self.value(node.parts[0]), self.owners, node.at)

    # Collections

    def of_all_player(self, node: Node) -> Function:
        return seats.All(node.op.endswith("team"), node.op.startswith("other"))

    of_all_team = of_all_player
    of_other_player = of_all_player
    of_other_team = of_all_player

    def of_row(self, node: Node) -> Function:
        return made.Row([self.value(part) for part in node.parts[0]])

    def of_range(self, node: Node) -> Function:
        return made.Range(self.value(node.parts[0]), self.value(node.parts[1]), node.at)

    def of_filter(self, node: Node) -> Function:
        return made.Filter(*self.loop(node), node.at)

    def of_places(self, node: Node) -> Function:
        return made.Each(*self.loop(node), node.at)

    def of_tuples(self, node: Node) -> Function:
        many, cards, name = node.parts
        return made.Tuples(self.value(many), self.value(cards), self.scores(name, node))

    def of_union(self, node: Node) -> Function:
        parts = node.parts[0]
        several = [part.type == PLACE + MANY for part in parts]
        return made.Union([self.value(part) for part in parts], several)

    def of_group(self, node: Node) -> Function:
        return made.Chosen(self.index(node.parts[0]), self.value(node.parts[1]))

    # Places

    def of_place(self, node: Node) -> Function:
        owner, kind, name = node.parts
        return self.spot(owner, kind, name, self.rows)

    def store(self, owner: Node, name: Node) -> Function:
        return self.spot(owner, "sto", name, self.store_rows)

    def spot(self, owner: Node, kind: str, name: Node, rows: Rows) -> Function:
        """The number of a place or of a store."""
        first = {"game": 0, PLAYER: 1}.get(owner.type, 1 + self.players)
        who = None if owner.op == "game" else self.value(owner)
        if name.op == "name":
            return made.Place(rows[kind, name.parts[0]] * self.owners + first, who)
        bases = {text: row * self.owners for (one, text), row in rows.items() if one == kind}
        return made.NamedPlace(bases, first, who, self.value(name), name.at)
