"""`arena doctor`: what works on this machine, and why not."""

import importlib.metadata
import os
import platform
import shutil
import sys
from typing import Any

import click
import msgspec

from arena import __version__
from arena.sandbox.levels import LEVELS, unavailable
from Game.core.build import is_compiled
from Game.registry import names

PACKAGES = ("msgspec", "func_timeout", "click", "rich", "jinja2", "pandas", "docker")
MECHANISMS = {
    "inprocess": "func_timeout and the arena's own clock; nothing is kept apart",
    "process": "a process of its own, limits; stopped between its turns if it works in them",
    "sandbox": "bubblewrap, namespaces (users, processes, network, mounts, names, IPC), no "
    "capabilities, a filter for calls to the kernel, limits; stopped between turns likewise",
    "docker": "a container each, no network, nothing to write, and what the sandbox has inside",
}
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
COMPILERS = ("cc", "gcc", "clang")


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, nothing else.")
def doctor(as_json: bool) -> None:
    """Say what works on this machine, and why not."""
    found = examine()
    if as_json:
        click.echo(msgspec.json.encode(found).decode())
        return
    click.echo(f"Card Arena {found['arena']}, Python {found['python']}, {found['system']}")
    click.echo(f"{found['cores']} cores; games: {', '.join(found['games'])}")
    click.echo(f"rules: {found['rules']}{'' if is_compiled() else advice(found['compiler'])}")
    for level, why_not in found["isolation"].items():
        click.echo(f"isolation {level}: {why_not or 'available'}")
        if not why_not:
            click.echo(f"    {MECHANISMS[level]}")
    click.echo(
        f"browser for pages: {found['browser'] or 'none; on Debian: apt-get install chromium'}"
    )
    for package, version in found["packages"].items():
        click.echo(f"package {package}: {version or 'missing, run `make setup`'}")


def examine() -> dict[str, Any]:
    """Everything that the doctor looks at."""
    return {
        "arena": __version__,
        "python": platform.python_version(),
        "executable": sys.executable,
        "system": platform.platform(),
        "cores": os.cpu_count(),
        "games": names(),
        "rules": "compiled" if is_compiled() else "interpreted",
        "compiler": next((path for name in COMPILERS if (path := shutil.which(name))), None),
        "browser": next((path for name in BROWSERS if (path := shutil.which(name))), None),
        "isolation": {level: unavailable(level) for level in LEVELS},
        "packages": {name: version_of(name) for name in PACKAGES},
    }


def advice(compiler: str | None) -> str:
    """What to do to have compiled rules."""
    if os.environ.get("ARENA_INTERPRETED", "0") not in ("", "0"):
        return ", because ARENA_INTERPRETED is set; unset it to run the compiled ones"
    if compiler is None:
        return ", about 100 times slower; install a C compiler (gcc) and run `make setup` again"
    return f"; there is a compiler ({compiler}), run `make build`"


def version_of(package: str) -> str | None:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None
