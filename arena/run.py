"""A run: some bots, a game, a schedule and the terms, ready to be played."""

import secrets
import shlex
from collections.abc import Sequence
from dataclasses import dataclass

from arena.bots import Bot, with_distinct_names
from arena.errors import ArenaError
from arena.replay.record import BotEntry
from arena.schedule.fixtures import Fixture, all_pairs, match
from arena.table import Terms
from Game.core.game import Game
from Game.core.keys import master_key

MOST_GAMES = 1_000_000  # in one match; more is a typing error, or a competition
LONGEST_BUDGET = 3600.0


@dataclass(frozen=True)
class Run:
    game: Game
    bots: Sequence[Bot]
    entries: Sequence[BotEntry]  # the bots as the records name them
    games: int  # of each match
    fixtures: Sequence[Fixture]
    terms: Terms
    seed: str

    @property
    def has_person(self) -> bool:
        """Is somebody at the keyboard?"""
        return not all(bot.on_the_clock for bot in self.bots)


def new_run(
    game: Game,
    bots: Sequence[Bot],
    games: int,
    *,
    league: bool = False,
    seed: str | None = None,
    isolation: str = "inprocess",
    budget: float = 1.0,
    clock: bool = True,
    strict: bool = False,
) -> Run:
    """A match between the bots, or with `league` one between any two of them."""
    sides = len(game.sides)
    if not 1 <= games <= MOST_GAMES:
        raise ArenaError(f"{games} games cannot be played: -n takes 1 to {MOST_GAMES:,}")
    if not 0 < budget <= LONGEST_BUDGET:
        raise ArenaError(
            f"A budget of {budget:g} s cannot be kept: take more than 0, and at most an hour"
        )
    if len(bots) < 2:
        command = "league mine.py random osla" if league else "play mine.py random"
        raise ArenaError(f"It takes at least two bots: arena {command}")
    if not league and len(bots) > sides:
        raise ArenaError(
            f"{game.title} has room for {sides} bots, not {len(bots)}. "
            f"To let each play each: arena league {shlex.join(bot.spec for bot in bots)}"
        )
    seed = str(secrets.randbelow(10**9)) if seed is None else seed
    if not seed.isascii() and "\\ud" in ascii(seed):
        raise ArenaError(f"The seed {seed!a} is no text: take letters and digits")
    names = with_distinct_names(list(bots))
    schedule = (
        all_pairs(len(bots), sides, games) if league else match(range(len(bots)), sides, games)
    )
    return Run(
        game=game,
        bots=bots,
        entries=[
            BotEntry(name, bot.spec, bot.sha256, bot.variant)
            for name, bot in zip(names, bots, strict=True)
        ],
        games=games,
        fixtures=list(schedule),
        terms=Terms(master_key(seed), isolation, budget, clock, strict),
        seed=seed,
    )
