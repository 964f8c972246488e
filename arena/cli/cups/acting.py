"""What the organisers' commands share: the options, and how an action is carried out."""

import getpass
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from arena.cli.cups.competition import folder_and_phase
from arena.common.errors import ArenaError
from arena.competition.config.paths import place
from arena.store.live.actions import COMMAND, ActionRequest, Actor
from arena.store.live.codes import LONGEST_NAME, checked_organiser

REASON = click.option("--reason", required=True, metavar="TEXT",
                      help="Why. Everybody may read it: it is published.")  # fmt: skip
BY = click.option("--by", metavar="NAME", help="Your name in the log of actions (arena desk log). "
                  "Default: your name on this machine.")  # fmt: skip


def act(folder: Path, by: str | None, what: str, **wanted: Any) -> Sequence[str]:
    """Carry out the action, and log it; returns what was done, in sentences."""
    from arena.competition.desk.carrying_out import carry_out

    return carry_out(place(folder), ActionRequest(what, **wanted), actor(by))


def act_and_tell(folder: Path, by: str | None, what: str, **wanted: Any) -> None:
    """Carry out the action, and print what was done."""
    for sentence in act(folder, by, what, **wanted):
        click.echo(sentence)


def act_on_phase(words: tuple[str, ...], by: str | None, what: str, **wanted: Any) -> None:
    """Carry out an action on the phase that these words name, and print what was done."""
    folder, name = named_phase(words, what.partition("-")[2] or what)
    act_and_tell(folder, by, what, phase=name, **wanted)


def named_phase(words: tuple[str, ...], command: str) -> tuple[Path, str]:
    folder, name = folder_and_phase(words)
    if not name:
        raise ArenaError(f"Say of which phase: arena {command} COMPETITION PHASE")
    return folder, name


def actor(by: str | None) -> Actor:
    """The organiser who runs this command: --by, or the name on this machine."""
    if by is not None:
        return Actor(checked_organiser(by), COMMAND)
    try:
        return Actor(checked_organiser(getpass.getuser()[:LONGEST_NAME]), COMMAND)
    except (ArenaError, OSError, KeyError):
        return Actor("unknown", COMMAND)  # a machine without names of users
