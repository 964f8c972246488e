"""Compiles everything that has a value: numbers, cards, places, players, conditions."""

from collections.abc import Callable

from Game.recycle.compiling.context import CompileContext
from Game.recycle.machine import cards, function, places, seats
from Game.recycle.machine.function import Function
from Game.recycle.machine.groups import groupings, sets
from Game.recycle.machine.matching import AttributeMatch, MatchingCards, QuantifiedMatch
from Game.recycle.machine.plan import Rows
from Game.recycle.machine.points import Best, Points, Score, Scores, Sum, Tuples
from Game.recycle.reading.nodes import CARD, MANY, NAME, PLACE, PLAYER, TEAM, Node


def compile_value(context: CompileContext, node: Node) -> Function:
    return VALUES[node.op](context, node)


def compile_group(context: CompileContext, node: Node) -> Function:
    """A collection. The items of a team are its members."""
    group = compile_value(context, node)
    return seats.Members(group) if node.type == TEAM else group


def compile_index(context: CompileContext, where: Node | str) -> Function | None:
    """How far a card is from the bottom; None for the top."""
    if isinstance(where, Node):
        return compile_value(context, where)
    return None if where == "top" else function.Constant(0)


def compile_store(context: CompileContext, owner: Node, name: Node) -> Function:
    """The number of a store."""
    return _spot(context, owner, "sto", name, context.plan.store_rows)


def compile_text_store(context: CompileContext, owner: Node, name: Node) -> Function:
    """The number of a stored text."""
    return _spot(context, owner, "str", name, context.plan.text_rows)


def _all(context: CompileContext, nodes: tuple[Node, ...]) -> list[Function]:
    return [compile_value(context, node) for node in nodes]


# Numbers, names and conditions


def _number(context: CompileContext, node: Node) -> Function:
    return function.Constant(node.parts[0])


def _name(context: CompileContext, node: Node) -> Function:
    return function.WordValue(node.parts[0])


def _variable(context: CompileContext, node: Node) -> Function:
    slot, name = node.parts
    if node.type == PLACE:
        return places.HeldPlace(slot, name, node.at)
    return function.Variable(slot)


def _arithmetic(context: CompileContext, node: Node) -> Function:
    sign, *sides = node.parts
    left, right = _all(context, (*sides,))
    return function.Arithmetic(sign, left, right, node.at)


def _compare(context: CompileContext, node: Node) -> Function:
    sign, *sides = node.parts
    left, right = _all(context, (*sides,))
    if sides[0].type == NAME:
        return function.CompareTexts(sign, left, right)
    if sides[0].type == CARD:
        return cards.CompareCards(sign, left, right)
    return function.CompareNumbers(sign, left, right)


def _and(context: CompileContext, node: Node) -> Function:
    return function.Conjunction(_all(context, node.parts[0]))


def _or(context: CompileContext, node: Node) -> Function:
    return function.Disjunction(_all(context, node.parts[0]))


def _not(context: CompileContext, node: Node) -> Function:
    return function.Negation(compile_value(context, node.parts[0]))


def _quantifier(context: CompileContext, node: Node) -> Function:
    of_all, loop = node.op == "all", _loop(context, node)
    if match := _match(context, node):
        return QuantifiedMatch(of_all, loop[0], match, node.at)
    return function.Quantified(of_all, *loop, node.at)


def _match(context: CompileContext, node: Node) -> AttributeMatch | None:
    """The condition of a loop, if it compares an attribute of the item with one safe text."""
    _, slot, test = node.parts
    if test.op != "compare":
        return None
    sign, *sides = test.parts
    for one, other in (sides, sides[::-1]):
        if one.op != "cardatt" or one.parts[0].op != "name" or one.parts[1].op != "variable":
            continue
        uses_item = any(part.op == "variable" and part.parts[0] == slot for part in other.walk())
        if one.parts[1].parts[0] == slot and not uses_item:
            text = compile_value(context, other)
            column = _column(context, one.parts[0].parts[0])
            return AttributeMatch(column, text, sign == "==") if text.safe else None
    return None


def _total(context: CompileContext, node: Node) -> Function:
    return function.Total(*_loop(context, node), node.at)


def _loop(context: CompileContext, node: Node) -> tuple[Function, int, Function]:
    """A collection, the variable that goes through it, and the value for each item."""
    group, slot, body = node.parts
    items = compile_group(context, group)
    context.note_items(group, slot)
    return items, slot, compile_value(context, body)


