"""Reads what the setup of a game makes: its players, its teams and its decks."""

from Game.recycle.reading.limits import MOST_CARDS
from Game.recycle.reading.nodes import ACTION, Node
from Game.recycle.reading.sexpr import Form, Item, Word
from Game.recycle.reading.values import Values

MOST_PLAYERS = 20

Attributes = tuple[tuple[str, str], ...]


class Decks(Values):
    players = 0
    players_by = ""
    asked_players = 0  # how many play, whatever the text says; 0 if nobody asks
    teams: tuple[tuple[int, ...], ...] = ()  # the most that there are at once
    numbers: dict[int, int]  # slots whose number the description fixes

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
        self.players_by = str(items[2])[2:-1]  # the name of the variable that says so
        if self.asked_players == self.players:
            self.asked_players = 0
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

    # Teams

    def each_alone(self, form: Form) -> Node:
        """Teams of one, for a setup that has none, or is asked for other players than its own."""
        self.teams = tuple([(seat,) for seat in range(self.players)])
        return Node("create_teams", ACTION, (self.teams,), form.at)

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
            return self.each_alone(form)
        teams = []
        seen: dict[int, int] = {}
        for number, part in enumerate(form.items[2:]):
            if isinstance(part, Word) and part.text == ",":
                continue
            teams.append(self.team(part, number, seen))
        for seat in range(self.players):
            if seat not in seen:
                self.remark(
                    form.at, f"Player {seat} is put in no team, so it plays in one of its own."
                )
                teams.append((seat,))
        self.open.pop()
        made = tuple(teams)
        self.teams = max(self.teams, made, key=len) if self.teams else made
        return Node("create_teams", ACTION, (made,), form.at)

    def team(self, part: Item, number: int, seen: dict[int, int]) -> tuple[int, ...]:
        """The members of a team; `seen` is who is in which."""
        row = self.inside(part, "a team, such as `(0, 2)`")
        members = []
        for place, member in enumerate(row.items):
            if place % 2:
                self.need_word(member, ",")
                continue
            seat = self.fixed(member, "the number of a player")
            if not 0 <= seat < self.players:
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
        self.open.pop()
        return tuple(members)

    # Decks

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

    def product(self, items: tuple[Item, ...]) -> list[Attributes]:
        """Every card that these attributes make together, the last attribute changing first."""
        cards: list[Attributes] = [()]
        for item in items:
            if self.word(item, ","):
                continue
            found = self.attribute(item)
            cards = [card + more for card in cards for more in found]
            if len(cards) > MOST_CARDS:
                raise self.refusal(
                    item.at, f"A deck has at most {MOST_CARDS} cards, and this makes more"
                )
        return cards

    def attribute(self, item: Item) -> list[Attributes]:
        """`(SUIT (HEARTS, CLUBS))`, or values that have attributes of their own."""
        form = self.inside(item, "an attribute, such as `(SUIT (HEARTS, CLUBS))`")
        key = form.items[0]
        if not isinstance(key, Word) or key.kind != "NAME":
            raise self.unexpected("the NAME of an attribute", key)
        self.names[key.text] = None
        if len(form.items) < 2:
            raise self.refusal(form.at, f"Expected the values of {key.text}: `({key.text} (A, B))`")
        made: list[Attributes] = []
        for part in form.items[1:]:
            if not self.word(part, ","):
                made += self.attribute_values(key.text, part)
        self.open.pop()
        return made

    def attribute_values(self, key: str, part: Item) -> list[Attributes]:
        """`(A, B)`, each a value, or `(RED (SUIT (HEARTS)))`, one that has attributes."""
        values = self.inside(part, f"values of {key}, such as `(A, B)`")
        nested = any(isinstance(one, Form) for one in values.items)
        made: list[Attributes] = []
        for place, value in enumerate(values.items[: 1 if nested else None]):
            if place % 2:
                self.need_word(value, ",")
                continue
            if not isinstance(value, Word) or value.kind not in ("NAME", "INTEGER"):
                raise self.unexpected(f"a NAME, as a value of {key}", value)
            self.names[value.text] = None
            below = self.product(values.items[1:]) if nested else [()]
            made += [((key, value.text), *more) for more in below]
        self.open.pop()
        return made

    def real_place(self, item: Item) -> Node:
        """A place that cards can be put in, not a selection of cards."""
        node = self.storage(item)
        if node.op not in ("place", "variable"):
            raise self.refusal(
                item.at, f"Expected a place such as `(game vloc NAME)`, found {item}, a selection"
            )
        return node
