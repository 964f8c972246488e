"""A run: bots, a game, a schedule and terms, checked and ready to be played."""

import secrets
import shlex
from collections.abc import Sequence
from dataclasses import dataclass

from arena.bots.bot import Bot, seed_labels, with_distinct_names
from arena.common.errors import ArenaError
from arena.match.play import Terms
from arena.replay.record import BotEntry
from arena.sandbox.host.packages import ALLOWED, installed_packages
from arena.sandbox.isolation import Isolation
from arena.sandbox.levels import AUTO, is_strange, levels_for
from arena.schedule.fixtures import Fixture, all_pairs, match
from Game.core.game import Game
from Game.core.keys import master_key

SEEDS = 10**15  # possible seeds: too many for a bot to try, and exact in any JSON reader
GUESSED = 12  # characters; a bot could try all shorter seeds
MOST_GAMES = 1_000_000  # in one match; more is a typing error
LONGEST_BUDGET = 3600.0


@dataclass(frozen=True)
class Run:
    game: Game
    bots: Sequence[Bot]
    levels: Sequence[str]  # of isolation, for each of the bots
    entries: Sequence[BotEntry]  # the bots as the records name them
    games: int  # of each match
    fixtures: Sequence[Fixture]
    terms: Terms
    seed: str
    seed_labels: Sequence[str] = ()  # of the bots, where they are not their names in records

    @property
    def has_person(self) -> bool:
        """Does a person play?"""
        return not all(bot.on_the_clock for bot in self.bots)


def remark_on_seed(seed: str | None, bots: Sequence[Bot]) -> str:
    """A warning about the user's seed; empty if no bot could profit from it."""
    if seed is None or len(seed) >= GUESSED or not any(map(is_strange, bots)):
        return ""
    return (
        f"a bot from a file could guess the seed {seed} and then know all cards. For a match that "
        f"counts, leave out --seed, or give at least {GUESSED} characters that nobody can guess"
    )


def new_run(
    game: Game,
    bots: Sequence[Bot],
    games: int,
    *,
    league: bool = False,
    seed: str | None = None,
    isolation: str = AUTO,
    budget: float = 1.0,
    clock: bool = True,
    strict: bool = False,
    packages: Sequence[str] = ALLOWED,
    trusted: bool = False,
) -> Run:
    """A match between the bots. With `league`, a match between each two of them.

    `trusted`: the user allows the bots to do everything that the user may do.
    """
    sides = len(game.sides)
    for value, kinds in ((games, int), (budget, int | float)):  # in a script, they may be anything
        if not isinstance(value, kinds):
            raise ArenaError(
                f"{value!r} is not a number: n_matches and budget need a number, without quotes"
            )
    if not 1 <= games <= MOST_GAMES:
        raise ArenaError(f"{games} games are not possible: -n takes 1 to {MOST_GAMES:,}")
    if not 0 < budget <= LONGEST_BUDGET:
        raise ArenaError(
            f"A budget of {budget:g} s is not possible: give more than 0, and at most an hour"
        )
    if len(bots) < 2:
        command = "league mine.py random osla" if league else "play mine.py random"
        raise ArenaError(f"A match needs at least two bots, for example: arena {command}")
    if not league and len(bots) > sides:
        raise ArenaError(
            f"{game.title} has room for {sides} bots, not {len(bots)}. "
            f"To let each bot play each other: arena league {shlex.join(bot.spec for bot in bots)}"
        )
    seed = str(secrets.randbelow(SEEDS)) if seed is None else seed
    if not seed.isascii() and "\\ud" in ascii(seed):
        raise ArenaError(f"The seed {seed!a} is not valid text: use letters and digits")
    installed = installed_packages(packages)
    for bot in bots:
        bot.code.check_packages(installed, bot.path)
    levels = levels_for(isolation, bots, trusted)
    with Isolation(installed) as place:
        bots = [place.named(level, bot, game) for level, bot in zip(levels, bots, strict=True)]
    names = with_distinct_names(list(bots))
    schedule = (
        all_pairs(len(bots), sides, games) if league else match(range(len(bots)), sides, games)
    )
    return Run(
        game=game,
        bots=bots,
        entries=[
            BotEntry(name, bot.spec, bot.sha256, bot.variant, level)
            for name, bot, level in zip(names, bots, levels, strict=True)
        ],
        games=games,
        levels=levels,
        fixtures=list(schedule),
        terms=Terms(
            master_key(seed), "+".join(sorted(set(levels))), budget, clock, strict, installed
        ),
        seed=seed,
        seed_labels=seed_labels(list(bots)),
    )
