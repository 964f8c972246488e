"""A run: bots, a game, a schedule and terms, checked and ready to be played."""

import secrets
import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import UnionType
from typing import Any

from arena.bots.bot import Bot, seed_labels, with_distinct_names
from arena.common.errors import ArenaError
from arena.match.people import NO_PEOPLE, People
from arena.match.play import GameSetup, Terms
from arena.replay.record import BotEntry
from arena.sandbox.host.packages import ALLOWED, installed_packages
from arena.sandbox.isolation import Isolation
from arena.sandbox.levels import AUTO, is_strange, levels_for
from arena.schedule.fixtures import Fixture, all_pairs, around, match
from Game.core.game import Game
from Game.core.keys import master_key

SEEDS = 10**15  # possible seeds: too many for a bot to try, and exact in any JSON reader
GUESSED = 12  # characters; a bot could try all shorter seeds
GAMES = 100  # of a match, if the user names no number
MOST_GAMES = 1_000_000  # in one match; more is a typing error
LONGEST_BUDGET = 3600.0


def _refuse_other_than(kinds: UnionType | type[int], value: object) -> None:
    """Refuse a value of another type: a script may pass anything."""
    if not isinstance(value, kinds):
        raise ArenaError(
            f"{value!r} is not a number: n_matches and budget need a number, without quotes"
        )


@dataclass(frozen=True)
class RunOptions:
    """The user's choices about how the games of a run are played."""

    seed: str | None = None  # None: a random one
    isolation: str = AUTO
    budget: float = 1.0  # seconds for each move
    clock: bool = True  # enforce the budget
    strict: bool = False  # stop at the first fault
    packages: Sequence[str] = ALLOWED  # installed packages that the bots may import
    trusted: bool = False  # the bots may do everything that the user may do
    partner: Bot | None = None  # plays the other seats of a person's side
    deals: Sequence[Mapping[str, Any]] = ()  # played instead of random ones, each in all seatings

    def __post_init__(self) -> None:
        _refuse_other_than(int | float, self.budget)
        if not 0 < self.budget <= LONGEST_BUDGET:
            raise ArenaError(
                f"A budget of {self.budget:g} s is not possible: "
                f"give more than 0, and at most an hour"
            )
        if self.seed is not None and not self.seed.isascii() and "\\ud" in ascii(self.seed):
            raise ArenaError(f"The seed {self.seed!a} is not valid text: use letters and digits")


DEFAULTS = RunOptions()


@dataclass(frozen=True)
class Run:
    game: Game
    bots: Sequence[Bot]
    levels: Sequence[str]  # the isolation level of each bot
    entries: Sequence[BotEntry]  # the bots as the records name them
    games: int  # of each match
    fixtures: Sequence[Fixture]
    terms: Terms
    seed: str
    seed_labels: Sequence[str] = ()  # of the bots; if empty, their names in the records
    untimed: frozenset[int] = frozenset()  # the bots that may think without a limit
    people: People = NO_PEOPLE

    @property
    def entrants(self) -> Sequence[BotEntry]:
        """The bots that count as entrants: all except the partner of a person."""
        return [entry for bot, entry in enumerate(self.entries) if bot != self.people.partner]

    @property
    def setup(self) -> GameSetup:
        """The conditions that all games share."""
        return GameSetup(self.game, self.entries, self.terms, self.seed_labels, self.people)

    @property
    def has_person(self) -> bool:
        """Does a person play?"""
        return bool(self.people.persons)


def remark_on_seed(seed: str | None, bots: Sequence[Bot]) -> str:
    """A warning about the user's seed; empty if no bot could profit from it."""
    if seed is None or len(seed) >= GUESSED or not any(map(is_strange, bots)):
        return ""
    return (
        f"a bot from a file could guess the seed {seed} and then know all cards. For a match that "
        f"counts, leave out --seed, or give at least {GUESSED} characters that nobody can guess"
    )


def new_match(game: Game, bots: Sequence[Bot], games: int, options: RunOptions = DEFAULTS) -> Run:
    """A match of so many games between the bots."""
    _check(bots, games, example="play mine.py random")
    sides = len(game.sides)
    if len(bots) > sides:
        raise ArenaError(
            f"{game.title} has room for {sides} bots, not {len(bots)}. "
            f"To let each bot play each other: arena league {shlex.join(bot.spec for bot in bots)}"
        )
    _check_deals(games, len(bots), sides, options)
    return _new_run(game, bots, games, match(range(len(bots)), sides, games), options)


def new_league(game: Game, bots: Sequence[Bot], games: int, options: RunOptions = DEFAULTS) -> Run:
    """A match of so many games between each two of the bots."""
    _check(bots, games, example="league mine.py random osla")
    _check_deals(games, 2, len(game.sides), options)
    return _new_run(game, bots, games, all_pairs(len(bots), len(game.sides), games), options)


def _new_run(
    game: Game, bots: Sequence[Bot], games: int, fixtures: Iterable[Fixture], options: RunOptions
) -> Run:
    partner = options.partner
    people = People(
        frozenset([number for number, bot in enumerate(bots) if not bot.on_the_clock]),
        None if partner is None else len(bots),
    )
    people.check(game, len(bots))
    bots = [*bots, *([partner] if partner else [])]
    seed = random_seed() if options.seed is None else options.seed
    installed = installed_packages(options.packages)
    for bot in bots:
        bot.code.check_packages(installed, bot.path)
    levels = levels_for(options.isolation, bots, options.trusted)
    with Isolation(installed) as place:
        bots = [place.with_name(level, bot, game) for level, bot in zip(levels, bots, strict=True)]
    names = with_distinct_names(list(bots))
    return Run(
        game=game,
        bots=bots,
        entries=[
            BotEntry(name, bot.spec, bot.sha256, bot.variant, level)
            for name, bot, level in zip(names, bots, levels, strict=True)
        ],
        games=games,
        levels=levels,
        fixtures=list(people.one_side_each(fixtures) if people.persons else fixtures),
        terms=Terms(
            master=master_key(seed),
            isolation="+".join(sorted(set(levels))),
            budget=options.budget,
            clock=options.clock,
            strict=options.strict,
            packages=installed,
            deals=tuple(options.deals),
        ),
        seed=seed,
        seed_labels=seed_labels(list(bots)),
        people=people,
    )


def _check(bots: Sequence[Bot], games: int, example: str) -> None:
    _refuse_other_than(int, games)
    if not 1 <= games <= MOST_GAMES:
        raise ArenaError(f"{games} games are not possible: -n takes 1 to {MOST_GAMES:,}")
    if len(bots) < 2:
        raise ArenaError(f"A match needs at least two bots, for example: arena {example}")


def _check_deals(games: int, bots: int, sides: int, options: RunOptions) -> None:
    """Refuse more games than the given deals are enough for."""
    deals = len(options.deals)
    most = games_on_deals(deals, bots, sides)
    if deals and games > most:
        given = "1 deal is" if deals == 1 else f"{deals} deals are"
        raise ArenaError(f"{given} enough for {most} games, not {games}: lower -n, or leave it out")


def random_seed() -> str:
    """A seed that nobody can guess."""
    return str(secrets.randbelow(SEEDS))


def games_on_deals(deals: int, bots: int, sides: int) -> int:
    """The number of games in a match between so many bots, with each deal in all seatings."""
    return deals * len(around(range(bots), sides))
