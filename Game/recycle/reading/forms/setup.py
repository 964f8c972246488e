"""Reads what the setup of a game creates: its players, its teams and its decks."""

from dataclasses import replace
from typing import Any

from Game.recycle.reading.context import ReadContext, is_word
from Game.recycle.reading.dialects import NEW
from Game.recycle.reading.forms.values import read_integer, read_real_place, read_typed
from Game.recycle.reading.limits import MOST_CARDS, MOST_PLAYERS
from Game.recycle.reading.nodes import ACTION, INTEGER, PLAYER, Node
from Game.recycle.reading.sexpr import Form, Item, Word

Attributes = tuple[tuple[str, str], ...]


def _read_constant(context: ReadContext, item: Item, wanted: str) -> int:
    """A number that is known before the game starts."""
    node = read_integer(context, item)
    if node.op == "number":
        return int(node.parts[0])
    if node.op == "variable" and node.parts[0] in context.numbers:
        return context.numbers[node.parts[0]]
    raise context.refusal(
        item.at, f"Expected {wanted}: a number, or a variable that `declare` makes one"
    )


def read_create_players(context: ReadContext, item: Item) -> Node:
    with context.inside(item, "`(create players N)`") as form:
        create, players, number = context.check_count(form, 3, "(create players N)")
        context.keyword(create, "create")
        context.keyword(players, "players")
        context.players = _read_constant(context, number, "how many players there are")
        context.players_variable = str(number)[2:-1]
        if context.asked_players == context.players:
            context.asked_players = 0
        if context.asked_players:
            context.players = context.asked_players
            if isinstance(number, Word) and number.text in context.variables:
                context.numbers[context.variables[number.text].slot] = context.players
        if not 1 <= context.players <= MOST_PLAYERS:
            raise context.refusal(
                number.at,
                f"A game has 1 to {MOST_PLAYERS} players, and this makes {context.players}",
            )
    return Node("create_players", ACTION, (context.players,), form.at)


# Teams


def teams_of_one(context: ReadContext, form: Form) -> Node:
    """For a setup without teams, and for other players than the text has teams for."""
    context.teams = tuple([(seat,) for seat in range(context.players)])
    return Node("create_teams", ACTION, (context.teams, context.players), form.at)


def read_create_teams(context: ReadContext, item: Item) -> Node:
    with context.inside(item, "`(create teams ...)`") as form:
        context.keyword(form.items[0], "create")
        if len(form.items) < 3:
            raise context.refusal(
                form.at, "Expected at least one team: `(create teams (0, 2) (1, 3))`"
            )
        context.keyword(form.items[1], "teams")
        if context.asked_players:
            return teams_of_one(context, form)
        teams: list[tuple[Any, ...]] = []
        team_of: dict[int, int] = {}
        for part in form.items[2:]:
            if not is_word(part, ","):
                _read_teams(context, part, teams, team_of)
        if any(isinstance(member, Node) for members in teams for member in members):
            return Node("create_teams", ACTION, (tuple(teams), len(teams)), form.at)
        in_text = len(teams)
        for seat in range(context.players):
            if seat not in team_of:
                if not context.is_new:
                    context.remark(
                        form.at, f"Player {seat} is put in no team, so it plays in one of its own."
                    )
                teams.append((seat,))
    made = tuple(teams)
    context.teams = max(context.teams, made, key=len) if context.teams else made
    return Node("create_teams", ACTION, (made, in_text), form.at)


def _read_teams(
    context: ReadContext, item: Item, teams: list[tuple[Any, ...]], team_of: dict[int, int]
) -> None:
    """Add a team, and those within its parentheses. `team_of` has the teams of the players."""
    members: list[Any] = []
    within: list[Item] = []
    with context.inside(item, "a team, such as `(0, 2)`") as form:
        for place, member in enumerate(form.items):
            if context.is_new and isinstance(member, Form) and _is_team(member):
                within.append(member)
            elif context.is_new and is_word(member, ","):
                continue
            elif place % 2 and not context.is_new:
                context.keyword(member, ",")
            else:
                members.append(_read_member(context, member, len(teams), team_of))
    if members or not within:
        teams.append(tuple(members))
    for inner in within:
        _read_teams(context, inner, teams, team_of)


