"""Makes functions of the nodes that have a value. Each takes the table; none walks a tree.

Actions and the course of the game are made in `actions` and `course`, on top of this.
"""

import operator
from collections.abc import Callable
from typing import Any

from Game.recycle.errors import At, GameFault
from Game.recycle.nodes import PLACE, PLAYER, TEAM, Description, Node
from Game.recycle.table import Table

LARGEST = 10**12  # numbers beyond it are a game that has run away
MOST_ITEMS = 10_000  # in a range

Function = Callable[[Table], Any]

COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, ">": operator.gt,
    "<=": operator.le, ">=": operator.ge,
}  # fmt: skip
ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul,
    "//": operator.floordiv, "%": operator.mod,
}  # fmt: skip


def constant(value: Any) -> Function:
    return lambda table: value


def real(card: int | None) -> int | None:
    """The card itself, also of a remembered one."""
    return ~card if card is not None and card < 0 else card


class Compiler:
    """Knows where each place, number and point map of the description is kept."""

    fuel = 1_000_000  # what may be gone through without a choice; an action counts for ten

    def __init__(self, description: Description) -> None:
        self.description = description
        self.players = description.players
        nodes = [node for part in self.parts() for node in part.walk()]
        self.owners = 1 + self.players + max(len(description.teams), self.players)
        self.rows = self._rows(nodes, "place")
        self.store_rows = self._rows(nodes, "store")
        self.labels = tuple([(kind, name) for kind, name in self.rows])
        self.store_names = tuple([name for _, name in self.store_rows])
        maps = {node.parts[0] for node in nodes if node.op == "put"}
        self.maps = {name: number for number, name in enumerate(sorted(maps))}
        self.totals: dict[Any, dict[str, int]] = {}  # point maps that were put, by their entries

    def parts(self) -> tuple[Node, ...]:
        one = self.description
        return (*one.declared, *one.setup, *one.steps, one.scoring)

    def _rows(self, nodes: list[Node], op: str) -> dict[tuple[str, str], int]:
        """All places that can be named; with a name that is worked out, all names can."""
        found: dict[tuple[str, str], int] = {}
        for node in nodes:
            holds = node.op == op or (op == "store" and node.op in ("set", "inc", "dec"))
            if holds:
                kind = node.parts[1] if op == "place" else "sto"
                name = node.parts[2] if op == "place" else node.parts[1]
                names = (name.parts[0],) if name.op == "name" else self.description.names
                for text in names:
                    found.setdefault((kind, text), len(found))
        return found

    # Values

    def value(self, node: Node) -> Function:
        """What the node is worth. For a place this is its number, for others a list or a value."""
        if node.type == PLACE and node.op != "variable":
            return self.cards(node) if node.op != "place" else self.place(node)
        made: Function = getattr(self, "of_" + node.op)(node)
        return made

    def of_number(self, node: Node) -> Function:
        return constant(node.parts[0])

    of_name = of_number

    def of_variable(self, node: Node) -> Function:
        slot = node.parts[0]
        return lambda table: table.values[slot]

    def of_arithmetic(self, node: Node) -> Function:
        sign, at = node.parts[0], node.at
        left, right = self.value(node.parts[1]), self.value(node.parts[2])
        work = ARITHMETIC[sign]

        def worked(table: Table) -> int:
            second = right(table)
            if second == 0 and sign in ("//", "%"):
                raise GameFault("a number is divided by 0", at)
            result = work(left(table), second)
            if not -LARGEST < result < LARGEST:
                raise GameFault(f"a number has grown beyond {LARGEST}", at)
            return result

        return worked

    def of_compare(self, node: Node) -> Function:
        sign, first, second = node.parts
        work, left, right = COMPARE[sign], self.value(first), self.value(second)
        if first.type == "card":
            return lambda table: work(real(left(table)), real(right(table)))
        if second.op == "number":
            number = second.parts[0]
            return lambda table: work(left(table), number)
        return lambda table: work(left(table), right(table))

    def of_and(self, node: Node) -> Function:
        parts = tuple([self.value(part) for part in node.parts[0]])
        if len(parts) == 2:
            first, second = parts
            return lambda table: first(table) and second(table)

        def every(table: Table) -> bool:
            return all(part(table) for part in parts)

        return every

    def of_or(self, node: Node) -> Function:
        parts = tuple([self.value(part) for part in node.parts[0]])

        def some(table: Table) -> bool:
            return any(part(table) for part in parts)

        return some

    def of_not(self, node: Node) -> Function:
        part = self.value(node.parts[0])
        return lambda table: not part(table)

    def of_all(self, node: Node) -> Function:
        at = node.at
        group, slot, body = self.items(node.parts[0]), node.parts[1], self.value(node.parts[2])

        def every(table: Table) -> bool:
            values, found = table.values, group(table)
            table.burn(at, 1 + len(found))
            for item in found:
                values[slot] = item
                if not body(table):
                    return False
            return True

        return every

    def of_any(self, node: Node) -> Function:
        at = node.at
        group, slot, body = self.items(node.parts[0]), node.parts[1], self.value(node.parts[2])

        def some(table: Table) -> bool:
            values, found = table.values, group(table)
            table.burn(at, 1 + len(found))
            for item in found:
                values[slot] = item
                if body(table):
                    return True
            return False

        return some

    def of_size(self, node: Node) -> Function:
        group = self.items(node.parts[0])
        return lambda table: len(group(table))

    def of_store(self, node: Node) -> Function:
        place = self.number(node.parts[0], "sto", node.parts[1], self.store_rows)
        return lambda table: table.stores[place(table)]

    # Point maps

    def scorer(self, name: str, at: At) -> Callable[[Table], dict[str, int]]:
        """The points of the map, which adds those of a card that it has not met."""
        number = self.maps[name]

        def points(table: Table) -> dict[str, int]:
            found = table.maps[number]
            if found is None:
                raise GameFault(f"the point map {name} is used before it is put", at)
            return found

        return points

    def of_score(self, node: Node) -> Function:
        card, points = self.value(node.parts[0]), self.scorer(node.parts[1], node.at)

        def score(table: Table) -> int:
            one = real(card(table))
            return points(table)[table.texts[one]] if one is not None else 0

        return score

    def of_sum(self, node: Node) -> Function:
        cards, points = self.cards(node.parts[0]), self.scorer(node.parts[1], node.at)

        def total(table: Table) -> int:
            scores = points(table)
            return sum([scores[table.card_text(card)] for card in cards(table)])

        return total

    def of_max(self, node: Node) -> Function:
        cards, points = self.cards(node.parts[0]), self.scorer(node.parts[1], node.at)
        sign, start = (1, -1) if node.op == "max" else (-1, -LARGEST)

        def best(table: Table) -> int | None:
            scores, most, tied = points(table), start, []
            for card in cards(table):
                score = sign * scores[table.card_text(card)]
                if score > most:
                    most, tied = score, [card]
                elif score == most and tied:
                    tied.append(card)
            if not tied:
                return None
            return tied[0] if len(tied) == 1 else table.luck.tied(table, tied)

        return best

    of_min = of_max

    # Cards

    def of_card(self, node: Node) -> Function:
        where, cards = node.parts[0], self.cards(node.parts[1])
        if where == "top":

            def top(table: Table) -> int | None:
                found = cards(table)
                return found[-1] if found else None

            return top
        index = constant(0) if where == "bottom" else self.value(where)

        def at_index(table: Table) -> int | None:
            found, place = cards(table), index(table)
            return found[place] if 0 <= place < len(found) else None

        return at_index

    def of_actual(self, node: Node) -> Function:
        card = self.value(node.parts[0])
        return lambda table: real(card(table))

    def of_cardatt(self, node: Node) -> Function:
        key, card = self.value(node.parts[0]), self.value(node.parts[1])
        if node.parts[0].op == "name":
            name = node.parts[0].parts[0]

            def named(table: Table) -> str:
                one = card(table)
                if one is None:
                    return ""
                return table.attributes[one if one >= 0 else ~one].get(name, "")

            return named

        def attribute(table: Table) -> str:
            one = real(card(table))
            return table.attributes[one].get(key(table), "") if one is not None else ""

        return attribute

    # Seats

    def of_current_player(self, node: Node) -> Function:
        return lambda table: table.seat

    def of_next_player(self, node: Node) -> Function:
        return lambda table: table.next_seat()

    def of_previous_player(self, node: Node) -> Function:
        players = self.players
        return lambda table: (table.seat - 1) % players

    def of_numbered_player(self, node: Node) -> Function:
        number, players, at = self.value(node.parts[0]), self.players, node.at

        def player(table: Table) -> int:
            seat: int = number(table)
            if not 0 <= seat < players:
                raise GameFault(
                    f"there is no player {seat}: the players are 0 to {players - 1}", at
                )
            return seat

        return player

    def of_current_team(self, node: Node) -> Function:
        return lambda table: table.team

    def of_next_team(self, node: Node) -> Function:
        return lambda table: table.next_team()

    def of_previous_team(self, node: Node) -> Function:
        return lambda table: (table.team - 1) % len(table.teams)

    def of_numbered_team(self, node: Node) -> Function:
        number, at = self.value(node.parts[0]), node.at

        def team(table: Table) -> int:
            found: int = number(table)
            if not 0 <= found < len(table.teams):
                raise GameFault(
                    f"there is no team {found}: the teams are 0 to {len(table.teams) - 1}", at
                )
            return found

        return team

    def of_team_of(self, node: Node) -> Function:
        player = self.value(node.parts[0])
        return lambda table: table.team_of[player(table)]

    def of_owner(self, node: Node) -> Function:
        card, owners, players, at = self.value(node.parts[0]), self.owners, self.players, node.at

        def owner(table: Table) -> int:
            one = card(table)
            if one is None:
                raise GameFault("the owner of a card is asked for, and there is no card", at)
            if one >= 0:
                holder = table.where[one] % owners
            else:
                holder = next(
                    (n % owners for n, place in enumerate(table.places) if one in place), 0
                )
            if not 1 <= holder <= players:
                raise GameFault(
                    f"no player owns {table.card_text(one)}: it lies in a place of the "
                    f"{'game' if holder == 0 else 'team'}",
                    at,
                )
            return int(holder) - 1

        return owner

    # Collections

    def of_all_player(self, node: Node) -> Function:
        return constant(range(self.players))

    def of_all_team(self, node: Node) -> Function:
        return lambda table: range(len(table.teams))

    def of_other_player(self, node: Node) -> Function:
        players = self.players
        return lambda table: [seat for seat in range(players) if seat != table.seat]

    def of_other_team(self, node: Node) -> Function:
        return lambda table: [team for team in range(len(table.teams)) if team != table.team]

    def of_row(self, node: Node) -> Function:
        parts = [self.value(part) for part in node.parts[0]]
        return lambda table: [part(table) for part in parts]

    def of_range(self, node: Node) -> Function:
        first, last, at = self.value(node.parts[0]), self.value(node.parts[1]), node.at

        def numbers(table: Table) -> range:
            low, high = first(table), last(table)
            if high - low >= MOST_ITEMS:
                raise GameFault(f"a range from {low} to {high} is too long", at)
            return range(low, high + 1)

        return numbers

    def of_filter(self, node: Node) -> Function:
        at = node.at
        group, slot, test = self.items(node.parts[0]), node.parts[1], self.value(node.parts[2])

        def kept(table: Table) -> list[Any]:
            values, items, found = table.values, group(table), []
            table.burn(at, 1 + len(items))
            for item in items:
                values[slot] = item
                if test(table):
                    found.append(item)
            return found

        return kept

    def of_tuples(self, node: Node) -> Function:
        many, cards = self.value(node.parts[0]), self.cards(node.parts[1])
        points = self.scorer(node.parts[2], node.at)

        def groups(table: Table) -> list[list[int]]:
            scores = points(table)
            by_score: dict[int, list[int]] = {}
            for card in cards(table):
                by_score.setdefault(scores[table.card_text(card)], []).append(card)
            size = many(table)
            return [by_score[score] for score in sorted(by_score) if len(by_score[score]) == size]

        return groups

    def of_places(self, node: Node) -> Function:
        at = node.at
        group, slot, body = self.items(node.parts[0]), node.parts[1], self.value(node.parts[2])

        def places(table: Table) -> list[Any]:
            found = []
            items = group(table)
            table.burn(at, 1 + len(items))
            for item in items:
                table.values[slot] = item
                found.append(body(table))
            return found

        return places

    def items(self, node: Node) -> Function:
        """A collection, to be gone through: it must be copied by who changes things meanwhile."""
        if node.type == PLACE:
            return self.cards(node)
        if node.type == TEAM:
            team = self.value(node)
            return lambda table: table.teams[team(table)]
        return self.value(node)

    # Places

    def number(
        self, owner: Node, kind: str, name: Node, rows: dict[tuple[str, str], int]
    ) -> Function:
        """The number of a place or of a stored integer."""
        owners, first_team = self.owners, 1 + self.players
        if name.op != "name":
            text, whose = self.value(name), self.holder(owner)

            def named(table: Table) -> int:
                key = kind, text(table)
                if key not in rows:
                    raise GameFault(f"there is no place named {key[1]!r}", name.at)
                return int(rows[key] * owners + whose(table))

            return named
        base = rows[kind, name.parts[0]] * owners
        if owner.op == "game":
            return constant(base)
        if owner.op == "current_player":
            base += 1
            return lambda table: base + table.seat
        who = self.value(owner)
        base += first_team if owner.type == TEAM else 1
        return lambda table: base + who(table)

    def holder(self, owner: Node) -> Function:
        if owner.op == "game":
            return constant(0)
        who, base = self.value(owner), 1 if owner.type == PLAYER else 1 + self.players
        return lambda table: base + who(table)

    def place(self, node: Node) -> Function:
        """The number of a place that cards can be put in."""
        if node.op == "place":
            return self.number(node.parts[0], node.parts[1], node.parts[2], self.rows)
        held = self.value(node)

        def place(table: Table) -> int:
            found = held(table)
            if not isinstance(found, int):
                raise GameFault(f"{node.parts[1]} is a selection, and no place for a card", node.at)
            return found

        return place

    def cards(self, node: Node) -> Function:
        """The cards of a place or of a selection, from bottom to top."""
        if node.op == "place":
            place = self.place(node)
            return lambda table: table.places[place(table)]
        if node.op == "variable":
            slot = node.parts[0]

            def held(table: Table) -> list[int]:
                found = table.values[slot]
                return table.places[found] if isinstance(found, int) else found

            return held
        if node.op == "filter":
            return self.of_filter(node)
        if node.op == "group":
            return self.group(node)
        assert node.op == "union", node.op
        parts = [(self.items(part), part.type == PLACE) for part in node.parts[0]]

        def union(table: Table) -> list[int]:
            found: list[int] = []
            for part, is_place in parts:
                if is_place:
                    found += part(table)
                else:
                    for one in part(table):
                        found += table.places[one] if isinstance(one, int) else one
            return found

        return union

    def group(self, node: Node) -> Function:
        where, groups = node.parts[0], self.value(node.parts[1])
        index = constant(where) if isinstance(where, str) else self.value(where)

        def group(table: Table) -> list[int]:
            found, place = groups(table), index(table)
            if isinstance(place, str):
                place = len(found) - 1 if place == "top" else 0
            one = found[place] if 0 <= place < len(found) else []
            return table.places[one] if isinstance(one, int) else one

        return group
