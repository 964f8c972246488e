"""Reads actions: what a game or a player does."""

from Game.core.options import nearest
from Game.recycle.reading.decks import Decks
from Game.recycle.reading.nodes import ACTION, NAME, PLAYER, TEAM, TRUTH, Node, item_type
from Game.recycle.reading.reader import Bound
from Game.recycle.reading.sexpr import Form, Item, Word
from Game.recycle.reading.values import ENDS

ACTIONS = (
    *("create", "put", "cycle", "set", "inc", "dec", "move", "remember", "forget", "shuffle"),
    *("turn", "repeat"),
)
NESTED = ("do", "any", "all", "let")


class Actions(Decks):
    maps: set[str]  # point maps that are put somewhere

    def actions(self, item: Item) -> tuple[Node, ...]:
        """The list in a `choice` or a `do`."""
        form = self.inside(item, "a list of actions, `((...) ...)`")
        if isinstance(form.items[0], Word):
            raise self.refusal(
                form.at, f"Expected a list of actions, found {form}: put parentheses around it"
            )
        found = tuple([self.action(part) for part in form.items])
        self.open.pop()
        return found

    def action(self, item: Item, nested: bool = False) -> Node:
        """An action, several of them, or `(CONDITION action)`. `nested`: it is open already."""
        if not isinstance(item, Form):
            raise self.unexpected("an action", item)
        form = item
        if not nested:
            self.open.append(form)
        if isinstance(form.items[0], Form) and len(form.items) == 1:
            node = self.action(form.items[0])  # parentheses around an action do not matter
        elif isinstance(form.items[0], Form) or self.is_condition(form.items[0]):
            if len(form.items) != 2:
                raise self.refusal(form.at, "Expected an action, or `(CONDITION ACTION)`")
            test = self.truth(form.items[0])
            node = Node("when", ACTION, (test, self.action(form.items[1])), form.at)
        elif form.head in ("choice", "stage"):
            raise self.refusal(
                form.at,
                f"A {form.head} cannot stand here, among actions: put it beside the form around it",
            )
        elif form.head in NESTED or form.head in ACTIONS:
            node = getattr(self, "act_" + form.head)(form)
        else:
            raise self.refusal(
                form.at,
                f"Expected an action, found {form}. {nearest(form.head, [*ACTIONS, *NESTED])}",
            )
        if not nested:
            self.open.pop()
        return node

    def is_condition(self, item: Item) -> bool:
        """Is this a variable that stands for a condition?"""
        bound = self.variables.get(item.text) if isinstance(item, Word) else None
        return bound is not None and bound.type == TRUTH

    def is_action(self, form: Form) -> bool:
        return form.head in ACTIONS

    def act_do(self, form: Form) -> Node:
        items = self.counted(form, 2, 2, "(do (ACTION ...))")
        return Node("do", ACTION, (self.actions(items[1]),), form.at)

    def act_any(self, form: Form) -> Node:
        items = self.counted(form, 4, 4, f"({form.head} COLLECTION 'V ACTION)")
        group = self.collection(items[1])
        name, bound = self.bind(items[2], item_type(group.type) or "", group)
        before = self.with_variable(name, bound)
        body = self.action(items[3])
        self.without(name, before)
        return Node(form.head, ACTION, (group, bound.slot, body), form.at)

    act_all = act_any

    def let(self, what: Item, name: Item) -> tuple[str, Bound, Bound | None, Node]:
        value = self.value(what)
        text, bound = self.bind(name, value.type, value)
        return text, bound, self.with_variable(text, bound), value

    def act_let(self, form: Form) -> Node:
        items = self.counted(form, 4, 4, "(let VALUE 'V ACTION)")
        name, bound, before, value = self.let(items[1], items[2])
        body = self.action(items[3])
        self.without(name, before)
        return Node("let", ACTION, (value, bound.slot, body), form.at)

    def act_create(self, form: Form) -> Node:
        if len(form.items) > 1 and self.word(form.items[1], "deck"):
            return self.create_deck(form)
        if len(form.items) > 1 and self.word(form.items[1], "teams"):
            self.open.pop()
            node = self.create_teams(form)
            self.open.append(form)
            return node
        raise self.refusal(form.at, "Expected `(create deck ...)` or `(create teams ...)`")

    def act_put(self, form: Form) -> Node:
        items = self.counted(form, 4, 4, "(put points 'NAME (((KEY (VALUE)) POINTS) ...))")
        self.need_word(items[1], "points")
        name = self.point_map(items[2])
        self.maps.add(name)
        table = self.inside(items[3], "`(((KEY (VALUE)) POINTS) ...)`")
        entries = []
        for item in table.items:
            row = self.inside(item, "an entry, `((KEY (VALUE)) POINTS)`")
            if len(row.items) < 2:
                raise self.refusal(row.at, "Expected `((KEY (VALUE)) POINTS)`")
            keys = tuple([self.key(part) for part in row.items[:-1]])
            entries.append((keys, self.integer(row.items[-1])))
            self.open.pop()
        self.open.pop()
        return Node("put", ACTION, (name, tuple(entries)), form.at)

    def key(self, item: Item) -> tuple[Node, Node]:
        """`(KEY (VALUE))`, where VALUE may be a `(cardatt ...)`."""
        form = self.inside(item, "`(KEY (VALUE))`")
        items = self.counted(form, 2, 2, "(KEY (VALUE))")
        value = items[1]
        if isinstance(value, Form) and len(value.items) == 1:
            value = value.items[0]
        pair = (self.named(items[0]), self.of_type(value, NAME))
        self.open.pop()
        return pair

    def act_cycle(self, form: Form) -> Node:
        items = self.counted(form, 3, 3, "(cycle next WHO)")
        when = self.need_word(items[1], "next", "current")
        if self.word(items[2], "next", "current", "previous"):
            who: str | Node = str(items[2])[1:-1]
        else:
            who = self.of_type(items[2], PLAYER, TEAM)
        return Node("cycle", ACTION, (when, who), form.at)

    def act_set(self, form: Form) -> Node:
        items = self.counted(form, 3, 3, f"({form.head} (WHO sto NAME) NUMBER)")
        store = self.integer(items[1])
        if store.op != "store":
            raise self.unexpected("`(WHO sto NAME)`", items[1])
        return Node(form.head, ACTION, (*store.parts, self.integer(items[2])), form.at)

    act_inc = act_set
    act_dec = act_set

    def goal(self, item: Item) -> tuple[str | Node, Node]:
        """Where a card goes: `(top PLACE)`, `(bottom PLACE)` or `(N PLACE)`."""
        form = self.inside(item, "where it goes: `(top PLACE)`, `(bottom PLACE)` or `(N PLACE)`")
        if len(form.items) != 2:
            raise self.refusal(form.at, "Expected `(top PLACE)`, `(bottom PLACE)` or `(N PLACE)`")
        first = form.items[0]
        where = str(first)[1:-1] if self.word(first, *ENDS) else self.integer(first)
        place = self.real_place(form.items[1])
        self.open.pop()
        return where, place

    def act_move(self, form: Form) -> Node:
        items = self.counted(form, 3, 3, f"({form.head} CARD (top PLACE))")
        card = self.card(items[1])
        return Node(form.head, ACTION, (card, *self.goal(items[2])), form.at)

    def act_remember(self, form: Form) -> Node:
        node = self.act_move(form)
        if node.parts[2].op == "place" and node.parts[2].parts[1] != "mem":
            raise self.refusal(
                form.items[2].at, "A card is remembered in a `mem` place: write `mem` here"
            )
        return node

    def act_forget(self, form: Form) -> Node:
        items = self.counted(form, 2, 2, "(forget CARD)")
        return Node("forget", ACTION, (self.card(items[1]),), form.at)

    def act_shuffle(self, form: Form) -> Node:
        items = self.counted(form, 2, 2, "(shuffle PLACE)")
        return Node("shuffle", ACTION, (self.real_place(items[1]),), form.at)

    def act_turn(self, form: Form) -> Node:
        items = self.counted(form, 2, 2, "(turn pass)")
        self.need_word(items[1], "pass")
        return Node("pass", ACTION, (), form.at)

    def act_repeat(self, form: Form) -> Node:
        items = self.counted(form, 3, 3, "(repeat N ACTION)")
        if not self.word(items[1], "all"):
            many = self.integer(items[1])
            return Node("repeat", ACTION, (many, self.action(items[2])), form.at)
        move = self.action(items[2])
        source = move.parts[0] if move.op == "move" else move
        if move.op != "move" or source.op not in ("card", "max", "min"):
            raise self.unexpected(
                "`(move (top PLACE) ...)`, which `repeat all` empties a place with", items[2]
            )
        cards = source.parts[1] if source.op == "card" else source.parts[0]
        return Node("repeat_all", ACTION, (cards, move), form.at)
