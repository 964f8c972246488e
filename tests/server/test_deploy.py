"""The files in deploy/ fit the commands, and each other."""

import re
import shlex

import click
import pytest
from support.paths import ROOT

from arena.cli import arena
from arena.cli.cups.serve import serve

DEPLOY = ROOT / "deploy"
UNITS = sorted(DEPLOY.glob("*.service"))


def options_of(line: str) -> dict[str, object]:
    """The options of a command line with `serve`."""
    words = shlex.split(line)
    words = words[words.index("serve") + 1 :]
    parent = click.Context(arena, **arena.context_settings)
    return serve.make_context("serve", words, parent=parent).params


def commands() -> dict[str, dict[str, object]]:
    found = {path.name: path.read_text() for path in [*UNITS, DEPLOY / "compose.yaml"]}
    lines = {
        f"{name} {number}": line
        for name, text in found.items()
        for number, line in enumerate(re.findall(r"(?:ExecStart=|command: )(.* ?serve .*)", text))
    }
    return {name: options_of(line) for name, line in lines.items()}


def test_every_command_of_a_service_is_possible():
    all_options = commands()
    assert len(all_options) == 4
    assert sorted(each["only_web"] for each in all_options.values()) == [False, False, True, True]
    assert all(each["only_web"] != each["only_engine"] for each in all_options.values())
    with pytest.raises(click.UsageError):
        options_of("serve --wbe")


def test_the_proxies_ask_web_where_it_listens():
    ports = {each["port"] for each in commands().values() if each["only_web"]}
    for name in ("Caddyfile", "Caddyfile.compose"):
        asked = re.findall(r"reverse_proxy \S+:(\d+)", (DEPLOY / name).read_text())
        assert {int(port) for port in asked} == ports


def test_web_has_a_core_for_itself_and_cannot_read_the_seed():
    web, engine = (
        (DEPLOY / f"card-arena-{name}.service").read_text() for name in ("web", "engine")
    )
    first, last = map(int, re.findall(r"^CPUAffinity=(\d+)-(\d+)$", engine, re.MULTILINE)[0])
    assert not first <= int(re.findall(r"^CPUAffinity=(\d+)$", web, re.MULTILINE)[0]) <= last
    assert "InaccessiblePaths=/srv/cup/Out/seed" in web
    assert "/srv/cup/Out/seed:ro" in (DEPLOY / "compose.yaml").read_text()
