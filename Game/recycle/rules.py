"""Reads the course of a game: its setup, its stages and choices, and every action.

Values are read by `reader`, which this builds on.
"""

from Game.core.options import nearest
from Game.recycle.errors import Source
from Game.recycle.forms import Form, Item, Word, read_forms
from Game.recycle.nodes import (
    ACTION,
    NAME,
    PLAYER,
    STEP,
    TEAM,
    Description,
    Node,
)
from Game.recycle.reader import ENDS, Bound, Values, element

STEPS = ("stage", "choice", "do", "any", "all", "let")
ACTIONS = (
    *("create", "put", "cycle", "set", "inc", "dec", "move", "remember", "forget", "shuffle"),
    *("turn", "repeat"),
)
NESTED = ("do", "any", "all", "let")
MOST_PLAYERS = 20
MOST_CARDS = 2000


def read(text: str, name: str = "game", players: int = 0) -> Description:
    """A description from its text; a `DescriptionError` for what is none.

    With `players` the game is for so many, each in a team of their own, whatever the text says.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")
    source = Source(name, text)
    return Rules(source, players).description(read_forms(source))


class Rules(Values):
    def __init__(self, source: Source, asked_players: int = 0) -> None:
        super().__init__(source)
        self.asked_players = asked_players
        self.players = 0
        self.teams: tuple[tuple[int, ...], ...] = ()
        self.numbers: dict[int, int] = {}  # slots whose number the description fixes
        self.maps: set[str] = set()  # point maps that are put somewhere
        self.asked: list[Word] = []  # point maps that are used

    # The whole

    def description(self, form: Form) -> Description:
        if form.head != "game":
            raise self.refusal(form.at, f"Expected `(game ...)`, found {form}")
        self.open.append(form)
        items = list(form.items[1:])
        declared = []
        while items and isinstance(items[0], Form) and items[0].head == "declare":
            declared.append(self.declaration(items[0]))
            items.pop(0)
        if not items or not isinstance(items[0], Form) or items[0].head != "setup":
            found = f", found {items[0]}" if items else ""
            at = items[0].at if items else form.at
            raise self.refusal(at, f"Expected `(setup ...)` after the declarations{found}")
        setup = self.setup(items.pop(0))
        if not items or not isinstance(items[-1], Form) or items[-1].head != "scoring":
            at = items[-1].at if items else form.at
            raise self.refusal(
                at, "Expected `(scoring max NUMBER)` or `(scoring min NUMBER)` at the end"
            )
        last = items.pop()
        if not items:
            raise self.refusal(
                last.at, "Expected at least one stage, choice or `do` before the scoring"
            )
        steps = tuple([self.step(item) for item in items])
        highest, scoring = self.scoring(last)
        self.check_maps()
        declared = [self.renumbered(node) for node in declared]
        self.open.pop()
        return Description(
            setup,
            tuple(declared),
            steps,
            scoring,
            highest,
            self.players,
            self.teams,
            self.slots,
            tuple(self.names),
        )

    def renumbered(self, node: Node) -> Node:
        """The declaration, with the number of players that was asked for."""
        value, slot = node.parts
        if value.op == "number":
            value = Node("number", value.type, (self.numbers[slot],), value.at)
        return Node(node.op, node.type, (value, slot), node.at)

    def check_maps(self) -> None:
        for word in self.asked:
            if word.text not in self.maps:
                raise self.refusal(
                    word.at,
                    f"There is no point map {word.text}: fill it with `(put points {word.text} "
                    f"...)`. {nearest(word.text, sorted(self.maps))}",
                )

    def points(self, item: Item) -> str:
        name = super().points(item)
        assert isinstance(item, Word)
        self.asked.append(item)
        return name

    def inside(self, item: Item, what: str) -> Form:
        """A form, which is open from now on: `self.open.pop()` closes it."""
        if not isinstance(item, Form):
            raise self.unexpected(what, item)
        self.open.append(item)
        return item

    def declaration(self, form: Form) -> Node:
        self.open.append(form)
        items = self.counted(form, 3, 3, "(declare VALUE 'V)")
        value = self.value(items[1])
        name, bound = self.bind(items[2], value.type, value)
        if name in self.variables:
            raise self.refusal(
                items[2].at, f"{name} is declared twice: give one of them another name"
            )
        self.variables[name] = bound
        if value.op == "number":
            self.numbers[bound.slot] = value.parts[0]
        self.open.pop()
        return Node("let", ACTION, (value, bound.slot), form.at)

    def scoring(self, item: Item) -> tuple[bool, Node]:
        form = self.inside(item, "`(scoring ...)`")
        items = self.counted(form, 3, 3, "(scoring max NUMBER)")
        highest = self.need_word(items[1], "max", "min") == "max"
        found = self.integer(items[2])
        self.open.pop()
        return highest, found

    # Setting up

    def setup(self, item: Item) -> tuple[Node, ...]:
        form = self.inside(item, "`(setup ...)`")
        if len(form.items) < 4:
            raise self.refusal(
                form.at,
                "Expected `(create players N)`, `(create teams ...)` and at least one "
                "`(create deck ...)` in the setup",
            )
        nodes = [self.create_players(form.items[1]), self.create_teams(form.items[2])]
        for part in form.items[3:]:
            if not isinstance(part, Form) or part.head not in ("create", "repeat"):
                raise self.unexpected("`(create deck ...)` or `(repeat N (create deck ...))`", part)
            made = self.action(part)
            if next(made.walk(), made).op not in ("create_deck", "repeat"):
                raise self.unexpected("`(create deck ...)` or `(repeat N (create deck ...))`", part)
            nodes.append(made)
        self.open.pop()
        return tuple(nodes)

    def fixed(self, item: Item, what: str) -> int:
        """A number that is known before the game starts."""
        node = self.integer(item)
        if node.op == "number":
            return int(node.parts[0])
        if node.op == "variable" and node.parts[0] in self.numbers:
            return self.numbers[node.parts[0]]
        raise self.refusal(
            item.at, f"Expected {what}: a number, or a variable that `declare` makes one"
        )

    def create_players(self, item: Item) -> Node:
        form = self.inside(item, "`(create players N)`")
        items = self.counted(form, 3, 3, "(create players N)")
        self.need_word(items[0], "create")
        self.need_word(items[1], "players")
        self.players = self.fixed(items[2], "how many players there are")
        if self.asked_players:
            self.players = self.asked_players
            if isinstance(items[2], Word) and items[2].text in self.variables:
                self.numbers[self.variables[items[2].text].slot] = self.players
        if not 1 <= self.players <= MOST_PLAYERS:
            raise self.refusal(
                items[2].at,
                f"A game has 1 to {MOST_PLAYERS} players, and this makes {self.players}",
            )
        self.open.pop()
        return Node("create_players", ACTION, (self.players,), form.at)

    def create_teams(self, item: Item) -> Node:
        form = self.inside(item, "`(create teams ...)`")
        self.need_word(form.items[0], "create")
        if len(form.items) < 3:
            raise self.refusal(
                form.at, "Expected at least one team: `(create teams (0, 2) (1, 3))`"
            )
        self.need_word(form.items[1], "teams")
        if self.asked_players:
            self.open.pop()
            self.teams = tuple([(seat,) for seat in range(self.players)])
            return Node("create_teams", ACTION, (self.teams,), form.at)
        teams = []
        seen: dict[int, int] = {}
        for number, part in enumerate(form.items[2:]):
            row = self.inside(part, "a team, such as `(0, 2)`")
            members = []
            for place, member in enumerate(row.items):
                if place % 2:
                    self.need_word(member, ",")
                    continue
                seat = self.fixed(member, "the number of a player")
                if seat >= self.players:
                    raise self.refusal(
                        member.at,
                        f"There is no player {seat}: the {self.players} players are 0 to "
                        f"{self.players - 1}",
                    )
                if seat in seen:
                    raise self.refusal(
                        member.at,
                        f"Player {seat} is in team {seen[seat]} already: take it out of one",
                    )
                seen[seat] = number
                members.append(seat)
            teams.append(tuple(members))
            self.open.pop()
        missing = [seat for seat in range(self.players) if seat not in seen]
        if missing:
            raise self.refusal(
                form.at, f"Player {missing[0]} is in no team: put every player in one"
            )
        self.open.pop()
        made = tuple(teams)
        self.teams = max(self.teams, made, key=len) if self.teams else made
        return Node("create_teams", ACTION, (made,), form.at)

    def create_deck(self, form: Form) -> Node:
        items = self.counted(form, 4, 4, "(create deck STORAGE (deck ATTRIBUTE ...))")
        place = self.real_place(items[2])
        deck = self.inside(items[3], "`(deck ATTRIBUTE ...)`")
        self.need_word(deck.items[0], "deck")
        if len(deck.items) < 2:
            raise self.refusal(
                deck.at, "A deck has at least one attribute: `(deck (RANK (ACE, KING)))`"
            )
        cards = self.product(deck.items[1:])
        self.open.pop()
        return Node("create_deck", ACTION, (place, tuple(cards)), form.at)

    def product(self, items: tuple[Item, ...]) -> list[tuple[tuple[str, str], ...]]:
        """Every card that these attributes make together, the last attribute changing first."""
        cards: list[tuple[tuple[str, str], ...]] = [()]
        for item in items:
            found = self.attribute(item)
            cards = [card + more for card in cards for more in found]
            if len(cards) > MOST_CARDS:
                raise self.refusal(
                    item.at, f"A deck has at most {MOST_CARDS} cards, and this makes more"
                )
        return cards

    def attribute(self, item: Item) -> list[tuple[tuple[str, str], ...]]:
        """`(SUIT (HEARTS, CLUBS))`, or values that have attributes of their own."""
        form = self.inside(item, "an attribute, such as `(SUIT (HEARTS, CLUBS))`")
        key = form.items[0]
        if not isinstance(key, Word) or key.kind != "NAME":
            raise self.unexpected("the NAME of an attribute", key)
        self.names[key.text] = None
        if len(form.items) < 2:
            raise self.refusal(form.at, f"Expected the values of {key.text}: `({key.text} (A, B))`")
        made = []
        for part in form.items[1:]:
            values = self.inside(part, f"values of {key.text}, such as `(A, B)`")
            nested = [one for one in values.items if isinstance(one, Form)]
            for place, value in enumerate(values.items[: 1 if nested else None]):
                if place % 2:
                    self.need_word(value, ",")
                    continue
                if not isinstance(value, Word) or value.kind != "NAME":
                    raise self.unexpected(f"a NAME, as a value of {key.text}", value)
                self.names[value.text] = None
                below = self.product(values.items[1:]) if nested else [()]
                made += [((key.text, value.text), *more) for more in below]
            self.open.pop()
        self.open.pop()
        return made

    # The course of the game

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
        return Node("act", STEP, (self.action(form, nested=True),), form.at)

    step_any = step_do

    def step_all(self, form: Form) -> Node:
        items = self.counted(form, 4, 4, "(all COLLECTION 'V STEP)")
        if not isinstance(items[3], Form) or not self.has_choice(items[3]):
            return self.step_do(form)
        group = self.collection(items[1])
        name, bound = self.bind(items[2], element(group.type) or "", group)
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
        """Is this a choice, or `all` or `let` around one?"""
        while form.head in ("all", "let") and isinstance(form.items[-1], Form):
            form = form.items[-1]
        return form.head in ("choice", "stage")

    def let(self, what: Item, name: Item) -> tuple[str, Bound, Bound | None, Node]:
        value = self.value(what)
        text, bound = self.bind(name, value.type, value)
        return text, bound, self.with_variable(text, bound), value

    # Actions

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
        if isinstance(form.items[0], Form):
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

    def act_do(self, form: Form) -> Node:
        items = self.counted(form, 2, 2, "(do (ACTION ...))")
        return Node("do", ACTION, (self.actions(items[1]),), form.at)

    def act_any(self, form: Form) -> Node:
        items = self.counted(form, 4, 4, f"({form.head} COLLECTION 'V ACTION)")
        group = self.collection(items[1])
        name, bound = self.bind(items[2], element(group.type) or "", group)
        before = self.with_variable(name, bound)
        body = self.action(items[3])
        self.without(name, before)
        return Node(form.head, ACTION, (group, bound.slot, body), form.at)

    act_all = act_any

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
        name = super().points(items[2])
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

    def real_place(self, item: Item) -> Node:
        """A place that cards can be put in, not a selection of cards."""
        node = self.storage(item)
        if node.op not in ("place", "variable"):
            raise self.refusal(
                item.at, f"Expected a place such as `(game vloc NAME)`, found {item}, a selection"
            )
        return node

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