def _size(context: CompileContext, node: Node) -> Function:
    return function.Size(compile_group(context, node.parts[0]))


def _stored_number(context: CompileContext, node: Node) -> Function:
    return function.Stored(compile_store(context, *node.parts))


def _stored_text(context: CompileContext, node: Node) -> Function:
    return function.StoredText(compile_text_store(context, *node.parts))


def _name_of_number(context: CompileContext, node: Node) -> Function:
    return function.NameOfNumber(compile_value(context, node.parts[0]))


def _series(context: CompileContext, node: Node) -> Function:
    which, number = node.parts
    return sets.NumberSeries(which, compile_value(context, number), node.at)


def _random(context: CompileContext, node: Node) -> Function:
    first, last = _all(context, node.parts)
    return sets.RandomNumber(first, last, node.at)


# Points


def _points(context: CompileContext, node: Node) -> Function:
    """The number of a point map."""
    owner, name = node.parts
    maps = context.plan.maps
    who = None if owner.op == "game" else compile_value(context, owner)
    if name.op == "name":
        return places.Place(maps[owner.type, name.parts[0]], who)
    bases = {text: base for (whose, text), base in maps.items() if whose == owner.type}
    return places.NamedPlace(bases, 0, who, compile_value(context, name), name.at)


def _scores(context: CompileContext, node: Node) -> Scores:
    """The point map that a node names last. In 0.5 it is empty until it is set."""
    points = node.parts[-1]
    name = str(points.parts[1].parts[0]) if points.op == "points" else str(points.parts[-1])
    unset = Points((), context.plan.attributes) if context.is_new else None
    return Scores(compile_value(context, points), name, unset, node.at)


def _score(context: CompileContext, node: Node) -> Function:
    return Score(compile_value(context, node.parts[0]), _scores(context, node))


def _sum(context: CompileContext, node: Node) -> Function:
    return Sum(compile_value(context, node.parts[0]), _scores(context, node))


def _best(context: CompileContext, node: Node) -> Function:
    sign = 1 if node.op == "max" else -1
    return Best(sign, compile_value(context, node.parts[0]), _scores(context, node))


def _tuples(context: CompileContext, node: Node) -> Function:
    many, cards_in, _ = node.parts
    return Tuples(
        compile_value(context, many), compile_value(context, cards_in), _scores(context, node)
    )


def _sort(context: CompileContext, node: Node) -> Function:
    return sets.Sorted(compile_value(context, node.parts[0]), _scores(context, node), node.at)


def _runs(context: CompileContext, node: Node) -> Function:
    which, least, cards_in, _ = node.parts
    made = groupings.Runs if node.op == "runs" else groupings.RunWithEnd
    return made(
        which in ("largest", "top"),
        compile_value(context, least),
        compile_value(context, cards_in),
        _scores(context, node),
        node.at,
    )


# Cards


def _card(context: CompileContext, node: Node) -> Function:
    where, cards_in = node.parts[0], compile_value(context, node.parts[1])
    index = compile_index(context, where)
    return cards.Top(cards_in) if index is None else cards.CardAt(index, cards_in)


def _actual(context: CompileContext, node: Node) -> Function:
    return cards.Actual(compile_value(context, node.parts[0]))


def _attribute(context: CompileContext, node: Node) -> Function:
    key, card = node.parts[0], compile_value(context, node.parts[1])
    attributes = context.plan.attributes
    if key.op != "name":
        return cards.NamedAttribute(compile_value(context, key), attributes, card)
    return cards.Attribute(_column(context, key.parts[0]), card)


def _column(context: CompileContext, key: str) -> list[str]:
    """The value of an attribute for each face."""
    return [face.get(key, "") for face in context.plan.attributes]


# Players and teams


def _player_in_turn(context: CompileContext, node: Node) -> Function:
    return seats.PlayerInTurn(node.op.split("_")[0])


def _team_in_turn(context: CompileContext, node: Node) -> Function:
    return seats.TeamInTurn(node.op.split("_")[0])


def _numbered_seat(context: CompileContext, node: Node) -> Function:
    return seats.Numbered(node.type == TEAM, compile_value(context, node.parts[0]), node.at)


def _team_of(context: CompileContext, node: Node) -> Function:
    return seats.TeamOf(compile_value(context, node.parts[0]))


def _owner(context: CompileContext, node: Node) -> Function:
    return seats.Owner(compile_value(context, node.parts[0]), context.plan.owners, node.at)


