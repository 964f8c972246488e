"""Puts together, from the nodes of a description, the deeds that play it, on the functions that
`compiler` makes.
"""

from Game.recycle.machine import actions, effects, seats
from Game.recycle.machine.compiler import Compiler
from Game.recycle.machine.effects import Deed
from Game.recycle.machine.opcodes import BY_FACE, BY_PLACE, NAMED
from Game.recycle.reading.nodes import TEAM, Node


class DeedCompiler(Compiler):
    def deed(self, node: Node) -> Deed:
        found: Deed = getattr(self, "do_" + node.op)(node)
        return found

    # Several

    def do_do(self, node: Node) -> Deed:
        parts = [self.deed(part) for part in node.parts[0]]
        return parts[0] if len(parts) == 1 else effects.Together(parts, node.at)

    def do_either(self, node: Node) -> Deed:
        return effects.Either([self.deed(part) for part in node.parts[0]], node.at)

    def do_when(self, node: Node) -> Deed:
        return effects.When(self.value(node.parts[0]), self.deed(node.parts[1]), node.at)

    def do_all(self, node: Node) -> Deed:
        group, slot = self.value_of_group(node.parts[0]), node.parts[1]
        self.note_items(node.parts[0], slot)
        if node.parts[0].op == "place":
            self.placed.add(slot)
        return effects.ForEach(group, slot, self.deed(node.parts[2]), node.at)

    def do_any(self, node: Node) -> Deed:
        group, slot = self.value_of_group(node.parts[0]), node.parts[1]
        self.note_items(node.parts[0], slot)
        return effects.Pick(group, slot, self.deed(node.parts[2]), node.at)

    def do_let(self, node: Node) -> Deed:
        value, slot = self.value(node.parts[0]), node.parts[1]
        if self.how(node.parts[0]) == BY_PLACE:
            self.placed.add(slot)
        body = self.deed(node.parts[2]) if len(node.parts) == 3 else None
        return effects.Let(value, slot, body, node.at)

    def do_repeat(self, node: Node) -> Deed:
        return effects.Repeat(self.value(node.parts[0]), self.deed(node.parts[1]), node.at)

    def do_repeat_all(self, node: Node) -> Deed:
        return effects.RepeatAll(self.value(node.parts[0]), self.deed(node.parts[1]), node.at)

    # Actions

    def do_create_players(self, node: Node) -> Deed:
        return actions.MakePlayers(node.parts[0], node.at)

    def do_create_teams(self, node: Node) -> Deed:
        return actions.MakeTeams(node.parts[0], self.players, node.at)

    def do_create_deck(self, node: Node) -> Deed:
        place, cards = node.parts
        return actions.MakeDeck(self.value(place), [self.faces[card] for card in cards], node.at)

    def do_put(self, node: Node) -> Deed:
        name, entries = node.parts
        rows = [
            ([(self.value(key), self.value(value)) for key, value in pairs], self.value(points))
            for pairs, points in entries
        ]
        return actions.Put(self.maps[name], rows, self.attributes, node.at)

    def do_cycle(self, node: Node) -> Deed:
        when, who = node.parts
        of_team = isinstance(who, Node) and who.type == TEAM
        seat = self.value(who) if isinstance(who, Node) else seats.PlayerInTurn(who)
        return actions.Cycle(when == "next", of_team, seat, node.at)

    def do_set(self, node: Node) -> Deed:
        owner, name, amount = node.parts
        return actions.ChangeNumber(node.op, self.store(owner, name), self.value(amount), node.at)

    do_inc = do_set
    do_dec = do_set

    def do_move(self, node: Node) -> Deed:
        card, where, place = node.parts
        is_there = card.op == "variable" and card.parts[0] in self.solid
        return actions.MoveCard(
            self.value(card),
            self.value(place),
            self.index(where),
            self.how(card),
            self.memories,
            is_there and place.op == "place" and place.parts[1] != "mem",
            self.selection(card),
            node.at,
        )

    def selection(self, card: Node) -> int:
        """The variable that holds the selection which the card is taken from; -1 for none."""
        source = card.parts[1] if card.op == "card" else card
        is_held = card.op == "card" and source.op == "variable"
        return int(source.parts[0]) if is_held else -1

    def how(self, card: Node) -> int:
        """How a card is chosen."""
        if card.op == "actual":
            return NAMED
        if card.op == "variable" and card.parts[0] in self.placed:
            return BY_PLACE
        if card.op == "card" and card.parts[1].op == "place":
            return BY_PLACE
        return BY_FACE

    def do_remember(self, node: Node) -> Deed:
        card, where, place = node.parts
        goal, index = self.value(place), self.index(where)
        return actions.Remember(self.value(card), goal, index, self.memories, node.at)

    def do_forget(self, node: Node) -> Deed:
        memory = self.source(node.parts[0])
        place = self.value(memory) if memory else None
        return actions.Forget(self.value(node.parts[0]), place, self.memories, node.at)

    def source(self, node: Node | None) -> Node | None:
        """The place that a card is from, if the description says it."""
        while node is not None and node.op != "place":
            if node.op == "variable":
                node = self.sources.get(node.parts[0])
            elif node.op in ("card", "filter"):
                node = node.parts[1 if node.op == "card" else 0]
            else:
                return None
        return node

    def do_shuffle(self, node: Node) -> Deed:
        return actions.Shuffle(self.value(node.parts[0]), node.at)

    def do_pass(self, node: Node) -> Deed:
        return actions.Pass(node.at)
