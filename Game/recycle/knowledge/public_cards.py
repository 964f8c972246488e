"""Cards of which every seat knows where they lie."""

from itertools import count

from Game.recycle.machine.table import Table


def public_cards(table: Table) -> set[int]:
    """The cards of which every seat knows where they lie."""
    everybody, sight = (1 << table.players) - 1, table.sight
    return {
        card
        for card, knows, place in zip(count(), table.known, table.where)
        if knows | sight[place] == everybody
    }


def loses_cards(before: Table, after: Table) -> bool:
    """Does a seat know of fewer cards where they lie?"""
    if before.known == after.known:
        return False
    return any(old & ~new for old, new in zip(before.known, after.known, strict=False))
