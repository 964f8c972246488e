"""Where the pages of a site are written."""

from pathlib import Path

from arena.replay.files import replace_file


class Output:
    """A folder that takes files. The server has another one, for pages that people are reading."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def write(self, name: str, text: str) -> None:
        """Write all of the file with this name in the folder, or in a folder inside; or nothing."""
        replace_file(self.folder / name, text.encode(), makes_folder=True)
