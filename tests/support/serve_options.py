"""The options of a command line with `arena serve`, which need not run for that."""

import shlex

import click

from arena.cli import arena
from arena.cli.cups.serve import serve


def options_of(line: str) -> dict[str, object]:
    """Read the words after `serve`. A wrong one raises click's error.

    The command has its parent, as in a terminal: click keeps the names of the help option that it
    sees first, and they come from the parent.
    """
    words = shlex.split(line)
    words = words[words.index("serve") + 1 :]
    parent = click.Context(arena, **arena.context_settings)
    return serve.make_context("serve", words, parent=parent).params
