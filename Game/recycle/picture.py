"""Draws any described game: its places and their cards, its numbers, and the current choice.

A description does not say how to draw its places, so this module looks at how they are used. A
place that is only filled and counted is a pile. If the description looks at its cards, or takes
them, the place is spread out.
"""

from collections.abc import Iterator

from Game.core import picture
from Game.core.game import Game
from Game.core.picture import Fact, Picture, PicturePosition, Zone
from Game.core.state import State
from Game.core.turn import OVER
from Game.recycle.game import DescribedGame
from Game.recycle.machine.plan import NEW_NAMES, NO_TEXT
from Game.recycle.named_cards import short_name
from Game.recycle.reading.errors import At
from Game.recycle.reading.nodes import PLAYER, TEAM
from Game.recycle.reading.sexpr import plain_text
from Game.recycle.state import RecycleState
from Game.recycle.view import UNSEEN

Where = tuple[str, str, str]  # the owner, the kind and the name of a place


class RecyclePicture(Picture):
    deck = "named"
    called = "player"
    counts_openly = False  # the scores may come from cards that are hidden until the end

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        assert isinstance(game, DescribedGame)
        self.described = game
        self.source = plain_text(game.text)
        description = game.program.description
        self.nodes = [
            node
            for part in (*description.setup, *description.steps, description.scoring)
            for node in part.walk()
        ]
        self.stages = [node.at for node in self.nodes if node.op == "stage"]
        self.choices = {
            node.at: node.parts[0] if node.op == "choice" else (node.parts[0],)
            for node in self.nodes
            if node.op in ("choice", "act")
        }
        self.drawn = list(self.find_places())
        self.zones = tuple([zone for _, zone in self.drawn])

    # Places

    def find_places(self) -> Iterator[tuple[tuple[int, ...], Zone]]:
        """The numbers of the places that are shown together, and their zone.

        The places that `new` makes are one zone for each owner.
        """
        plan = self.described.program.plan
        places = self.visible_places()
        hands: set[int] = set()
        for kind, name in plan.rows:
            if kind == "mem" or (name in NEW_NAMES and name != NEW_NAMES[0]):
                continue
            names = NEW_NAMES if name in NEW_NAMES else (name,)
            for owner in range(plan.owners):
                whose = self.whose(owner)
                if (whose, kind, name) not in places:
                    continue
                seat = owner - 1 if whose == PLAYER else picture.NOBODY
                look, seen = picture.PILE, picture.NONE
                if kind == "vloc":
                    look, seen = self.open_look(whose, places[whose, kind, name]), picture.ALL
                elif kind == "iloc" and whose == PLAYER:
                    look = picture.PILE if seat in hands else picture.HAND
                    seen = picture.OWN
                    hands.add(seat)
                elif whose == "game":
                    look = picture.STOCK
                numbers = [plan.rows[kind, one] * plan.owners + owner for one in names]
                label = "NEW" if name in NEW_NAMES else name
                yield tuple(numbers), Zone(f"place {label}", look, seen, seat)

    def open_look(self, whose: str, is_looked_through: bool) -> str:
        if not is_looked_through:
            return picture.PILE
        return picture.ROW if whose == PLAYER else picture.SPREAD

    def whose(self, owner: int) -> str:
        if owner == 0:
            return "game"
        return PLAYER if owner <= self.described.seats else TEAM

    def visible_places(self) -> dict[Where, bool]:
        """All places of the description, and whether it looks through their cards."""
        places: dict[Where, bool] = {}
        goals = {id(node.parts[2]) for node in self.nodes if node.op in ("move", "remember")}
        counted = {id(node.parts[0]) for node in self.nodes if node.op in ("size", "sum")}
        tops = {  # to look at the top of a pile, or to empty it, is not to look through it
            id(node.parts[1])
            for node in self.nodes
            if node.op == "card" and isinstance(node.parts[0], str)
        }
        for node in self.nodes:
            if node.op != "place":
                continue
            whose = node.parts[0].type
            pile = id(node) in goals | counted or (whose == "game" and id(node) in tops)
            for name in self.described.program.plan.possible_names(node.parts[2]):
                key = whose, node.parts[1], name
                places[key] = places.get(key, False) or not pile
        return places

    # Positions

    def position(self, state: State) -> PicturePosition:
        assert isinstance(state, RecycleState)
        table = state.table
        rows = []
        for places, zone in self.drawn:
            cards = [table.card_name(card) for place in places for card in table.places[place]]
            rows.append(tuple(cards[::-1] if zone.kind == picture.STOCK else cards))
        seats = range(self.described.seats)
        views = [state.view(seat).places for seat in seats]
        known = tuple([tuple(self.known_hidden_cards(state, places)) for places in views])
        everybody = set(known[0]).intersection(*known)
        return PicturePosition(
            cards=tuple(rows),
            leader=max(state.turn, 0),
            trick=table.choices // self.described.seats,
            facts=(*self.where(state), *self.stored_numbers(state), *self.memories(state, views)),
            known=tuple([card for card in known[0] if card in everybody]),
            known_to=tuple([tuple([c for c in row if c not in everybody]) for row in known]),
            labels=tuple([self.label(state, seat) for seat in seats]),
        )

    def known_hidden_cards(
        self, state: RecycleState, places: tuple[tuple[int, ...], ...]
    ) -> list[str]:
        """The cards that a seat knows and that do not lie open."""
        shown = {
            place for places, zone in self.drawn if zone.seen == picture.ALL for place in places
        }
        return [
            state.table.card_name(card)
            for place, row in enumerate(places)
            for card in row
            if place not in shown and card != UNSEEN and card >= 0
        ]

    def where(self, state: RecycleState) -> Iterator[Fact]:
        """Which stage and which choice the game is at."""
        if state.turn == OVER:
            yield Fact("over")
            return
        at = self.at(state)
        around = [stage for stage in self.stages if stage.start <= at.start < stage.end]
        if not around:
            yield Fact("choice", (at.line,))
        else:
            innermost = max(around, key=lambda stage: stage.start)
            yield Fact("at", (innermost.line, at.line))

    def stored_numbers(self, state: RecycleState) -> Iterator[Fact]:
        """The stored numbers and texts of the game and of the teams."""
        plan = self.described.program.plan
        stored: list[tuple[tuple[str, ...], int, int | str]] = [
            *[(plan.store_names, *one) for one in enumerate(state.table.stores) if one[1]],
            *[(plan.text_names, *one) for one in enumerate(state.table.texts) if one[1] != NO_TEXT],
        ]
        for names, number, value in stored:
            row, owner = divmod(number, plan.owners)
            name = names[row]
            if owner == 0:
                yield Fact("stored", (name, value))
            elif self.whose(owner) == TEAM:
                yield Fact("of_team", (name, owner - 1 - self.described.seats, value))

    def memories(
        self, state: RecycleState, views: list[tuple[tuple[int, ...], ...]]
    ) -> Iterator[Fact]:
        """The cards in the memories, as far as everybody sees them."""
        plan = self.described.program.plan
        for (kind, name), row in plan.rows.items():
            first = row * plan.owners
            for place in range(first, first + plan.owners) if kind == "mem" else ():
                if views[0][place]:
                    cards = [
                        short_name(state.table.card_name(card))
                        if all(view[place][index] != UNSEEN for view in views)
                        else "?"
                        for index, card in enumerate(state.table.places[place])
                    ]
                    yield Fact("remembered", (name, ", ".join(cards)))

    def label(self, state: RecycleState, seat: int) -> str | Fact:
        """The stored numbers and texts of a player."""
        plan = self.described.program.plan
        values = state.table.stores[1 + seat :: plan.owners]
        texts = state.table.texts[1 + seat :: plan.owners]
        pairs = [
            *[pair for pair in zip(plan.store_names, values, strict=True) if pair[1]],
            *[pair for pair in zip(plan.text_names, texts, strict=True) if pair[1] != NO_TEXT],
        ]
        text = " · ".join([f"{name} {value}" for name, value in pairs])
        return Fact("said", (text,)) if text else ""

    # The source

    def at(self, state: RecycleState) -> At:
        at: At = self.described.program.code[state.table.pc].at
        return at

    def forms(self, state: State, action: int) -> tuple[int, ...]:
        """The characters of the choice in the source, and those of the option that is taken."""
        assert isinstance(state, RecycleState)
        at = self.at(state)
        option = self.choices[at][state.table.options[action][0]]
        return at.start, at.end, option.at.start, option.at.end
