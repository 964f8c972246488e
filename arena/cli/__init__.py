"""The `arena` command: the only place that prints, and the only one that ends the program.

Exit codes: 0 all is well; 1 what was asked about is not (a replay that does not verify, a fault
under --strict); 2 the command was given something that it cannot use; 130 interrupted.
"""

import sys
from importlib import import_module
from typing import NoReturn

import click

from arena.cli.streams import UNWRITTEN, forget_output, prepare_streams
from arena.common.errors import ArenaError, StrictFault
from arena.common.version import __version__
from Game.core.refusal import Refusal

# Command -> where it is and its line in the help, so that the help loads none of them.
COMMANDS = {
    "new": ("arena.cli.bots.new:new", "Write a bot to start from."),
    "check": ("arena.cli.bots.check:check", "Say whether a bot may compete."),
    "play": ("arena.cli.games.play:play", "Play a match between bots."),
    "league": ("arena.cli.games.play:league", "Play a match between any two of the bots."),
    "init": ("arena.cli.cups.init:init", "Make the folder of a competition."),
    "replay": ("arena.cli.games.replay:replay", "Show, verify and convert saved games."),
    "watch": ("arena.cli.games.watch:watch", "Open saved games in the browser."),
    "repro": ("arena.cli.games.repro:repro", "Put a bot back where it was in a saved game."),
    "submit": ("arena.cli.cups.competition:submit", "Hand in a bot's file for a team."),
    "admit": ("arena.cli.cups.competition:admit", "Examine the files that were handed in."),
    "run": ("arena.cli.cups.competition:run", "Play what is missing of a competition."),
    "standings": ("arena.cli.cups.results:standings", "Show how a phase stands."),
    "publish": ("arena.cli.cups.results:publish", "Write what is published of a phase."),
    "reveal": ("arena.cli.cups.results:reveal", "Show the results of a phase that were sealed."),
    "certificates": (
        "arena.cli.cups.certificates:certificates",
        "Print the certificates of a phase.",
    ),
    "audit": ("arena.cli.cups.results:audit", "Play saved games again and compare."),
    "rebuild": ("arena.cli.cups.results:rebuild", "Make the list of games anew from the records."),
    "experiment": (
        "arena.cli.research.experiment:experiment",
        "Answer a question about games by playing many.",
    ),
    "analyse": ("arena.cli.research.analyse:analyse", "Measure what kind of game a game is."),
    "recycle": ("arena.cli.research.recycle:recycle", "Games described in the RECYCLE language."),
    "games": ("arena.cli.lists:games", "List the games and their options."),
    "bots": ("arena.cli.lists:bots", "List the bots of the house."),
    "sandbox": ("arena.cli.machine.sandbox:sandbox", "Prepare this machine for isolating bots."),
    "doctor": ("arena.cli.machine.doctor:doctor", "Say what works on this machine, and why not."),
}


class Arena(click.Group):
    """Loads a command only when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        module, _, attribute = COMMANDS[name][0].partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS:
            from Game.core.options import nearest

            raise ArenaError(
                f"There is no command {args[0]!r}. " + nearest(args[0], list(COMMANDS))
            )
        return super().resolve_command(ctx, args)


def fail(sentence: str, code: int) -> NoReturn:
    """End the program with a sentence on the error stream."""
    click.echo(f"arena: {sentence}", err=True)
    sys.exit(code)


def warn(sentence: str) -> None:
    """Say something on the error stream, if there is something to say."""
    if sentence:
        click.echo(f"arena: {sentence}.", err=True)


@click.group(cls=Arena, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="arena")
def arena() -> None:
    """Competitions of card-game bots.

    A bot is a name from `arena bots`, or the path of a Python file, with arguments if it takes
    any: osla, mine.py, mine.py:Best, "montecarlo(worlds=200)".
    """


def main() -> None:
    """Where the `arena` command starts."""
    prepare_streams()
    try:
        arena(prog_name="arena", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except StrictFault as fault:
        fail(str(fault), 1)
    except (ArenaError, Refusal) as error:
        fail(str(error), 2)
    except (KeyboardInterrupt, click.Abort):
        fail("interrupted.", 130)
    except BrokenPipeError:  # the reader of our output has gone, as `head` does
        sys.stderr.close()
        sys.exit(1)
    except OSError as error:
        if error.errno not in UNWRITTEN:
            raise
        forget_output()
        fail(f"the output cannot be written: {error.strerror}. Send it somewhere else.", 2)
