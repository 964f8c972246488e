"""The organiser steers phases: `arena start`, `pause`, `stop`, `window`, `freeze`, `announce`."""

from datetime import datetime
from pathlib import Path

import click

from arena.cli.cups.acting import BY, REASON, act_and_tell, act_on_phase
from arena.cli.cups.competition import WHERE
from arena.common.errors import ArenaError
from arena.common.times import with_zone


def _time(ctx: click.Context, parameter: click.Parameter, text: str | None) -> datetime | None:
    try:
        return None if text is None else with_zone(datetime.fromisoformat(text))
    except ValueError:
        raise ArenaError(
            f'--until {text!r:.60} is not a time: write it like "2026-04-03 18:30", or with its '
            f"zone: 2026-04-03T18:30+02:00"
        ) from None


@click.command()
@WHERE
@click.option("--reason", default="", metavar="TEXT", help="Why. Everybody may read it.")
@BY
def start(words: tuple[str, ...], reason: str, by: str | None) -> None:
    """Let the server begin a phase, or go on after a pause.

    Phases with a deadline and first phases begin by themselves.
    """
    act_on_phase(words, by, "start", reason=reason)


@click.command()
@WHERE
@REASON
@BY
def pause(words: tuple[str, ...], reason: str, by: str | None) -> None:
    """Begin no new games of a phase, until arena start.

    The games under way are finished. The server obeys, and arena run, too.
    """
    act_on_phase(words, by, "pause", reason=reason)


@click.command()
@WHERE
@REASON
@BY
def stop(words: tuple[str, ...], reason: str, by: str | None) -> None:
    """Break off the games of a phase at once, until arena start.

    The games under way are played again later, and no team loses anything.
    """
    act_on_phase(words, by, "stop", reason=reason)


@click.group()
def window() -> None:
    """Open, close or extend the time in which teams hand in files."""


@window.command("open")
@WHERE
@click.option("--until", callback=_time, metavar="TIME", help="A new deadline.")
@REASON
@BY
def open_window(
    words: tuple[str, ...], until: datetime | None, reason: str, by: str | None
) -> None:
    """Take files for a phase from now on."""
    act_on_phase(words, by, "open-window", until=until, reason=reason)


@window.command("close")
@WHERE
@REASON
@BY
def close_window(words: tuple[str, ...], reason: str, by: str | None) -> None:
    """Take no more files for a phase."""
    act_on_phase(words, by, "close-window", reason=reason)


@window.command("extend")
@WHERE
@click.option("--until", callback=_time, required=True, metavar="TIME", help="The new deadline.")
@REASON
@BY
def extend_window(
    words: tuple[str, ...], until: datetime | None, reason: str, by: str | None
) -> None:
    """Take files for a phase until a later time."""
    act_on_phase(words, by, "extend-window", until=until, reason=reason)


@click.command()
@WHERE
@REASON
@BY
def freeze(words: tuple[str, ...], reason: str, by: str | None) -> None:
    """Show visitors of the live site no later results of a phase."""
    act_on_phase(words, by, "freeze", reason=reason)


@click.command()
@WHERE
@REASON
@BY
def unfreeze(words: tuple[str, ...], reason: str, by: str | None) -> None:
    """Show visitors of the live site all results of a phase again."""
    act_on_phase(words, by, "unfreeze", reason=reason)


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), metavar="COMPETITION")
@click.argument("text", required=False)
@click.option("--end", is_flag=True, help="Show the announcement no longer.")
@BY
def announce(folder: Path, text: str | None, end: bool, by: str | None) -> None:
    """Say something to everybody on the first page of the live site."""
    if (text is None) == (not end):
        raise ArenaError('Say what: arena announce COMPETITION "Pizza in room 3". Or --end')
    if text is None:
        act_and_tell(folder, by, "silence")
    else:
        act_and_tell(folder, by, "announce", reason=text)
