"""Every command and option has a help text, and the help is quick."""

from collections.abc import Iterator

import click
import pytest

from arena.cli import COMMANDS
from arena.cli import arena as top


def commands(
    command: click.Command = top, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            yield from commands(command.get_command(context, name), (*path, name))


ALL = list(commands())
OPTIONS = [
    (path, option)
    for path, command in ALL
    for option in command.params
    if isinstance(option, click.Option)
]


@pytest.mark.parametrize("option", ["--help", "-h"])
def test_every_command_has_help(arena, option):
    for path, _ in ALL:
        done = arena(*path, option)
        assert (done.code, done.err) == (0, ""), path
        assert done.out.startswith("Usage: arena"), path


def test_every_command_says_in_a_sentence_what_it_does():
    for path, command in ALL:
        assert command.help, path
        assert command.help.split("\n")[0].endswith("."), path


def test_every_option_says_in_a_sentence_what_it_does():
    for path, option in OPTIONS:
        said = f"{path} {option.name}: {option.help}"
        assert option.help, said
        assert option.help[0].isupper(), said
        assert option.help.endswith("."), said


def test_the_list_of_commands_has_the_first_words_of_each_help(arena):
    """The list is separate from the commands, so that the help need not import them."""
    assert arena("--help").code == 0
    listed = {name: line for name, (_, line) in COMMANDS.items()}
    for path, command in ALL:
        if len(path) == 1:
            assert command.help.startswith(listed.pop(path[0]).rstrip("."))
    assert not listed


def test_without_words_the_help_is_shown(arena):
    done = arena()
    assert "Commands:" in done.out + done.err
    assert "Traceback" not in done.err


def test_the_version_is_printed(arena):
    from arena import __version__

    assert __version__ in arena("--version").out


LOADED = "import sys; from arena.cli import main\ntry: main()\nfinally: print(*sys.modules)"


def test_help_loads_no_game(shell):
    import sys

    loaded = shell("--help", command=[sys.executable, "-c", LOADED]).out.split()
    assert not [name for name in loaded if name.startswith(("Game.brisca", "Players", "arena.t"))]
    assert not {"rich", "jinja2", "func_timeout", "msgspec"} & set(loaded)


def test_a_match_loads_neither_pandas_nor_sqlalchemy_nor_docker(shell):
    import sys

    done = shell(
        "play", "osla", "random", "-n", 2, "--save", "out", command=[sys.executable, "-c", LOADED]
    )
    loaded = set(done.out.split())
    assert "Game.brisca.state" in loaded
    assert not {"pandas", "sqlalchemy", "docker", "numpy", "jinja2"} & loaded
