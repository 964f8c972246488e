"""The commands that start the guest's scripts, and the files that these scripts need."""

import json
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

import arena.guest
import Game
import Players
from arena.common.errors import Unavailable
from arena.guest.protocol.levels import BOT
from arena.sandbox.host import copying
from arena.sandbox.host.packages import FOLDER
from arena.sandbox.host.small_image import sandbox_image

GUEST = Path(arena.guest.__path__[0])
COPYING = Path(copying.__file__)
ENVIRONMENT = {
    "PYTHONHASHSEED": "0",
    "OPENBLAS_NUM_THREADS": "1",
    "MALLOC_ARENA_MAX": "1",  # otherwise each thread takes 64 MB of the bot's addresses
    "LANG": "C.UTF-8",
    "LD_BIND_NOW": "1",  # look up functions of libraries here, and not in each box
}
DEVICES = (
    "null",
    "zero",
    "full",
    "random",
    "urandom",
)  # no terminals: partners could see each other's


def plain_command(level: str, control: int) -> list[str]:
    """The command for a fork server in an ordinary process."""
    return _guest_command("start.py", level, str(control))


def subprocess_command() -> list[str]:
    """The command for the process of one bot, on systems without a fork server."""
    return _guest_command("subprocess_main.py")


def _guest_command(script: str, *words: str) -> list[str]:
    """The command for a script of the guest, with the folders of our and of installed packages."""
    return [sys.executable, "-s", "-P", "-B", str(GUEST / script), *words, *_folders()]


def sandbox_command(level: str, control: int, packages: Sequence[str], folders: Path) -> list[str]:
    """The command for a fork server in a bubblewrap sandbox with only the files that a bot needs.

    A first bubblewrap makes a private file system in memory, and the needed files are copied into
    it. A second one shows only these files, and the folders of bots that are packages.
    """
    files = sandbox_image(packages, box_files(), folders)
    inner = [bubblewrap(), "--unshare-all", "--unshare-user", "--die-with-parent"]
    inner += ["--new-session", "--cap-drop", "ALL", "--clearenv", "--hostname", "box"]
    for name, value in ENVIRONMENT.items():
        inner += ["--setenv", name, value]
    for top in files.tops:
        inner += ["--ro-bind", f"{files.over}/{top}", f"/{top}"]
    for folder in ("/lib", "/lib64"):
        if Path(folder).is_symlink():
            inner += ["--symlink", str(Path(folder).readlink()), folder]
    for device in DEVICES:
        inner += ["--dev-bind", f"/dev/{device}", f"/dev/{device}"]
    inner += ["--ro-bind", str(folders), BOT, "--chdir", "/", "--remount-ro", "/"]
    python = str(Path(sys.executable).resolve())
    script = "/box/arena/guest/start.py"
    inner += [python, "-s", "-P", "-B", script, level, str(control), "/box", "/packages"]
    copying = str(COPYING.resolve())
    view = [bubblewrap(), "--dev-bind", "/", "/", "--tmpfs", files.over, "--die-with-parent"]
    listed = json.dumps([files.copies, files.left_out])
    return [*view, "--chdir", "/", python, "-I", "-S", "-B", copying, files.over, listed, *inner]


def bubblewrap() -> str:
    path = shutil.which("bwrap")
    if path is None:
        raise Unavailable(
            "The isolation level 'sandbox' needs bubblewrap. On Debian: apt-get install bubblewrap"
        )
    return path


def box_files() -> list[tuple[Path, str]]:
    """Our files in a box, each with its place: games, house bots, the guest; no other bot."""
    game, players = (Path(package.__path__[0]) for package in (Game, Players))
    files = [name for name in Players.HOUSE if name not in Players.IN_ROOMS]
    house = ["__init__", *Players.KIT, *files]
    return [
        (game, "Game"),
        *((players / f"{name}.py", f"Players/{name}.py") for name in house),
        *((players / room, f"Players/{room}") for room in Players.ROOMS),
        (GUEST.parent / "__init__.py", "arena/__init__.py"),
        (GUEST, "arena/guest"),
    ]


def needed_files() -> list[Path]:
    """The paths that bots read at `reduced` and `sandbox`: Python, packages, our files."""
    python = Path(sys.executable).resolve()
    ours = [source for source, _ in box_files()]
    return [python, Path(sys.base_prefix), FOLDER, COPYING, *ours]


def _folders() -> Sequence[str]:
    """The folders of our packages and of the installed ones."""
    return [str(GUEST.parents[1]), str(FOLDER)]
