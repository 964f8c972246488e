"""Described games as games of the house, and those that the house has written itself."""

from collections.abc import Mapping
from importlib.resources import files
from typing import Any, ClassVar

import msgspec

from Game.core.game import DealError, Game
from Game.core.options import Option
from Game.core.state import State
from Game.core.stream import Stream
from Game.recycle.actions import Points
from Game.recycle.course import STILL, Course, Drawn
from Game.recycle.errors import GameFault
from Game.recycle.rules import read
from Game.recycle.state import RecycleState
from Game.recycle.table import Table
from Game.recycle.view import UNSEEN, RecycleView


class Noting(Drawn):
    """Chance from a stream, noted as it falls."""

    def __init__(self, stream: Stream) -> None:
        super().__init__(stream)
        self.orders: list[list[str]] = []
        self.coins: list[int] = []

    def shuffled(self, table: Table, place: int) -> list[int] | None:
        order = super().shuffled(table, place)
        if order is not None:
            self.orders.append([spoken(table, card) for card in order])
        return order

    def tied(self, table: Table, cards: list[int]) -> int:
        card = super().tied(table, cards)
        if not table.trial:
            self.coins.append(cards.index(card))
        return card


class Noted:
    """Chance as a deal has it written."""

    def __init__(self, orders: list[list[str]], coins: list[int]) -> None:
        self.orders, self.coins = list(orders), list(coins)

    def shuffled(self, table: Table, place: int) -> list[int] | None:
        if table.trial:
            return None
        if not self.orders:
            raise DealError("The deal lacks an order: the game shuffles once more.")
        left, found = table.places[place][:], []
        for text in self.orders.pop(0):
            card = next((card for card in left if spoken(table, card) == text), None)
            if card is None:
                raise DealError(
                    f"The deal has {text!r} in an order of {table.place_text(place)}, where no "
                    "such card is left."
                )
            left.remove(card)
            found.append(card)
        if left:
            raise DealError(
                f"The deal lacks {spoken(table, left[0])} in an order of {table.place_text(place)}."
            )
        return found

    def tied(self, table: Table, cards: list[int]) -> int:
        if table.trial:
            return cards[0]
        if not self.coins:
            raise DealError("The deal lacks a coin: the game tosses once more.")
        coin = self.coins.pop(0)
        if coin not in range(len(cards)):
            raise DealError(f"The deal has a coin for card {coin} of {len(cards)}.")
        return cards[coin]


def spoken(table: Table, card: int) -> str:
    """A card as people write it: the values of its attributes."""
    return " ".join(table.attributes[card if card >= 0 else ~card].values())


