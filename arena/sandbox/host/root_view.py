"""Shows bots of root what they need where only root enters, as below /root.

They run as a user of their own. Where a folder above the games, Python or its packages is closed to
that user, bubblewrap lays an empty one over it, with what is needed in its old place: in a view of
the files that only the fork server has, and as root, before it becomes that user.
"""

import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path

EVERYBODY_ENTERS, EVERYBODY_READS = 0o001, 0o004
TOOLS = ("bwrap", "setpriv")


def bars(paths: Iterable[Path]) -> set[Path]:
    """The uppermost folders above these that not everybody may enter."""
    ways = [reversed(path.resolve().parents) for path in paths]
    return {bar for way in ways if (bar := next(filter(_is_barred, way), None)) is not None}


def obstacle(paths: Iterable[Path]) -> Path | None:
    """What of these bots cannot be shown, or what is before it; nothing if all is well."""
    paths = list(paths)
    for path in paths:
        if not path.stat().st_mode & EVERYBODY_READS:
            return path
    return None if all(map(shutil.which, TOOLS)) else min(bars(paths), default=None)


def shown(command: Sequence[str], user: int, paths: Iterable[Path]) -> list[str]:
    """The command, as that user and with these paths in its view."""
    bwrap, setpriv = (shutil.which(tool) or tool for tool in TOOLS)
    view = [bwrap, "--dev-bind", "/", "/", "--cap-add", "ALL", "--die-with-parent", "--chdir", "/"]
    needed = sorted({path.resolve() for path in paths})
    for bar in sorted(bars(needed)):
        below = [path for path in needed if path.is_relative_to(bar)]
        between = {one for path in below for one in path.parents if bar in one.parents}
        view += ["--perms", "0755", "--tmpfs", str(bar)]
        for folder in sorted(between):
            view += ["--perms", "0755", "--dir", str(folder)]
        for path in below:
            view += ["--ro-bind", str(path), str(path)]
    other = [setpriv, f"--reuid={user}", f"--regid={user}", "--clear-groups"]
    return [*view, *other, *command]


def _is_barred(folder: Path) -> bool:
    return not folder.stat().st_mode & EVERYBODY_ENTERS
