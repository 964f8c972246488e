"""Where the pages of a site are written."""

from pathlib import Path

from arena.replay.files import make_folder, write_text


class Output:
    """A folder that takes files. The server has another one, for pages that people are reading."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def write(self, name: str, text: str) -> None:
        """Write the file with this name in the folder, or in a folder inside."""
        path = self.folder / name
        make_folder(path.parent)
        write_text(path, text)