def _everybody(context: CompileContext, node: Node) -> Function:
    which, who = node.op.split("_")
    return seats.All(who == TEAM, which == "other")


# Collections


def _row(context: CompileContext, node: Node) -> Function:
    return places.Row(_all(context, node.parts[0]))


def _range(context: CompileContext, node: Node) -> Function:
    first, last = _all(context, node.parts)
    return places.Range(first, last, node.at)


def _filter(context: CompileContext, node: Node) -> Function:
    loop = _loop(context, node)
    if match := _match(context, node):
        return MatchingCards(loop[0], match, node.at)
    return places.Filter(*loop, node.at)


def _places(context: CompileContext, node: Node) -> Function:
    return places.Each(*_loop(context, node), node.op == "groups_of_each", node.at)


def _union(context: CompileContext, node: Node) -> Function:
    parts = node.parts[0]
    return places.Union(_all(context, parts), [part.type == PLACE + MANY for part in parts])


def _common(context: CompileContext, node: Node) -> Function:
    parts = node.parts[0]
    many = [part.type == PLACE + MANY for part in parts]
    return sets.CommonCards(node.op == "disjunction", _all(context, parts), many, node.at)


def _slice(context: CompileContext, node: Node) -> Function:
    end, many, cards_in = node.parts
    return sets.Slice(end == "top", compile_value(context, many), compile_value(context, cards_in))


def _partition(context: CompileContext, node: Node) -> Function:
    key, cards_in = _all(context, node.parts)
    return groupings.Partition(key, context.plan.attributes, cards_in, node.at)


def _subsets(context: CompileContext, node: Node) -> Function:
    return groupings.Subsets(compile_value(context, node.parts[0]), node.at)


def _group(context: CompileContext, node: Node) -> Function:
    where, groups = node.parts
    return places.Chosen(compile_index(context, where), compile_value(context, groups))


# Places


def _place(context: CompileContext, node: Node) -> Function:
    owner, kind, name = node.parts
    return _spot(context, owner, kind, name, context.plan.rows)


def _spot(context: CompileContext, owner: Node, kind: str, name: Node, rows: Rows) -> Function:
    """The number of a place or of a store."""
    owners = context.plan.owners
    first = {"game": 0, PLAYER: 1}.get(owner.type, 1 + context.plan.players)
    who = None if owner.op == "game" else compile_value(context, owner)
    if name.op == "new":
        numbers = [rows[kind, text] * owners for text in context.plan.possible_names(name)]
        return places.NewPlace(numbers, first, who, name.at)
    if name.op == "name":
        return places.Place(rows[kind, name.parts[0]] * owners + first, who)
    bases = {text: row * owners for (one, text), row in rows.items() if one == kind}
    return places.NamedPlace(bases, first, who, compile_value(context, name), name.at)


VALUES: dict[str, Callable[[CompileContext, Node], Function]] = {
    "actual": _actual,
    "all": _quantifier,
    "all_player": _everybody,
    "all_team": _everybody,
    "and": _and,
    "any": _quantifier,
    "arithmetic": _arithmetic,
    "card": _card,
    "cardatt": _attribute,
    "compare": _compare,
    "current_player": _player_in_turn,
    "current_team": _team_in_turn,
    "disjunction": _common,
    "filter": _filter,
    "group": _group,
    "groups_of_each": _places,
    "intersect": _common,
    "max": _best,
    "min": _best,
    "name": _name,
    "name_of_number": _name_of_number,
    "next_player": _player_in_turn,
    "next_team": _team_in_turn,
    "not": _not,
    "number": _number,
    "numbered_player": _numbered_seat,
    "numbered_team": _numbered_seat,
    "or": _or,
    "other_player": _everybody,
    "other_team": _everybody,
    "owner": _owner,
    "partition": _partition,
    "place": _place,
    "places": _places,
    "points": _points,
    "previous_player": _player_in_turn,
    "previous_team": _team_in_turn,
    "random": _random,
    "range": _range,
    "row": _row,
    "run": _runs,
    "runs": _runs,
    "score": _score,
    "series": _series,
    "size": _size,
    "slice": _slice,
    "sort": _sort,
    "store": _stored_number,
    "stored_text": _stored_text,
    "subsets": _subsets,
    "sum": _sum,
    "team_of": _team_of,
    "total": _total,
    "tuples": _tuples,
    "union": _union,
    "variable": _variable,
}