def _is_team(form: Form) -> bool:
    """Is this a list of numbers or of lists, and not the form of a player?"""
    first = form.items[0]
    if isinstance(first, Form):
        return len(form.items) == 1 or is_word(form.items[1], ",") or _is_team(first)
    if len(form.items) > 1 and is_word(form.items[1], "player"):
        return False
    return first.kind in ("INTEGER", "VARIABLE")


def _read_member(
    context: ReadContext, member: Item, number: int, team_of: dict[int, int]
) -> int | Node:
    """A player of a team. In 0.5 it may be computed when the team is made."""
    if context.is_new:
        node = read_typed(context, member, INTEGER, PLAYER)
        if node.op != "number" and not (node.op == "variable" and node.parts[0] in context.numbers):
            return node
    seat = _read_constant(context, member, "the number of a player")
    if not 0 <= seat < context.players:
        raise context.refusal(
            member.at,
            f"There is no player {seat}: the {context.players} players are 0 to "
            f"{context.players - 1}",
        )
    if seat in team_of:
        raise context.refusal(
            member.at, f"Player {seat} is in team {team_of[seat]} already: take it out of one"
        )
    team_of[seat] = number
    return seat


# Decks


def _is_name(item: Item) -> bool:
    return isinstance(item, Word) and item.kind in ("NAME", "VARIABLE", "WORD")


def read_create_deck(context: ReadContext, form: Form) -> Node:
    items = list(form.items)
    if len(items) == 5 and (name := next((it for it in items[2:] if _is_name(it)), None)):
        if not context.is_new:
            raise context.only_in(name.at, "create deck NAME", NEW, "leave the name out")
        items.remove(name)  # the name of the deck, which nothing uses
    form = replace(form, items=tuple(items))
    _, _, storage, attributes = context.check_count(
        form, 4, "(create deck STORAGE (deck ATTRIBUTE ...))"
    )
    place = read_real_place(context, storage)
    with context.inside(attributes, "`(deck ATTRIBUTE ...)`") as deck:
        context.keyword(deck.items[0], "deck")
        if len(deck.items) < 2:
            raise context.refusal(
                deck.at, "A deck has at least one attribute: `(deck (RANK (ACE, KING)))`"
            )
        cards = _read_product(context, deck.items[1:])
    return Node("create_deck", ACTION, (place, tuple(cards)), form.at)


def _read_product(context: ReadContext, items: tuple[Item, ...]) -> list[Attributes]:
    """Every card that these attributes make together. The last attribute changes first."""
    cards: list[Attributes] = [()]
    for item in items:
        if is_word(item, ","):
            continue
        values = _read_attribute(context, item)
        cards = [card + more for card in cards for more in values]
        if len(cards) > MOST_CARDS:
            raise context.refusal(
                item.at, f"A deck has at most {MOST_CARDS} cards, and this makes more"
            )
    return cards


def _read_attribute(context: ReadContext, item: Item) -> list[Attributes]:
    """`(SUIT (HEARTS, CLUBS))`, or values that have attributes of their own."""
    made: list[Attributes] = []
    with context.inside(item, "an attribute, such as `(SUIT (HEARTS, CLUBS))`") as form:
        key, *parts = form.items
        if not isinstance(key, Word) or not (
            key.kind == "NAME" or (context.is_new and key.kind == "WORD")
        ):
            raise context.unexpected_item("the NAME of an attribute", key)
        context.names[key.text] = None
        if not parts:
            raise context.refusal(
                form.at, f"Expected the values of {key.text}: `({key.text} (A, B))`"
            )
        for part in parts:
            if not is_word(part, ","):
                made += _read_attribute_values(context, key.text, part)
    return made


def _read_attribute_values(context: ReadContext, key: str, item: Item) -> list[Attributes]:
    """`(A, B)`, each a value, or `(RED (SUIT (HEARTS)))`, one that has attributes."""
    made: list[Attributes] = []
    with context.inside(item, f"values of {key}, such as `(A, B)`") as form:
        nested = any(isinstance(one, Form) for one in form.items)
        for place, value in enumerate(form.items[: 1 if nested else None]):
            if place % 2:
                context.keyword(value, ",")
                continue
            kinds = ("NAME", "INTEGER", "WORD") if context.is_new else ("NAME", "INTEGER")
            if not isinstance(value, Word) or value.kind not in kinds:
                raise context.unexpected_item(f"a NAME, as a value of {key}", value)
            context.names[value.text] = None
            below = _read_product(context, form.items[1:]) if nested else [()]
            made += [((key, value.text), *more) for more in below]
    return made
