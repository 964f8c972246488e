"""A folder with links to what belongs in a box: for boxes that cannot have their own file system.

Python looks for modules in whole folders. In this one there are our games, the house's bots and the
guest, and no name of any other bot; so a box can be allowed to read it and what its links lead to,
and nothing around that (`arena/guest/kernel/landlock.py`).
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
        """How the fork server is started in it."""
        script = str(self.folder / "arena" / "guest" / "fork_server.py")
        folders = [str(self.folder), str(FOLDER.resolve())]
        return [str(_python()), "-s", "-P", "-B", script, level, str(control), *folders]

    def remove(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)


def _python() -> Path:
    """Ours, without the virtual environment around it."""
    return Path(sys.executable).resolve()
