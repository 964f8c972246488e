"""The view of a seat: `view_of` makes it from a table, and `table_of` makes a table from it."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from Game.recycle.compiling.context import HiddenKinds
from Game.recycle.compiling.program import Program
from Game.recycle.knowledge.values.formulas import Formula, pack, unpack
from Game.recycle.machine.points import Points
from Game.recycle.machine.table import Table

UNSEEN = -1_000_000  # in place of a card
MOST_CONCLUSIONS = 30_000  # bytes of a view: with all else it fits into a message to a bot


class RecycleView(Struct, frozen=True, array_like=True, gc=False):
    """The table as a seat sees it. Cards are numbers, remembered ones are written ~card."""

    seat: int  # whose view this is
    turn: int  # the seat to choose; -1 when the game is over
    at: int  # the instruction that the game is at
    choices: int  # the number of choices so far
    cycle: tuple[int, ...]  # the current player and the queued one, of each stage around
    team_cycle: tuple[int, ...]
    teams: tuple[tuple[int, ...], ...]
    faces: tuple[int, ...]  # of every card, wherever it lies
    places: tuple[tuple[int, ...], ...]  # from bottom to top, UNSEEN for what the seat cannot see
    stores: tuple[Any, ...]  # the stored numbers, and then the stored texts
    points: bytes  # the point maps as they were put last
    names: bytes  # what variables hold
    scores: tuple[int, ...]
    conclusions: bytes = b""  # what everybody can conclude about the cards in their positions
    # Turns with conditions that are not among them, and conditions that had no room there. If it
    # is not 0, an imagined world may contradict what the seat could know.
    dropped: int = 0


def view_of(
    program: Program, table: Table, turn: int, seat: int, claims: Sequence[Formula], unused: int
) -> RecycleView:
    """The table as the seat sees it. `unused` turns have conditions that are no claims."""

    def seen_card(card: int) -> Any:
        """A card that a variable holds. For one that the seat cannot see, its position."""
        if card < 0:
            return card
        place = table.where[card]
        if table.is_seen(card, place, seat):
            return card
        return [place, table.places[place].index(card)]

    places = [
        tuple([card if table.is_seen(card, place, seat) else UNSEEN for card in cards])
        for place, cards in enumerate(table.places)
    ]
    variables = program.variables_at(table.pc)
    names = [_map_cards(table.values[slot], kind, seen_card) for slot, kind in variables.items()]
    loops = [
        ([_map_cards(one, kind, seen_card) for one in items], index, kind)
        for items, index, kind in table.loops
    ]
    conclusions, left_out = _pack_claims(claims, seen_card)
    return RecycleView(
        seat,
        turn,
        table.pc,
        table.choices,
        (*sum(table.held, ()), table.seat, table.queued),
        (*sum(table.team_held, ()), table.team, table.team_queued),
        table.teams,
        tuple(table.faces),
        tuple(places),
        (*table.stores, *table.texts),
        msgspec.msgpack.encode([one and one.entries for one in table.maps]),
        msgspec.msgpack.encode([names, loops]),
        tuple(table.scores),
        conclusions,
        unused + left_out,
    )


def _pack_claims(claims: Sequence[Formula], position: Callable[[int], Any]) -> tuple[bytes, int]:
    """What the seat can conclude, and how many of the claims have no room there.

    Cards that the seat cannot see are written as their positions.
    """
    if not claims:
        return b"", 0
    packed, room = [], MOST_CONCLUSIONS
    for claim in reversed(claims):  # if there are too many, the oldest ones are left out
        one = msgspec.msgpack.encode(pack(claim, position))
        room -= len(one)
        if room < 0:
            break
        packed.append(msgspec.Raw(one))
    if not packed:
        return b"", len(claims)
    return msgspec.msgpack.encode(packed[::-1]), len(claims) - len(packed)


def claims_of(table: Table, view: RecycleView) -> tuple[Formula, ...]:
    """The conclusions, about the cards of a table that `table_of` made."""
    if not view.conclusions:
        return ()
    claims, card_at = msgspec.msgpack.decode(view.conclusions), card_finder(table)
    return tuple([unpack(claim, card_at) for claim in claims])


def card_finder(table: Table) -> Callable[[Any], int]:
    """A function that finds a card: the card itself, or the one in a position."""

    def card_at(card: Any) -> int:
        if isinstance(card, int):
            return card
        place, index = card
        number: int = table.places[place][index]
        return number

    return card_at


def table_of(program: Program, view: RecycleView) -> Table:
    """A table that agrees with the view. The unseen cards lie anywhere in the unseen positions.

    The caller must still collect the options of the choice.
    """
    table = program.template.clone()
    table.held, (table.seat, table.queued) = _cycles(view.cycle)
    table.team_held, (table.team, table.team_queued) = _cycles(view.team_cycle)
    if table.teams != view.teams:
        table.teams = view.teams
        table.team_of = [
            next(n for n, members in enumerate(view.teams) if seat in members)
            for seat in range(table.players)
        ]
        table.look_around()
    table.faces = list(view.faces)
    table.pc, table.choices = view.at, view.choices
    numbers = len(table.stores)
    table.stores, table.texts = list(view.stores[:numbers]), list(view.stores[numbers:])
    table.scores = list(view.scores)
    table.maps = [_points_of(program, one) for one in msgspec.msgpack.decode(view.points)]
    table.over = view.turn < 0
    _place_cards(table, view)

    card_at = card_finder(table)
    names, loops = msgspec.msgpack.decode(view.names)
    for (slot, kind), held in zip(program.variables_at(view.at).items(), names, strict=True):
        table.values[slot] = _map_cards(held, kind, card_at)
    table.loops = [
        ([_map_cards(one, kind, card_at) for one in items], index, kind)
        for items, index, kind in loops
    ]
    return table


def _cycles(flat: tuple[int, ...]) -> tuple[list[tuple[int, int]], tuple[int, int]]:
    """The cycles of the stages around, and the current one."""
    *around, current = zip(flat[::2], flat[1::2], strict=True)
    return around, current


def _points_of(program: Program, entries: Any) -> Points | None:
    if entries is None:
        return None
    rows = tuple(
        [(tuple([(key, text) for key, text in pairs]), points) for pairs, points in entries]
    )
    return Points(rows, program.plan.attributes)


def _place_cards(table: Table, view: RecycleView) -> None:
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


def _map_cards(held: Any, kind: str, change: Callable[[Any], Any]) -> Any:
    """What a variable holds, with `change` applied to every card in it.

    It holds a card, a place (its number, or a selection of cards), or several places.
    """
    if kind == "card":
        return change(held)
    if kind == "place" and isinstance(held, list):
        return [change(card) for card in held]
    if kind == "places":
        return [_map_cards(one, "place", change) for one in held]
    return held


def replace_held(table: Table, variables: HiddenKinds, instead: dict[int, int]) -> None:
    """Exchange the cards that variables hold for those that lie in their positions now."""
    if not any(variables.values()) and not any(kind for _, _, kind in table.loops):
        return

    def exchange(card: int) -> int:
        return instead.get(card, card)

    for slot, kind in variables.items():
        table.values[slot] = _map_cards(table.values[slot], kind, exchange)
    table.loops = [
        ([_map_cards(one, kind, exchange) for one in items], index, kind)
        for items, index, kind in table.loops
    ]
