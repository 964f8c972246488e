"""How a match begins: from the options of its command, or from a saved run that continues."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click
import msgspec
from click.core import ParameterSource

from arena.bots.bot import Bot
from arena.bots.bot import find as find_bot
from arena.cli import fail
from arena.cli.own_files import trust
from arena.common.errors import ArenaError, BotError
from arena.common.games import game_of, is_game
from arena.match.run import (
    GAMES,
    Run,
    RunOptions,
    games_on_deals,
    new_league,
    new_match,
    random_seed,
)
from arena.replay.deals import read_deals
from arena.standings.sequential import LIMIT
from arena.store.runs import RunSettings, SequentialSettings
from Game.core.game import Game
from Game.registry import DEFAULT_GAME
from Game.registry import find as find_game

# The other options of a match belong to the run, and cannot change when it continues.
MAY_CHANGE = ("games", "workers", "on", "keys", "strict", "wire_log", "show_output", "as_json",
              "resume", "until_decided", "elo0", "elo1", "alpha", "beta")  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class BotOptions:
    """The options that say how bots play."""

    budget: float
    isolation: str
    trusted: bool
    packages: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class MatchOptions(BotOptions):
    """The command line of a match: one field for each option."""

    bots: Sequence[str]
    games: int | None
    game: str | None
    options: Sequence[str]
    seed: str | None
    no_clock: bool
    workers: int
    on: str | None
    keys: Path | None
    partner: str | None
    strict: bool
    deals: Path | None
    resume: str | None
    save: Path | None
    wire_log: Path | None
    show_output: bool
    dialect: str | None
    as_first_engine: bool
    as_json: bool
    test: SequentialSettings | None = None  # of --until-decided


def begin(command: str, options: MatchOptions) -> tuple[RunSettings, Run]:
    """A new match, and its settings."""
    words, word = options.bots, options.game
    if not words:
        raise click.UsageError("Missing argument '[GAME] BOT BOT...'.", click.get_current_context())
    if is_game(words[0]):
        if word is not None:
            raise ArenaError(f"{words[0]} is a game, and --game also names one: remove one of them")
        words, word = words[1:], words[0]
    game = game_of(
        DEFAULT_GAME if word is None else word,
        parse_options(options.options),
        as_first_engine=options.as_first_engine,
        dialect=options.dialect,
    )
    bots = [find_bot(each) for each in words]
    partner = [find_bot(options.partner)] if options.partner else []
    options = replace(options, trusted=trust(options.trusted, options.isolation, [*bots, *partner]))
    deals = read_deals(options.deals, game) if options.deals else []
    games = options.games
    if games is None and deals:
        players = 2 if command == "league" else len(bots)
        games = games_on_deals(len(deals), players, len(game.sides))
    settings = settings_of(
        command,
        game,
        bots,
        options,
        games=(LIMIT if options.test else GAMES) if games is None else games,
        seed=random_seed() if options.seed is None else options.seed,
        clock=not options.no_clock,
        partner=options.partner or "",
        deals=deals,
        test=options.test,
    )
    return settings, run_of(settings, game, bots, options.strict)


def settings_of(
    command: str, game: Game, bots: Sequence[Bot], options: BotOptions, **others: Any
) -> RunSettings:
    """The settings of a new run."""
    return RunSettings(
        command=command,
        game=game.name,
        options=game.chosen,
        bots=[bot.spec for bot in bots],
        hashes=[bot.sha256 for bot in bots],
        budget=options.budget,
        isolation=options.isolation,
        trusted=options.trusted,
        packages=list(options.packages),
        **others,
    )


def resume(command: str, options: MatchOptions, before: RunSettings) -> tuple[RunSettings, Run]:
    """The match of a saved run, and its settings. It may get more games or another test."""
    name = options.resume
    if before.command != command:
        raise ArenaError(
            f"{name} is a run of `arena {before.command}`: {how_to_go_on(str(name), before)}"
        )
    _check_options(str(name))
    games, test = options.games, options.test or before.test
    if games is None:
        games = before.games
        if options.test and not before.deals:
            games = max(before.games, LIMIT)
    bots = [find_bot(spec) for spec in before.bots]
    for bot, sha256 in zip(bots, before.hashes, strict=True):
        if bot.sha256 != sha256:
            raise ArenaError(
                f"{bot.path} has changed since {name} began, but the old version played its games. "
                f"Start a new match, without --resume"
            )
    settings = msgspec.structs.replace(before, games=games, test=test)
    game = find_game(before.game)(**before.options)
    return settings, run_of(settings, game, bots, options.strict)


def run_of(settings: RunSettings, game: Game, bots: Sequence[Bot], strict: bool) -> Run:
    """The match with these settings. If a bot cannot be loaded, the command ends."""
    try:
        new = new_match if settings.command == "play" else new_league
        return new(
            game,
            bots,
            settings.games,
            RunOptions(
                seed=settings.seed,
                isolation=settings.isolation,
                budget=settings.budget,
                clock=settings.clock,
                strict=strict,
                packages=settings.packages,
                trusted=settings.trusted,
                partner=find_bot(settings.partner) if settings.partner else None,
                deals=settings.deals,
            ),
        )
    except BotError as error:
        if not error.lines:
            raise
        stop = "" if str(error).endswith("?") else "."
        hint = f"{stop} To see its traceback, add --strict"
        fail(f"{error}\n{error.lines}" if strict else f"{error}{hint}", 2)


def how_to_go_on(name: str, settings: RunSettings) -> str:
    """The command that continues a run."""
    if settings.command == "gym":
        return f"arena gym {settings.bots[0]}"
    return f"arena {settings.command} --resume {name}"


def _check_options(name: str) -> None:
    """Refuse options that the saved run sets."""
    context = click.get_current_context()
    for parameter in context.command.params:
        assert parameter.name is not None
        source = context.get_parameter_source(parameter.name)
        if source is ParameterSource.COMMANDLINE and parameter.name not in MAY_CHANGE:
            word = parameter.opts[-1] if isinstance(parameter, click.Option) else "the bots"
            raise ArenaError(
                f"--resume {name} uses the bots and options of {name}: leave out {word}"
            )


def parse_options(options: Sequence[str]) -> dict[str, str]:
    """The options of a game, from texts such as `name=value`."""
    chosen = {}
    for text in options:
        name, equals, value = text.partition("=")
        if not equals:
            raise ArenaError(f"--option {text} has no value: write --option {text}=VALUE")
        chosen[name.strip()] = value.strip()
    return chosen
