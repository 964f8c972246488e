"""Reads the course of a game: its stages and choices."""

from Game.recycle.reading.actions import ACTIONS, Actions
from Game.recycle.reading.nodes import ACTION, STEP, Node, item_type
from Game.recycle.reading.sexpr import Form, Item

STEPS = ("stage", "choice", "do", "any", "all", "let")


class Steps(Actions):
    def step(self, item: Item) -> Node:
        form = self.inside(item, "a stage, a choice, `do`, `any`, `all` or `let`")
        if form.head not in STEPS:
            raise self.refusal(
                form.at,
                f"Expected a stage, a choice, `do`, `any`, `all` or `let`, found {form}"
                + (": put it in `(do (...))`" if form.head in ACTIONS else ""),
            )
        node: Node = getattr(self, "step_" + form.head)(form)
        self.open.pop()
        return node

    def step_stage(self, form: Form) -> Node:
        if len(form.items) < 4:
            raise self.refusal(form.at, "Expected `(stage player (end CONDITION) STEP ...)`")
        kind = self.need_word(form.items[1], "player", "team")
        end = self.inside(form.items[2], "`(end CONDITION)`")
        parts = self.counted(end, 2, 2, "(end CONDITION)")
        self.need_word(parts[0], "end")
        test = self.truth(parts[1])
        self.open.pop()
        body = tuple([self.step(item) for item in form.items[3:]])
        return Node("stage", STEP, (kind, test, body), form.at)

    def step_choice(self, form: Form) -> Node:
        items = self.counted(form, 2, 2, "(choice (OPTION ...))")
        return Node("choice", STEP, (self.actions(items[1]),), form.at)

    def step_do(self, form: Form) -> Node:
        """Actions; where a choice is somewhere within them, one step after the other."""
        if form.head != "do" or not self.has_choice(form):
            return Node("act", STEP, (self.action(form, nested=True),), form.at)
        items = self.counted(form, 2, 2, "(do (ACTION ...))")
        several = self.inside(items[1], "a list of actions, `((...) ...)`")
        body = tuple([self.part(item) for item in several.items])
        self.open.pop()
        return Node("sequence", STEP, (body,), form.at)

    def part(self, item: Item) -> Node:
        """One of the actions of a `do` that holds a choice."""
        is_plain = not isinstance(item, Form) or item.head == "choice" or not self.has_choice(item)
        if is_plain or not isinstance(item, Form):
            return Node("act", STEP, (self.action(item),), item.at)
        first = item.items[0]
        if isinstance(first, Form) or self.is_condition(first):
            self.open.append(item)
            if len(item.items) != 2:
                raise self.refusal(item.at, "Expected an action, or `(CONDITION ACTION)`")
            test = self.truth(first)
            body = self.step(item.items[1])
            self.open.pop()
            return Node("if", STEP, (test, body), item.at)
        return self.step(item)

    def step_any(self, form: Form) -> Node:
        """Around a choice it offers, for each item, what the choice does."""
        inner = form.items[3] if len(form.items) == 4 else form
        if not isinstance(inner, Form) or inner.head != "choice":
            return self.step_do(form)
        group = self.collection(form.items[1])
        name, bound = self.bind(form.items[2], item_type(group.type) or "", group)
        before = self.with_variable(name, bound)
        self.open.append(inner)
        options = self.step_choice(inner).parts[0]
        self.open.pop()
        self.without(name, before)
        each = Node("either", ACTION, (options,), inner.at)
        offered = Node("any", ACTION, (group, bound.slot, each), form.at)
        return Node("choice", STEP, ((offered,),), form.at)

    def step_all(self, form: Form) -> Node:
        items = self.counted(form, 4, 4, "(all COLLECTION 'V STEP)")
        if not isinstance(items[3], Form) or not self.has_choice(items[3]):
            return self.step_do(form)
        group = self.collection(items[1])
        name, bound = self.bind(items[2], item_type(group.type) or "", group)
        before = self.with_variable(name, bound)
        body = self.step(items[3])
        self.without(name, before)
        return Node("each", STEP, (group, bound.slot, body), form.at)

    def step_let(self, form: Form) -> Node:
        items = self.counted(form, 4, 4, "(let VALUE 'V STEP)")
        if not isinstance(items[3], Form) or not self.has_choice(items[3]):
            return self.step_do(form)
        name, bound, before, value = self.let(items[1], items[2])
        body = self.step(items[3])
        self.without(name, before)
        return Node("let", STEP, (value, bound.slot, body), form.at)

    def has_choice(self, form: Form) -> bool:
        """Is this a choice or a stage, or something around one?"""
        if form.head in ("choice", "stage"):
            return True
        return any(isinstance(item, Form) and self.has_choice(item) for item in form.items)
