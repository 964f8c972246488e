"""A folder with symbolic links to the files of a box, for boxes without their own file system.

Python looks for modules in whole folders. This folder has links to our games, the house bots and
the guest, but not to any other bot. So Landlock can let a box read this folder and the targets of
its links, and nothing else (`arena/guest/kernel/landlock.py`).
"""

import shutil
import sys
import tempfile
from pathlib import Path

from arena.sandbox.host.cleanup import prefix
from arena.sandbox.host.packages import FOLDER


class SymlinkView:
    def __init__(self, files: list[tuple[Path, str]]) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix=prefix()))
        self.folder.chmod(0o755)
        for source, place in files:
            link = self.folder / place
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to(source.resolve())

    def command(self, level: str, control: int) -> list[str]:
        """The command that starts the fork server in this folder."""
        script = str(self.folder / "arena" / "guest" / "start.py")
        folders = [str(self.folder), str(FOLDER.resolve())]
        return [str(_python()), "-s", "-P", "-B", script, level, str(control), *folders]

    def remove(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)


def _python() -> Path:
    """Our Python, without the virtual environment."""
    return Path(sys.executable).resolve()
