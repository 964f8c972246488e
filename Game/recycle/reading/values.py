"""Reads everything that has a value: numbers, names, cards, players, places, conditions."""

from Game.core.options import nearest
from Game.recycle.reading.nodes import (
    CARD,
    INTEGER,
    MANY,
    NAME,
    PLACE,
    PLAYER,
    TEAM,
    TRUTH,
    Node,
    item_type,
)
from Game.recycle.reading.reader import Reader, type_in_words
from Game.recycle.reading.sexpr import LONGEST, Form, Item, Word

KINDS = ("vloc", "iloc", "hloc", "mem")
ARITHMETIC = ("+", "-", "*", "//", "%")
ORDER = ("<", ">", "<=", ">=")
WHICH = ("previous", "next", "current")
ENDS = ("top", "bottom")

VALUES = (
    *("top", "bottom", "max", "min", "actual", "game", "union", "filter", "tuples", "size", "sum"),
    *("score", "cardatt", "owner", "team", "other", "range", "and", "or", "not", "any", "all"),
    *("previous", "next", "current", "mod"),
)


class Values(Reader):
    def points(self, item: Item) -> str:
        """The name of a point map that is used, and must be put somewhere."""
        name = self.point_map(item)
        assert isinstance(item, Word)
        self.asked.append(item)
        return name

    def point_map(self, item: Item) -> str:
        if not isinstance(item, Word) or item.kind != "VARIABLE":
            raise self.unexpected("the 'NAME of a point map", item)
        return item.text

    def value(self, item: Item) -> Node:
        if isinstance(item, Word):
            return self.simple(item)
        self.open.append(item)
        found = self.compound(item)
        self.open.pop()
        return found

    def simple(self, word: Word) -> Node:
        if word.kind == "INTEGER":
            if len(word.text) > LONGEST:
                raise self.refusal(
                    word.at, f"A number has at most {LONGEST} digits: write a smaller one"
                )
            return Node("number", INTEGER, (int(word.text),), word.at)
        if word.kind == "NAME":
            return self.name(word.text, word.at)
        if word.kind == "VARIABLE":
            return self.variable(word)
        if word.text in ("player", "team"):
            return Node("all_" + word.text, word.text + MANY, (), word.at)
        raise self.unexpected("a value", word)

    def compound(self, form: Form) -> Node:
        items, at = form.items, form.at
        if self.is_list(form):
            return self.row(form)
        if len(items) == 3 and self.word(items[1], *KINDS):
            return self.place(form)
        if len(items) == 3 and self.word(items[1], "sto"):
            return Node("store", INTEGER, (self.holder(items[0]), self.named(items[2])), at)
        if len(items) == 2 and self.word(items[1], "player", "team") and self.may_count(items[0]):
            return self.seat(form)
        if isinstance(items[0], Word) and items[0].kind == "WORD":
            read = getattr(self, "read_" + items[0].text, None)
            if read and items[0].text in VALUES:
                found: Node = read(form)
                return found
            raise self.refusal(at, f"{form} is no value. {nearest(items[0].text, sorted(VALUES))}")
        if isinstance(items[0], Word) and items[0].kind == "OPERATOR":
            return self.operation(form)
        if len(items) == 2:
            return self.position(form)
        raise self.refusal(at, f"Expected a value, found {form}, which is none")

    # Collections

    def is_list(self, form: Form) -> bool:
        """`(A, B)`, `(A)`, `(0)`: what has commas, or is alone in its parentheses."""
        return len(form.items) == 1 or self.word(form.items[1], ",")

    def row(self, form: Form) -> Node:
        found: list[Node] = []
        for number, item in enumerate(form.items):
            if number % 2:
                self.need_word(item, ",")
            else:
                found.append(self.value(item) if not found else self.of_type(item, found[0].type))
        first = found[0]
        if len(found) == 1 and (first.type == TRUTH or first.type.endswith(MANY)):
            return first  # parentheses around it, and no list
        if first.type == TRUTH or first.type.endswith(MANY):
            raise self.refusal(form.at, f"A list cannot hold {type_in_words(found[0].type)}")
        return Node("row", found[0].type + MANY, (tuple(found),), form.at)

    def read_range(self, form: Form) -> Node:
        items = self.counted(form, 4, 4, "(range FIRST .. LAST)")
        self.need_word(items[2], "..")
        first, last = self.integer(items[1]), self.integer(items[3])
        return Node("range", INTEGER + MANY, (first, last), form.at)

    def read_other(self, form: Form) -> Node:
        items = self.counted(form, 2, 2, "(other player)")
        what = self.need_word(items[1], "player", "team")
        return Node("other_" + what, what + MANY, (), form.at)

    def read_filter(self, form: Form) -> Node:
        items = self.counted(form, 4, 4, "(filter COLLECTION 'V CONDITION)")
        group = self.collection(items[1])
        kind = item_type(group.type) or ""
        name, bound = self.bind(items[2], kind, group)
        before = self.with_variable(name, bound)
        test = self.truth(items[3])
        self.without(name, before)
        made = PLACE if kind == CARD else kind + MANY
        return Node("filter", made, (group, bound.slot, test), form.at)

    def read_tuples(self, form: Form) -> Node:
        items = self.counted(form, 5, 5, "(tuples N STORAGE using 'POINTS)")
        self.need_word(items[3], "using")
        many, cards = self.integer(items[1]), self.storage(items[2])
        return Node("tuples", PLACE + MANY, (many, cards, self.points(items[4])), form.at)

    def read_union(self, form: Form) -> Node:
        if len(form.items) < 2:
            raise self.refusal(form.at, "A union joins at least one place: `(union STORAGE ...)`")
        parts = [self.of_type(item, PLACE, PLACE + MANY) for item in form.items[1:]]
        return Node("union", PLACE, (tuple(parts),), form.at)

    def read_any(self, form: Form) -> Node:
        return self.quantified(form, "any")

    def read_all(self, form: Form) -> Node:
        return self.quantified(form, "all")

    def quantified(self, form: Form, how: str) -> Node:
        items = self.counted(form, 4, 4, f"({how} COLLECTION 'V CONDITION)")
        group = self.collection(items[1])
        name, bound = self.bind(items[2], item_type(group.type) or "", group)
        before = self.with_variable(name, bound)
        body = self.of_type(
            items[3], *((TRUTH, PLACE, INTEGER) if how == "all" else (TRUTH, PLACE))
        )
        self.without(name, before)
        op, kind = {
            TRUTH: (how, TRUTH),
            PLACE: ("places", PLACE + MANY),
            INTEGER: ("total", INTEGER),
        }[body.type]
        return Node(op, kind, (group, bound.slot, body), form.at)

    # Places and cards

    def place(self, form: Form) -> Node:
        owner, kind = self.holder(form.items[0]), str(form.items[1])[1:-1]
        return Node("place", PLACE, (owner, kind, self.named(form.items[2])), form.at)

    def holder(self, item: Item) -> Node:
        """Whose a place or a number is: the game's, a player's or a team's."""
        if self.word(item, "game"):
            return Node("game", "game", (), item.at)
        if isinstance(item, Word) and item.kind != "VARIABLE":
            raise self.unexpected("`game`, a player or a team", item)
        return self.of_type(item, PLAYER, TEAM)

    def named(self, item: Item) -> Node:
        return self.of_type(item, NAME)

    def read_game(self, form: Form) -> Node:
        raise self.refusal(
            form.at, "Expected `(game vloc NAME)`, with vloc, iloc, hloc, mem or sto"
        )

    def read_top(self, form: Form) -> Node:
        self.counted(form, 2, 2, "(top STORAGE)")
        return self.position(form)

    read_bottom = read_top

    def position(self, form: Form) -> Node:
        """One card of a place, or one of several groups of cards."""
        first = form.items[0]
        where = str(first)[1:-1] if self.word(first, *ENDS) else self.integer(first)
        cards = self.of_type(form.items[1], PLACE, PLACE + MANY)
        if cards.type == PLACE:
            return Node("card", CARD, (where, cards), form.at)
        return Node("group", PLACE, (where, cards), form.at)

    def read_max(self, form: Form) -> Node:
        items = self.counted(form, 4, 4, f"({form.head} STORAGE using 'POINTS)")
        self.need_word(items[2], "using")
        cards = self.storage(items[1])
        return Node(form.head, CARD, (cards, self.points(items[3])), form.at)

    read_min = read_max

    def read_actual(self, form: Form) -> Node:
        items = self.counted(form, 2, 2, "(actual CARD)")
        return Node("actual", CARD, (self.card(items[1]),), form.at)

    # Seats

    def may_count(self, item: Item) -> bool:
        """Does this say which player: `next`, a number, an expression?"""
        return isinstance(item, Form) or item.text in WHICH or item.kind in ("INTEGER", "VARIABLE")

    def seat(self, form: Form) -> Node:
        what = str(form.items[1])[1:-1]
        first = form.items[0]
        if self.word(first, *WHICH):
            return Node(str(first)[1:-1] + "_" + what, what, (), form.at)
        return Node("numbered_" + what, what, (self.integer(first),), form.at)

    def read_current(self, form: Form) -> Node:
        raise self.refusal(form.at, f"Expected `({form.head} player)` or `({form.head} team)`")

    read_next = read_current
    read_previous = read_current

    def read_owner(self, form: Form) -> Node:
        items = self.counted(form, 2, 2, "(owner CARD)")
        return Node("owner", PLAYER, (self.card(items[1]),), form.at)

    def read_team(self, form: Form) -> Node:
        items = self.counted(form, 2, 2, "(team PLAYER)")
        return Node("team_of", TEAM, (self.of_type(items[1], PLAYER),), form.at)

    # Numbers, names and conditions

    def read_size(self, form: Form) -> Node:
        items = self.counted(form, 2, 2, "(size STORAGE)")
        return Node("size", INTEGER, (self.collection(items[1]),), form.at)

    def read_sum(self, form: Form) -> Node:
        items = self.counted(form, 4, 4, "(sum STORAGE using 'POINTS)")
        self.need_word(items[2], "using")
        return Node("sum", INTEGER, (self.storage(items[1]), self.points(items[3])), form.at)

    def read_score(self, form: Form) -> Node:
        items = self.counted(form, 4, 4, "(score CARD using 'POINTS)")
        self.need_word(items[2], "using")
        return Node("score", INTEGER, (self.card(items[1]), self.points(items[3])), form.at)

    def read_cardatt(self, form: Form) -> Node:
        items = self.counted(form, 3, 3, "(cardatt ATTRIBUTE CARD)")
        return Node("cardatt", NAME, (self.named(items[1]), self.card(items[2])), form.at)

    def operation(self, form: Form) -> Node:
        sign = form.head
        items = self.counted(form, 3, 3, f"({sign} A B)")
        if sign in ARITHMETIC:
            parts = (sign, self.integer(items[1]), self.integer(items[2]))
            return Node("arithmetic", INTEGER, parts, form.at)
        if sign in ORDER:
            parts = (sign, self.integer(items[1]), self.integer(items[2]))
            return Node("compare", TRUTH, parts, form.at)
        left = self.of_type(items[1], INTEGER, NAME, CARD, PLAYER, TEAM)
        right = self.of_type(items[2], *((INTEGER, NAME) if left.op == "number" else (left.type,)))
        if right.type != left.type:  # the NAME of an attribute, in digits
            if right.op == "name":
                right = self.integer(items[2])
            left = self.fitted(left, (NAME,))
        return Node("compare", TRUTH, (sign, left, right), form.at)

    def read_mod(self, form: Form) -> Node:
        items = self.counted(form, 3, 3, "(mod A B)")
        parts = ("%", self.integer(items[1]), self.integer(items[2]))
        return Node("arithmetic", INTEGER, parts, form.at)

    def read_and(self, form: Form) -> Node:
        if len(form.items) < 2:
            raise self.refusal(form.at, f"{form} joins conditions, and here is none")
        parts = tuple([self.truth(item) for item in form.items[1:]])
        return Node(form.head, TRUTH, (parts,), form.at)

    read_or = read_and

    def read_not(self, form: Form) -> Node:
        items = self.counted(form, 2, 2, "(not CONDITION)")
        return Node("not", TRUTH, (self.truth(items[1]),), form.at)
