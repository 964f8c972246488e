"""Notes what a bot tries to reach outside its box, where the kernel cannot report it to the arena.

Only an examination uses it, at level `process` and on old kernels. It helps honest authors. A bot
can empty the notes, and the finding says so. See `arena/sandbox/boxes/reports.py`.
"""

import sys
from typing import Any

KINDS = {
    "socket": "the network",
    "subprocess": "other programs",
    "os.system": "other programs",
    "os.exec": "other programs",
    "os.fork": "other processes",
    "os.posix_spawn": "other programs",
    "os.kill": "other processes",
    "ctypes.dlopen": "foreign code",
}
PYTHONS_OWN = ("/usr", "/lib", "/packages", "/box")  # folders of modules
WRITING = ("w", "a", "x", "+")


class Watch:
    """An audit hook. Python cannot remove it again."""

    def __init__(self, folder: str) -> None:
        self.touched: list[str] = []
        # The bot may read its own folder, if it is a package.
        self._allowed = tuple(filter(None, (*PYTHONS_OWN, *sys.path, folder)))
        sys.addaudithook(self._see)

    def _see(self, event: str, args: tuple[Any, ...]) -> None:
        if event == "open":
            path, mode, _ = args
            if isinstance(mode, str) and any(letter in mode for letter in WRITING):
                self._note(f"a file to write ({path!s:.60})")
            elif isinstance(path, str) and not path.startswith(self._allowed):
                self._note(f"a file to read ({path!s:.60})")
            return
        for beginning, kind in KINDS.items():
            if event.startswith(beginning):
                self._note(kind)

    def _note(self, what: str) -> None:
        if what not in self.touched and len(self.touched) < 10:
            self.touched.append(what)
