"""`arena doctor`: shows what works on this machine, and how to get the rest."""

import importlib.metadata
import os
import platform
import shlex
import shutil
import sys
import sysconfig
from pathlib import Path
from typing import Any

import click
import msgspec

from arena.cli.machine.mechanisms import groups_here, mechanisms
from arena.cli.own_files import answer_file, are_allowed
from arena.common.compiled_modules import ROOT, build_advice
from arena.common.version import __version__
from arena.guest.protocol.levels import FOR_STRANGERS, LEVELS
from arena.sandbox.levels import TRUST, unavailable
from Game.core.build import is_compiled
from Game.registry import names

PACKAGES = ("msgspec", "func_timeout", "click", "rich", "jinja2", "pandas", "docker")
DATABASE = ("SQLAlchemy", "psycopg")  # besides Python's own SQLite
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
COMPILERS = ("cc", "gcc", "clang")
PIP = f"{shlex.quote(sys.executable)} -m pip"


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
def doctor(as_json: bool) -> None:
    """Show what works on this machine, and what is missing for the rest."""
    findings = examine()
    if as_json:
        click.echo(msgspec.json.encode(findings).decode())
        return
    click.echo(f"Card Arena {findings['arena']}, Python {findings['python']}, {findings['system']}")
    click.echo(f"{findings['cores']} cores; games: {', '.join(findings['games'])}")
    outdated = f"; {build_advice()}" if build_advice() else ""
    remark = outdated if is_compiled() else advice(findings["compiler"])
    click.echo(f"rules: {findings['rules']}{remark}")
    for level, why_not in findings["isolation"].items():
        click.echo(f"isolation {level}: {why_not or 'available'}")
        for name, state in findings["mechanisms"].get(level, {}).items():
            click.echo(f"    {name}: {state}")
    click.echo(f"bots from files play at: {findings['strangers'] or without_sandbox()}")
    click.echo(
        f"browser for pages: {findings['browser'] or 'none; on Debian: apt-get install chromium'}"
    )
    database = [f"{name} {version}" for name, version in findings["database"].items() if version]
    click.echo(f"database: {', '.join(database) or 'none; this Python was built without SQLite'}")
    for package, version in findings["packages"].items():
        click.echo(f"package {package}: {version or f'missing, run `{installation(package)}`'}")


def examine() -> dict[str, Any]:
    """All findings of the doctor."""
    groups = groups_here()
    levels = {level: unavailable(level) for level in LEVELS}
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
        "isolation": levels,
        "mechanisms": {
            name: mechanisms(level, groups) for name, level in LEVELS.items() if not levels[name]
        },
        "strangers": next((level for level in FOR_STRANGERS if not unavailable(level)), None),
        "database": {"SQLite": sqlite()} | {name: version_of(name) for name in DATABASE},
        "packages": {name: version_of(name) for name in PACKAGES},
    }


def advice(compiler: str | None) -> str:
    """How to get compiled rules."""
    if os.environ.get("ARENA_INTERPRETED", "0") not in ("", "0"):
        return ", because ARENA_INTERPRETED is set; unset it to use the compiled rules"
    lacking = [] if compiler else ["gcc"]
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        lacking.append("python3-dev")
    build = (
        "run `make build`"
        if has_makefile()
        else f"in the folder with the source of Card Arena run `{PIP} install --force-reinstall "
        f"--no-deps .` (pip fetches Cython for it)"
    )
    if not lacking:
        return f"; there is a compiler ({compiler}): {build}"
    packages = " ".join(lacking)
    return f", about 100 times slower; on Debian: apt-get install {packages}, then {build}"


def without_sandbox() -> str:
    """At which level bots from files play on a machine without a sandbox."""
    yours = f"your own at process, as you have allowed (remove {answer_file()} to be asked again)"
    if not are_allowed():
        yours = "your own at process, after a question"
    return f"no level without {TRUST}; {yours}"


def has_makefile() -> bool:
    """Does the arena run from a clone? If pip has installed it, there is no `make`."""
    return (ROOT / "Makefile").exists()


def installation(package: str) -> str:
    """The command that installs a package that the arena needs."""
    return "make setup" if has_makefile() else f"{PIP} install {package}"


def sqlite() -> str | None:
    """The version of SQLite; None if Python was built without it."""
    try:
        import sqlite3
    except ImportError:
        return None
    return sqlite3.sqlite_version


def version_of(package: str) -> str | None:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None