class DescribedGame(Game):
    """A game from a text. A subclass says which."""

    text: ClassVar[str]
    view_type = RecycleView
    course: Course

    def set_up(self, text: str, players: int = 0) -> None:
        """Read the text; a `DescriptionError` for what is no game."""
        description = read(text, f"{self.name}.gdl", players)
        self.course = Course(description)
        self.seats = description.players
        self.sides = description.teams
        self.bare = Table(self.course, STILL)
        self.bare.values = [None] * description.slots
        self.bare.maps = [None] * len(self.course.maps)
        for run in self.course.setup:
            run(self.bare)

    def deal(self, stream: Stream) -> State:
        luck = Noting(stream)
        state = RecycleState.at(self.course, self.course.start(luck))
        state.orders, state.coins = luck.orders, luck.coins
        state.chance = stream
        return state

    def write_deal(self, state: State) -> dict[str, Any]:
        assert isinstance(state, RecycleState)
        return {"orders": [list(order) for order in state.orders], "coins": list(state.coins)}

    def read_deal(self, deal: Mapping[str, Any]) -> State:
        orders, coins = (
            (deal.get("orders"), deal.get("coins")) if isinstance(deal, Mapping) else (None, None)
        )
        if not isinstance(orders, list) or not all(isinstance(order, list) for order in orders):
            raise DealError(
                "The deal needs 'orders': a list for each shuffle before the first move."
            )
        if not isinstance(coins, list) or not all(type(coin) is int for coin in coins):
            raise DealError("The deal needs 'coins': a list of numbers, empty if none was tossed.")
        luck = Noted(orders, coins)
        try:
            state = RecycleState.at(self.course, self.course.start(luck))
        except GameFault as fault:
            raise DealError(f"The deal leads nowhere: {fault}") from None
        if luck.orders or luck.coins:
            raise DealError("The deal has more orders or coins than the game asks for.")
        state.orders = [list(order) for order in orders]
        state.coins = list(coins)
        return state

    def determinise(self, view: RecycleView, stream: Stream) -> State:
        table = self.bare.clone()
        cycle = list(zip(view.cycle[::2], view.cycle[1::2], strict=True))
        table.held, (table.seat, table.queued) = cycle[:-1], cycle[-1]
        cycle = list(zip(view.team_cycle[::2], view.team_cycle[1::2], strict=True))
        table.team_held, (table.team, table.team_queued) = cycle[:-1], cycle[-1]
        table.teams = view.teams
        table.team_of = [
            next(n for n, members in enumerate(view.teams) if seat in members)
            for seat in range(self.seats)
        ]
        table.pc, table.choices = view.at, view.choices
        table.stores, table.scores = list(view.stores), list(view.scores)
        table.maps = [self.points_of(one) for one in msgspec.msgpack.decode(view.points)]
        names, loops, indexes = msgspec.msgpack.decode(view.names)
        for slot, value in zip(self.course.kept, names, strict=True):
            table.values[slot] = value
        table.loops = list(zip(loops, indexes, strict=True))
        table.over = view.turn < 0
        self.lay(table, view)
        state = RecycleState.at(self.course, table)
        state.redeal(view.seat, stream)
        state.chance = stream
        return state

    def points_of(self, entries: Any) -> dict[str, int] | None:
        if entries is None:
            return None
        found = tuple(
            [(tuple([(key, text) for key, text in pairs]), points) for pairs, points in entries]
        )
        return self.course.totals.setdefault(found, Points(found))

    def lay(self, table: Table, view: RecycleView) -> None:
        """Put every card that the view shows where it lies, and the others anywhere else."""
        memory = self.course.is_memory()
        table.known = [0] * len(table.texts)
        seen = {card for row in view.places for card in row if card >= 0}
        rest = [card for card in range(len(table.texts)) if card not in seen]
        spare = rest[0] if rest else 0
        for place, row in enumerate(view.places):
            cards = []
            for card in row:
                if card != UNSEEN:
                    cards.append(card)
                elif memory[place // self.course.owners]:
                    cards.append(~spare)
                else:
                    cards.append(rest.pop())
            table.places[place] = cards
            for card, shown in zip(cards, row, strict=True):
                if card >= 0:
                    table.where[card] = place
                    if shown != UNSEEN:
                        table.known[card] = 1 << view.seat
        for card in range(len(table.texts)):
            table.known[card] |= table.seen_by(table.where[card])

    def action_text(self, state: State, action: int) -> str:
        assert isinstance(state, RecycleState)
        return self.texts(state)[action]

    def read_action(self, state: State, text: str) -> int:
        assert isinstance(state, RecycleState)
        texts = self.texts(state)
        return texts.index(text) if text in texts else super().read_action(state, text)

    def texts(self, state: RecycleState) -> list[str]:
        """Each option by the cards that it moves; in full where that does not tell them apart."""
        effects = [
            self.course.effects(state.table, option) for option in range(len(state.table.options))
        ]
        for write in (moved_cards, all_effects):
            texts = [write(lines) for lines in effects]
            if len(set(texts)) == len(texts):
                return texts
        return [f"{text} ({number + 1})" for number, text in enumerate(texts)]

    def cards(self, state: State) -> list[int]:
        assert isinstance(state, RecycleState)
        return [card for place in state.table.places for card in place if card >= 0]


def card_of(line: str) -> str:
    """The card of a line of a transcript, as people write it."""
    text = line.split(" ")[0].split(":", 1)[1]
    return " ".join([pair.split("=")[1] for pair in text.split(";")])


def moved_cards(lines: list[str]) -> str:
    return " + ".join([card_of(line) for line in lines if line.startswith("N:")]) or "pass"


def all_effects(lines: list[str]) -> str:
    found = []
    for line in lines:
        if line.startswith("N:"):
            found.append(f"{card_of(line)} to {line.split(' ')[-1].split(':')[-1]}")
        elif line.startswith("S:"):
            _, name, value = line[2:].split(" ")
            found.append(f"{name} = {value}")
    return ", ".join(found) or "pass"


class Agram(DescribedGame):
    name = "agram"
    title = "Agram"
    about = "Two to six seats, tricks without trump; who wins the last trick wins."
    options = (Option("players", "4", ("2", "3", "4", "5", "6"), "how many play"),)

    def __init__(self, **chosen: Any) -> None:
        super().__init__(**chosen)
        text = (files("Game.recycle") / "games" / "agram.gdl").read_text("utf-8")
        self.set_up(text, int(self.chosen["players"]))
