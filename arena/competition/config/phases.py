"""The phases in competition.toml: each is read with the keys of its kind, and checked."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from arena.bots.bot import check_plays
from arena.common.errors import ArenaError
from arena.common.toml.lines import Where
from arena.common.toml.mistakes import Mistakes, read_values
from arena.competition.config.fields import EVERY_PHASE, OF_KIND, OPEN_LADDER, PHASE, SHOWN
from arena.competition.config.house import house_bot
from arena.competition.config.settings import FIELDS, HouseBot, Phase
from arena.schedule.round_robin import MOST_GROUPS, groups
from arena.standings.tiebreaks import TIEBREAKS
from Game.core.game import Game
from Game.core.options import nearest

FOR_TWO = ("knockout", "swiss", "ladder", OPEN_LADDER)
FOR_MORE = ("tables",)
AMONG_TEAMS = (*FOR_TWO, *FOR_MORE, "round-robin")  # all but those against house bots


def misfit(kind: str, game: Game) -> str:
    """Why this game cannot have a phase of this kind; empty if it can."""
    sides = len(game.sides)
    if kind in FOR_TWO and sides != 2:
        return (
            f"{kind!r} is for two sides, and {game.title} has {sides} sides with these options: "
            f"take 'tables' or 'round-robin'"
        )
    if kind in FOR_MORE and sides < 3:
        return (
            f"{kind!r} is for three or more, each for itself, and {game.title} has {sides} sides "
            f"with these options: take 'round-robin' or 'swiss', or another game (arena games)"
        )
    return ""


def read_phases(
    mistakes: Mistakes,
    tables: Sequence[Mapping[str, Any]],
    game: Game | None,
    teams: Mapping[str, Any],
) -> list[Phase]:
    phases: list[Phase] = []
    for number, table in enumerate(tables):
        where = ("phase", number)
        values = _read_phase(mistakes, table, where)
        _check_names(mistakes, values, phases, where)
        _check_dates(mistakes, values, where)
        _check_source(mistakes, values, phases, where)
        if game is not None and "kind" in values:
            _check_fit(mistakes, values, game, phases, teams, where)
        values["house"] = _read_house(mistakes, values.get("house", ()), game, where)
        _check_tiebreaks(mistakes, values.get("tiebreaks", ()), where)
        fields = {FIELDS.get(key, key): value for key, value in values.items()}
        phases.append(Phase(**{"name": "", "kind": ""} | fields))
    return phases


def _read_phase(mistakes: Mistakes, table: Mapping[str, Any], where: Where) -> dict[str, Any]:
    """The values of a phase, with the keys that its kind has."""
    kind = table.get("kind")
    if not isinstance(kind, str) or kind not in OF_KIND:
        # Which keys a phase must have depends on its kind.
        return read_values(
            mistakes, table, {k: v for k, v in PHASE.items() if k in (*table, "kind")}, where
        )
    own = (*EVERY_PHASE, *SHOWN, *OF_KIND[kind])
    rest = dict(table)
    for name in table:
        if name in PHASE and name not in own:
            del rest[name]
            mistakes.add(
                (*where, name),
                f"a phase of kind {kind!r} does not have this, only {', '.join(own)}",
            )
    return read_values(mistakes, rest, {name: PHASE[name] for name in own}, where)


def _check_names(
    mistakes: Mistakes, values: Mapping[str, Any], earlier: Sequence[Phase], where: Where
) -> None:
    name, source = values.get("name", ""), values.get("from", "")
    before = [phase.name for phase in earlier]
    if name and name.casefold() in [each.casefold() for each in before]:
        mistakes.add((*where, "name"), f"{name!r} is the name of an earlier phase: take another")
    if source and source not in before:
        mistakes.add(
            (*where, "from"),
            f"{source[:60]!r} is not an earlier phase. {nearest(source[:60], before)}",
        )


def _check_dates(mistakes: Mistakes, values: Mapping[str, Any], where: Where) -> None:
    opens, deadline = values.get("opens"), values.get("deadline")
    if opens and deadline and deadline <= opens:
        mistakes.add(
            (*where, "deadline"),
            f"nobody could hand in anything: the deadline {deadline} is not after {opens}, "
            f"when the phase opens",
        )


def _check_source(
    mistakes: Mistakes, values: Mapping[str, Any], earlier: Sequence[Phase], where: Where
) -> None:
    """Note what does not fit the phase from which the teams come."""
    source = next((phase for phase in earlier if phase.name == values.get("from")), None)
    if source is None:
        return
    if deadline := values.get("deadline"):
        _check_order(mistakes, deadline, source, earlier, where)
    if source.top == 1 and values.get("kind") in AMONG_TEAMS:
        mistakes.add(
            (*where, "from"),
            f"only 1 team goes on from {source.name} (top = 1), and in this phase teams play each "
            f"other: let at least 2 go on",
        )


def _check_order(
    mistakes: Mistakes,
    deadline: datetime,
    source: Phase | None,
    earlier: Sequence[Phase],
    where: Where,
) -> None:
    """Note a mistake if the phases from which the teams come cannot be over by the deadline."""
    while source is not None:
        order = ""
        if source.deadline and deadline < source.deadline:
            order = f"before the deadline of {source.name}, {source.deadline}"
        elif source.opens and deadline <= source.opens:
            order = f"not after the opening of {source.name}, {source.opens}"
        if order:
            mistakes.add(
                (*where, "deadline"),
                f"{deadline} is {order}, from which the teams come: take a later date",
            )
            return
        source = next((phase for phase in earlier if phase.name == source.source), None)


def _check_fit(
    mistakes: Mistakes,
    values: Mapping[str, Any],
    game: Game,
    earlier: Sequence[Phase],
    teams: Mapping[str, Any],
    where: Where,
) -> None:
    """Note a mistake if the phase does not fit the game or the number of teams."""
    sides = len(game.sides)
    sentence = misfit(values["kind"], game)
    if sentence:
        mistakes.add((*where, "kind"), sentence)
    elif values["kind"] == "round-robin" and sides > 2:
        entrants = 0 if teams.get("open", True) else len(teams.get("names", ()))
        if values.get("from"):
            entrants = next((p.top or 0 for p in earlier if p.name == values["from"]), 0)
        tables = groups(entrants, sides)
        if tables > MOST_GROUPS:
            mistakes.add(
                (*where, "kind"),
                f"{entrants} teams make {tables:,} tables of {sides}, and 'round-robin' plays "
                f"at most {MOST_GROUPS:,}: take 'tables'",
            )


def _read_house(
    mistakes: Mistakes, written: Sequence[str], game: Game | None, where: Where
) -> tuple[HouseBot, ...]:
    if not written and (*where, "house") in mistakes.lines:
        mistakes.add((*where, "house"), "a house bot is needed here, such as 'greedy'")
    bots: list[HouseBot] = []
    earlier: dict[tuple[str, str], str] = {}
    for number, spec in enumerate(written):
        here = (*where, "house", number)
        try:
            bot = house_bot(mistakes.path.parent, spec)
            if game is not None:
                check_plays(bot, game.name)
        except ArenaError as error:
            mistakes.add(here, str(error))
            continue
        twin = earlier.get((bot.sha256, bot.variant))
        if twin is not None:  # their games would be the same games
            mistakes.add(here, f"{spec!r} is the same bot as {twin!r}: leave one out")
        elif not bot.on_the_clock:
            mistakes.add(here, f"{spec!r} is a person, who cannot play all these games: take a bot")
        earlier[bot.sha256, bot.variant] = spec
        bots.append(HouseBot(spec, bot.spec, bot.sha256))
    return tuple(bots)


def _check_tiebreaks(mistakes: Mistakes, words: Sequence[str], where: Where) -> None:
    for number, word in enumerate(words):
        here = (*where, "tiebreaks", number)
        if word not in TIEBREAKS:
            hint = nearest(word[:60], list(TIEBREAKS))
            mistakes.add(here, f"there is no tie-break {word[:60]!r}. {hint}")
        elif word in words[:number]:
            mistakes.add(here, f"{word!r} is there twice: drop one")
        elif word == "lot" and number < len(words) - 1:
            mistakes.add(here, "after the lot nothing is left to decide: put it last")
