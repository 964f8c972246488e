"""Described games as games of the house: dealt, imagined, written and read like any other.

Which text a game comes from is in `shipped` and `given`.
"""

from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache
from typing import Any

import msgspec

from Game.core.game import DealError, Game
from Game.core.picture import Picture
from Game.core.state import State
from Game.core.stream import Stream
from Game.core.words import Texts, read_words
from Game.recycle.action_text import all_effects, moved_cards, told_apart
from Game.recycle.machine.program import STILL, Drawn, Program
from Game.recycle.machine.table import Table
from Game.recycle.reading.errors import GameFault
from Game.recycle.reading.nodes import Description
from Game.recycle.reading.rules import read
from Game.recycle.state import RecycleState
from Game.recycle.view import UNSEEN, RecycleView, mapped


class Noting(Drawn):
    """Chance from a stream, noted as it falls."""

    def __init__(self, stream: Stream) -> None:
        super().__init__(stream)
        self.orders: list[list[str]] = []
        self.coins: list[int] = []

    def shuffled(self, table: Table, place: int) -> list[int] | None:
        order = super().shuffled(table, place)
        if order is not None:
            self.orders.append([card_text(table, card) for card in order])
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
            card = next((card for card in left if card_text(table, card) == text), None)
            if card is None:
                raise DealError(
                    f"The deal has {text!r} in an order of {table.place_text(place)}, where no "
                    "such card is left."
                )
            left.remove(card)
            found.append(card)
        if left:
            raise DealError(
                f"The deal lacks {card_text(table, left[0])} "
                f"in an order of {table.place_text(place)}."
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


def card_text(table: Table, card: int) -> str:
    """A card as people write it: the values of its attributes, and which one of equal cards."""
    card = card if card >= 0 else ~card
    face = table.faces[card]
    before = table.faces[:card].count(face)
    values: str = table.plan.spoken[face]
    return f"{values} ({before + 1})" if before else values


@lru_cache(maxsize=32)
def described(
    text: str, file: str, players: int, numbers: tuple[tuple[str, int], ...]
) -> Description:
    """The description in the text. A bot's box reads it once, and not for every game."""
    return read(text, file, players, dict(numbers))


class DescribedGame(Game):
    """A game from a text. A subclass says which."""

    text: str
    file: str  # what errors call the text
    view_type = RecycleView
    course: Program

    def set_up(self, players: int, numbers: tuple[tuple[str, int], ...]) -> None:
        """Make the game of its text, for so many players (0: as the text says), with these for
        the numbers that it declares."""
        description = described(self.text, self.file, players, numbers)
        self.course = Program(description)
        self.seats = description.players
        self.sides = description.teams
        self.bare = self.course.begun(STILL)

    @cached_property
    def observation(self) -> Callable[[Any, Any, Stream], Any]:
        from Game.recycle.observation import RecycleObservation

        return RecycleObservation

    def words(self, language: str) -> Texts:
        own = read_words("Game.recycle", language)
        places = {f"place {name}": name for _, name in self.course.rows}
        return {**super().words(language), **own, **places}

    def picture(self) -> Picture:
        from Game.recycle.picture import RecyclePicture

        return RecyclePicture(self)

    def deal(self, stream: Stream) -> State:
        luck = Noting(stream)
        state = RecycleState(self.course, self.course.start(luck))
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
            state = RecycleState(self.course, self.course.start(luck))
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
        table.look_around()
        table.faces = list(view.faces)
        table.pc, table.choices = view.at, view.choices
        table.stores, table.scores = list(view.stores), list(view.scores)
        table.maps = [self.points_of(one) for one in msgspec.msgpack.decode(view.points)]
        table.over = view.turn < 0
        self.lay(table, view)
        self.fill_names(table, view)
        state = RecycleState(self.course, table)
        state.redeal(view.seat, stream)
        state.chance = stream
        return state

    def fill_names(self, table: Table, view: RecycleView) -> None:
        """Let variables hold what they hold; of cards that are not seen, those that lie there."""
        names, loops = msgspec.msgpack.decode(view.names)
        for (slot, kind), held in zip(self.course.kept(view.at).items(), names, strict=True):
            table.values[slot] = mapped(held, kind, lambda card: card_at(table, card))
        table.loops = [
            ([mapped(one, kind, lambda card: card_at(table, card)) for one in items], index, kind)
            for items, index, kind in loops
        ]

    def points_of(self, entries: Any) -> Any:
        if entries is None:
            return None
        found = tuple(
            [(tuple([(key, text) for key, text in pairs]), points) for pairs, points in entries]
        )
        return self.course.points(found)

    def lay(self, table: Table, view: RecycleView) -> None:
        """Put every card that the view shows where it lies, and the others anywhere else."""
        many = len(table.faces)
        table.known, table.where = [0] * many, [0] * many
        seen = {card for row in view.places for card in row if card >= 0}
        rest = [card for card in range(many) if card not in seen]
        for place, row in enumerate(view.places):
            cards = [rest.pop() if card == UNSEEN else card for card in row]
            table.places[place] = cards
            for card, shown in zip(cards, row, strict=True):
                if card >= 0:
                    table.where[card] = place
                    table.known[card] = table.sight[place]
                    if shown != UNSEEN:
                        table.known[card] |= 1 << view.seat

    def action_text(self, state: State, action: int) -> str:
        assert isinstance(state, RecycleState)
        return self.texts(state)[action]

    def read_action(self, state: State, text: str) -> int:
        assert isinstance(state, RecycleState)
        texts = self.texts(state)
        return texts.index(text) if text in texts else super().read_action(state, text)

    def texts(self, state: RecycleState) -> list[str]:
        """Each option by the cards that it moves, and where that does not tell it from others, by
        all that it does or by a number."""
        seat = state.table.seat
        effects = [
            self.course.effects(state.table, option) for option in range(len(state.table.options))
        ]
        return told_apart(
            [moved_cards(lines, seat) for lines in effects],
            [all_effects(lines, seat) for lines in effects],
        )

    def cards(self, state: State) -> list[int]:
        assert isinstance(state, RecycleState)
        return [card for place in state.table.places for card in place if card >= 0]


def card_at(table: Table, card: Any) -> int:
    """A card, or the one that a view tells by where it lies."""
    if isinstance(card, int):
        return card
    place, index = card
    found: int = table.places[place][index]
    return found
