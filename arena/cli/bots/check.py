"""`arena check`: a student runs the admission test on a bot."""

from pathlib import Path

import click

from arena.bots.bot import find
from arena.cli import fail, warn
from arena.cli.numbers import Within
from arena.cli.own_files import trust
from arena.cli.progress import ProgressBar, count_text, progress_bar, time_span
from arena.cli.shared_options import DIALECT, PACKAGES
from arena.common.errors import ArenaError
from arena.common.games import game_of
from arena.common.sizes import MIB, parse_size, size_text
from arena.guest.protocol.levels import BOXED, LEVELS
from arena.guest.protocol.safe_text import quote
from arena.match.admission import Conditions, examine
from arena.match.findings import TOLERANCE
from arena.match.hints import certain_mistake, with_hint
from arena.match.run import LONGEST_BUDGET
from arena.sandbox.levels import AUTO, TRUST, caution, levels_for, strongest

MOST_POSITIONS = 1_000_000


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--game",
    default="brisca",
    show_default=True,
    help="The game that the bot plays: a name from `arena games`, or a file *.rcy or *.gdl.",
)
@DIALECT
@click.option(
    "--budget",
    type=Within(0.0, LONGEST_BUDGET, above=True),
    default=1.0,
    show_default=True,
    metavar="SECONDS",
    help="Time to think for each move.",
)
@click.option(
    "--positions",
    type=Within(1, MOST_POSITIONS),
    default=500,
    show_default=True,
    metavar="N",
    help="Number of positions in which the bot has to move.",
)
@click.option(
    "--isolation",
    default=AUTO,
    show_default=True,
    metavar="LEVEL",
    help=f"The isolation of the bot: auto, or one of {', '.join(BOXED)}.",
)
@click.option(TRUST, "trusted", is_flag=True, help="Run the bot even if it cannot be isolated.")
@PACKAGES
@click.option("--show-output", is_flag=True, help="Show what the bot prints.")
@click.option(
    "--submission-size",
    "most",
    default=size_text(MIB),
    show_default=True,
    metavar="SIZE",
    help="The size that all files of the bot may have together.",
)
@click.option(
    "--tolerance",
    type=Within(0, 1000),
    default=TOLERANCE,
    show_default=True,
    metavar="N",
    help="Late moves in a thousand that are accepted.",
)
def check(
    file: Path,
    game: str,
    dialect: str | None,
    budget: float,
    positions: int,
    isolation: str,
    trusted: bool,
    packages: tuple[str, ...],
    show_output: bool,
    most: str,
    tolerance: int,
) -> None:
    """Test whether a bot may compete, with the same steps as a competition.

    Shows for each step whether the bot passes, and what to change if it does not. Ends with exit
    code 1 if a step fails.
    """
    bot = find(str(file))
    level = strongest(trust(trusted, isolation, [bot])) if isolation == AUTO else isolation
    levels_for(level, [])
    if not LEVELS[level].is_boxed:
        raise ArenaError(
            f"arena check runs a bot in a box, but the level {level} has no boxes: give "
            f"--isolation one of {', '.join(BOXED)}"
        )
    warn(caution(isolation, [level]))
    played = game_of(game, {}, dialect=dialect)
    size = parse_size(most)
    conditions = Conditions(played, level, budget, packages, size, tolerance, positions)
    bad = 0
    with progress_bar(file.name, positions, "positions", lines=True) as bar:
        bar.begin(file.name, positions)
        follower = _Follower(bar, conditions, show_output)
        mistake = certain_mistake(bot)
        for step in examine(bot, conditions, follower) if mistake is None else [mistake]:
            for line in with_hint(bot, step).lines():
                bar.say(line)
            bad += not step.ok
    if follower.has_unread:
        click.echo("The bot has printed something. To see it, add --show-output.")
    if bad:
        failed = "1 step has failed" if bad == 1 else f"{bad} steps have failed"
        fail(f"{file} is not ready: {failed}. Correct the bot and run this command again", 1)
    click.echo(f"Ready to be handed in. The bot was tested at isolation level {level}.")


class _Follower:
    """Shows how far the examination is, and what the bot prints."""

    def __init__(self, bar: ProgressBar, conditions: Conditions, shows_output: bool) -> None:
        self.has_unread = False
        self._bar = bar
        self._conditions = conditions
        self._shows_output = shows_output

    def note_loaded(self) -> None:
        positions, budget = self._conditions.positions, self._conditions.budget
        click.echo(
            f"Testing {count_text(positions, 'positions')}: this takes "
            f"{time_span(positions * budget)} if the bot uses its whole budget of {budget:g} s, "
            "and less if it is faster.",
            err=True,
        )

    def note_question(self) -> None:
        self._bar.advance()

    def note_output(self, text: str) -> None:
        if text and self._shows_output:
            self._bar.say(quote("The bot printed in a game:", text))
        self.has_unread |= bool(text) and not self._shows_output
