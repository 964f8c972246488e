"""Shows bots the files that they need if the arena runs as root, also below folders such as /root.

Bots of root run as another user. A folder above the games, Python or its packages may be closed
to that user. Then bubblewrap mounts an empty folder over it, with the needed files in their old
places. Only the fork server has this view. Bubblewrap makes it as root, before the user changes.
"""

import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path

EVERYBODY_ENTERS, EVERYBODY_READS = 0o001, 0o004
TOOLS = ("bwrap", "setpriv")


def closed_folders(paths: Iterable[Path]) -> set[Path]:
    """The topmost folders above these paths that not everybody may enter."""
    ways = [reversed(path.resolve().parents) for path in paths]
    return {closed for way in ways if (closed := next(filter(_is_closed, way), None)) is not None}


def first_unreadable(paths: Iterable[Path]) -> Path | None:
    """A path that bots could not read, or a closed folder above it; None if there is none."""
    paths = list(paths)
    for path in paths:
        if not path.stat().st_mode & EVERYBODY_READS:
            return path
    return None if all(map(shutil.which, TOOLS)) else min(closed_folders(paths), default=None)


def with_view(command: Sequence[str], user: int, paths: Iterable[Path]) -> list[str]:
    """The command, run as that user and with these paths in its view."""
    bwrap, setpriv = (shutil.which(tool) or tool for tool in TOOLS)
    view = [bwrap, "--dev-bind", "/", "/", "--cap-add", "ALL", "--die-with-parent", "--chdir", "/"]
    needed = sorted({path.resolve() for path in paths})
    for closed in sorted(closed_folders(needed)):
        below = [path for path in needed if path.is_relative_to(closed)]
        between = {one for path in below for one in path.parents if closed in one.parents}
        view += ["--perms", "0755", "--tmpfs", str(closed)]
        for folder in sorted(between):
            view += ["--perms", "0755", "--dir", str(folder)]
        for path in below:
            view += ["--ro-bind", str(path), str(path)]
    other = [setpriv, f"--reuid={user}", f"--regid={user}", "--clear-groups"]
    return [*view, *other, *command]


def _is_closed(folder: Path) -> bool:
    return not folder.stat().st_mode & EVERYBODY_ENTERS
