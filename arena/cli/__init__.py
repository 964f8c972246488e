"""The `arena` command. Only this package prints, and only this package ends the program.

Exit codes: 0, success; 1, a check has failed (a replay does not verify, a bot is refused, a bot
makes a fault under --strict); 2, the command cannot use its input; 130, the user interrupted it.
"""

import sys
from importlib import import_module
from typing import NoReturn

import click

from arena.cli.streams import UNWRITTEN, forget_output, prepare_streams
from arena.common.errors import ArenaError, StrictFault
from arena.common.version import __version__
from arena.guest.protocol.safe_text import plain_lines
from Game.core import Refusal

# Command -> its module and function, and its line in the help. The help imports none of them.
COMMANDS = {
    "new": ("arena.cli.bots.new:new", "Write the file of a new bot."),
    "bundle": ("arena.cli.bots.bundle:bundle", "Make a package of a bot and its helper modules."),
    "check": ("arena.cli.bots.check:check", "Test whether a bot may compete."),
    "play": ("arena.cli.games.play:play", "Play a match between bots."),
    "league": ("arena.cli.games.play:league", "Play a match between each pair of bots."),
    "gym": ("arena.cli.games.gym:gym", "Show where a bot stands among the house bots."),
    "init": ("arena.cli.cups.init:init", "Create the folder of a competition."),
    "replay": ("arena.cli.games.replay:replay", "Show, verify and convert saved games."),
    "watch": ("arena.cli.games.watch:watch", "Open saved games in the browser."),
    "repro": ("arena.cli.games.repro:repro", "Run a bot again at one move of a saved game."),
    "submit": ("arena.cli.cups.submit:submit", "Hand in a bot for a team."),
    "team": (
        "arena.cli.cups.team:team",
        "Show the teams, change their data, or give them codes.",
    ),
    "admit": ("arena.cli.cups.admit:admit", "Examine the bots that were handed in."),
    "run": ("arena.cli.cups.competition:run", "Play the missing games of a competition."),
    "serve": ("arena.cli.cups.serve:serve", "Run the competition as a live site."),
    "desk": (
        "arena.cli.desk.desk:desk",
        "Give organisers codes for the desk (/desk), and read what they have done.",
    ),
    "start": (
        "arena.cli.desk.phases:start",
        "Let the server begin a phase, or go on after a pause.",
    ),
    "pause": ("arena.cli.desk.phases:pause", "Begin no new games of a phase, until arena start."),
    "stop": (
        "arena.cli.desk.phases:stop",
        "Break off the games of a phase at once, until arena start.",
    ),
    "window": (
        "arena.cli.desk.phases:window",
        "Open, close or extend the time in which teams hand in files.",
    ),
    "freeze": (
        "arena.cli.desk.phases:freeze",
        "Show visitors of the live site no later results of a phase.",
    ),
    "unfreeze": (
        "arena.cli.desk.phases:unfreeze",
        "Show visitors of the live site all results of a phase again.",
    ),
    "announce": (
        "arena.cli.desk.phases:announce",
        "Say something to everybody on the first page of the live site.",
    ),
    "accept": ("arena.cli.desk.decisions:accept", "Let a file play although it was refused."),
    "withdraw": ("arena.cli.desk.decisions:withdraw", "Take out a team that wants to leave."),
    "disqualify": ("arena.cli.desk.decisions:disqualify", "Take out a team that broke a rule."),
    "restore": (
        "arena.cli.desk.decisions:restore",
        "Let a team take part again, or make a competition from a backup.",
    ),
    "close": ("arena.cli.desk.decisions:close", "Close an open ladder."),
    "rerun": ("arena.cli.desk.decisions:rerun", "Let games of a phase be played again."),
    "replace-house": (
        "arena.cli.desk.decisions:replace_house",
        "Accept changed house bots in a phase that has begun.",
    ),
    "log": ("arena.cli.desk.decisions:log", "List the organisers' decisions."),
    "standings": ("arena.cli.cups.results:standings", "Show the standings of a phase."),
    "publish": ("arena.cli.cups.results:publish", "Publish the results of a phase."),
    "show": (
        "arena.cli.cups.show:show",
        "Prepare the show of a phase that is sealed or published.",
    ),
    "remote": (
        "arena.cli.desk.remote:remote",
        "Steer the open show, as the remote on the desk does.",
    ),
    "reveal": ("arena.cli.cups.results:reveal", "Publish the results of a sealed phase."),
    "certificates": (
        "arena.cli.cups.certificates:certificates",
        "Print the certificates of a phase.",
    ),
    "letters": ("arena.cli.cups.letters:letters", "Write a letter to each team."),
    "audit": ("arena.cli.cups.results:audit", "Replay saved games and compare the results."),
    "rebuild": ("arena.cli.cups.results:rebuild", "Rebuild the list of games from the records."),
    "move-database": (
        "arena.cli.cups.move_database:move_database",
        "Move the data of a competition to another database.",
    ),
    "backup": ("arena.cli.cups.backup:backup", "Copy everything of a competition into one file."),
    "experiment": (
        "arena.cli.research.experiment:experiment",
        "Play many games to answer a question.",
    ),
    "train": ("arena.cli.research.train:train", "Let a network learn a game."),
    "export": ("arena.cli.research.export:export", "Make a bot of a trained network."),
    "analyse": ("arena.cli.research.analyse:analyse", "Measure choice, luck and skill in a game."),
    "recycle": ("arena.cli.research.recycle:recycle", "Write and check games in RECYCLE."),
    "games": ("arena.cli.lists:games", "List the games and their options."),
    "bots": ("arena.cli.lists:bots", "List the house bots."),
    "cluster": ("arena.cli.machine.cluster:cluster", "Let other machines play games."),
    "sandbox": ("arena.cli.machine.sandbox:sandbox", "Prepare this machine to isolate bots."),
    "doctor": ("arena.cli.machine.doctor:doctor", "Show what works on this machine."),
}


class Arena(click.Group):
    """Imports a command only when the user calls it."""

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
    """Print a sentence on the error stream and end the program.

    It may quote a file of a stranger, so it is printed without control characters.
    """
    click.echo(f"arena: {plain_lines(sentence)}", err=True)
    # If Ctrl-C came while Python ran code from a string (dataclasses do that when a module is
    # imported), Python remembers it, and `python -m arena` would end by SIGINT and not with our
    # code. Running another string makes Python forget it.
    exec("")  # noqa: S102
    sys.exit(code)


def warn(sentence: str) -> None:
    """Print a warning on the error stream. An empty one is not printed."""
    if sentence:
        click.echo(f"arena: {sentence}.", err=True)


@click.group(cls=Arena, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="arena")
def arena() -> None:
    """Run competitions of bots that play card games.

    Name a bot by its name in `arena bots`, or by the path of its Python file or package (a folder
    or a .zip). You can add the name of a class, or arguments: osla, mine.py, mine.py:Best,
    "montecarlo(worlds=200)".
    """


def main() -> None:
    """Run the `arena` command."""
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
    except BrokenPipeError:  # the program that reads our output has ended, for example `head`
        sys.stderr.close()
        sys.exit(1)
    except OSError as error:
        if error.errno not in UNWRITTEN:
            raise
        forget_output()
        fail(f"The output cannot be written: {error.strerror}. Redirect it to another file.", 2)
