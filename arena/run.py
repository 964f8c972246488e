"""A run: some bots, a game, a schedule and the terms, ready to be played."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from arena.bots import Bot, with_distinct_names
from arena.errors import ArenaError
from arena.replay.record import BotEntry
from arena.schedule.fixtures import Fixture, all_pairs, match
from arena.table import Terms
from Game.core.game import Game
from Game.core.keys import master_key


@dataclass(frozen=True)
class Run:
    game: Game
    bots: Sequence[Bot]
    entries: Sequence[BotEntry]  # the bots as the records name them
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
    if games < 1:
        raise ArenaError(f"{games} games cannot be played: -n takes 1 or more")
    if not budget > 0:
        raise ArenaError(f"A budget of {budget:g} s leaves no time to think: take more than 0")
    if len(bots) < 2:
        raise ArenaError("It takes at least two bots: arena play mine.py random")
    if not league and len(bots) > sides:
        raise ArenaError(
            f"{game.title} has room for {sides} bots, not {len(bots)}. "
            f"To let each play each: arena league {' '.join(bot.spec for bot in bots)}"
        )
    seed = str(secrets.randbelow(10**9)) if seed is None else seed
    names = with_distinct_names(list(bots))
    schedule = all_pairs(len(bots), sides, games) if league else match(range(len(bots)), sides, games)
    return Run(
        game=game,
        bots=bots,
        entries=[
            BotEntry(name, bot.spec, bot.sha256) for name, bot in zip(names, bots, strict=True)
        ],
        fixtures=list(schedule),
        terms=Terms(master_key(seed), isolation, budget, clock, strict),
        seed=seed,
    )
