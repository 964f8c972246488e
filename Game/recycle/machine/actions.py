# cython: auto_pickle=False
"""The single actions: what a game does to its places, numbers, point maps and cycles."""

from typing import Any

from Game.recycle.machine.action import TableAction
from Game.recycle.machine.function import Function
from Game.recycle.machine.opcodes import ACTION_WORK, BY_PLACE, LARGEST, NO_CARD
from Game.recycle.machine.table import Table
from Game.recycle.reading.errors import GameFault
from Game.recycle.reading.limits import MOST_CARDS

SET, INC, DEC = range(3)
CHANGES = {"set": SET, "inc": INC, "dec": DEC}


class SingleAction(TableAction):
    """An action that contains no others. It is plain if it is safe and sure (see action.py)."""

    def settle(self, safe: bool, sure: bool) -> None:
        self.safe, self.sure = safe, sure
        self.plain = self.ends = safe and sure


# Cycles and numbers


class Cycle(SingleAction):
    """A player or a team becomes the current one, or is queued as the next."""

    def __init__(self, queued: bool, of_team: bool, who: Function, at: Any) -> None:
        super().__init__(at)
        self.queued, self.of_team, self.who = queued, of_team, who
        self.settle(who.safe, True)

    def run(self, table: Table) -> None:
        table.burn(self.at, ACTION_WORK)
        who = self.who.number(table)
        table.note_cycles()
        if self.of_team and self.queued:
            table.team_queued = who
        elif self.of_team:
            table.become_team(who)
        elif self.queued:
            table.queued = who
        else:
            table.become(who)


class ChangeNumber(SingleAction):
    """A stored number is set, or a number is added to it or subtracted from it."""

    def __init__(self, how: str, place: Function, amount: Function, at: Any) -> None:
        super().__init__(at)
        self.how, self.place, self.amount = CHANGES[how], place, amount
        self.settle(place.safe and amount.safe, True)

    def run(self, table: Table) -> None:
        table.burn(self.at, ACTION_WORK)
        place, amount = self.place.number(table), self.amount.number(table)
        if self.how == INC:
            amount = table.stores[place] + amount
        elif self.how == DEC:
            amount = table.stores[place] - amount
        if not -LARGEST < amount < LARGEST:
            raise GameFault(f"a number is larger than {LARGEST}", self.at)
        table.store(place, amount)


class SetText(SingleAction):
    def __init__(self, place: Function, text: Function, at: Any) -> None:
        super().__init__(at)
        self.place, self.text = place, text
        self.settle(place.safe and text.safe, True)

    def run(self, table: Table) -> None:
        table.burn(self.at, ACTION_WORK)
        table.store_text(self.place.number(table), self.text.text(table))


class Pass(SingleAction):
    def __init__(self, at: Any) -> None:
        super().__init__(at)
        self.settle(True, True)

    def run(self, table: Table) -> None:
        table.burn(self.at, ACTION_WORK)
        table.do_nothing()


# Cards


class MoveCard(SingleAction):
    """A card goes to a place: on top if there is no index.

    `how` it was chosen decides which seats can follow it (`Table.learn`).
    """

    def __init__(
        self,
        card: Function,
        place: Function,
        index: Function | None,
        how: int,
        memories: list[bool],
        is_there: bool,
        selection: int,
        at: Any,
    ) -> None:
        super().__init__(at)
        self.card, self.place, self.index, self.how = card, place, index, how
        self.selection = selection  # the variable that holds the selection it is from, or -1
        self.memories = memories  # of each place: is it a memory?
        self.settle(is_there and place.safe and (index is None or index.safe), True)

    def run(self, table: Table) -> None:
        table.burn(self.at, ACTION_WORK)
        card, place = self.card.number(table), self.place.number(table)
        if card < 0:
            if card == NO_CARD:
                raise GameFault(
                    "this moves a card from an empty place",
                    self.at,
                    "Put cards there before, or write a condition: "
                    "`((> (size PLACE) 0) (move ...))`.",
                )
            raise GameFault(
                f"{table.card_text(card)} is in a memory, so it cannot move: use `(actual ...)`",
                self.at,
            )
        if self.memories[place]:
            raise GameFault("this moves a card to a memory: use `remember` instead", self.at)
        index = -1 if self.index is None else self.index.number(table)
        table.move(card, place, index, self.how)
        if self.selection >= 0:
            self.take_out(table, card)

    def take_out(self, table: Table, card: int) -> None:
        """Remove a card that has moved from the selection that the variable holds."""
        held = table.values[self.selection]
        if isinstance(held, list):
            table.values[self.selection] = [one for one in held if one != card]


class Remember(SingleAction):
    def __init__(
        self,
        card: Function,
        place: Function,
        index: Function | None,
        memories: list[bool],
        at: Any,
    ) -> None:
        super().__init__(at)
        self.card, self.place, self.index, self.memories = card, place, index, memories
        self.settle(card.safe and place.safe and (index is None or index.safe), True)

    def run(self, table: Table) -> None:
        table.burn(self.at, ACTION_WORK)
        card = self.card.number(table)
        if card == NO_CARD or table.is_later_item:
            table.do_nothing()
            return
        place = self.place.number(table)
        if not self.memories[place]:
            raise GameFault(
                "this remembers a card in a place that is no memory: use a `mem` place", self.at
            )
        if len(table.places[place]) == MOST_CARDS:
            raise GameFault(f"a memory has more than {MOST_CARDS} cards", self.at)
        index = -1 if self.index is None else self.index.number(table)
        table.remember(card, place, index)


class Forget(SingleAction):
    """A card is removed from a memory: from `place`, or from any if the description names none."""

    def __init__(
        self, card: Function, place: Function | None, memories: list[bool], at: Any
    ) -> None:
        super().__init__(at)
        self.card, self.place, self.memories = card, place, memories

    def run(self, table: Table) -> None:
        table.burn(self.at, ACTION_WORK)
        card = self.card.number(table)
        if card == NO_CARD:
            table.do_nothing()
            return
        if card >= 0:
            card = ~card
        if self.place is not None:
            places = [self.place.number(table)]
        else:
            places = [place for place in range(len(table.places)) if self.memories[place]]
        for place in places:
            cards = table.places[place]
            for index in range(len(cards) - 1, -1, -1):
                if cards[index] == card:
                    table.forget(place, index)
                    return
        raise GameFault(
            f"this forgets {table.card_text(card)}, which is not in the memory", self.at
        )


class Shuffle(SingleAction):
    def __init__(self, place: Function, at: Any) -> None:
        super().__init__(at)
        self.place = place

    def run(self, table: Table) -> None:
        place = self.place.number(table)
        table.burn(self.at, ACTION_WORK + len(table.places[place]))
        table.shuffle(place)


class Faro(SingleAction):
    """A faro shuffle leaves nothing to chance: the cards of both places alternate, from the bottom.
    All of them lie in the first place then."""

    def __init__(self, place: Function, other: Function, at: Any) -> None:
        super().__init__(at)
        self.place, self.other = place, other

    def run(self, table: Table) -> None:
        place, other = self.place.number(table), self.other.number(table)
        if place == other:
            raise GameFault("this shuffles a place into itself: a faro shuffle takes two", self.at)
        cards = table.places[other][:]
        table.burn(self.at, ACTION_WORK * (1 + len(cards)))
        table.do_nothing()
        for number in range(len(cards)):
            table.move(cards[number], place, 2 * number + 1, BY_PLACE)
