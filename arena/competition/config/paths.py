"""The names of the files and folders of a competition. This module imports nothing heavy."""

from pathlib import Path

from arena.common.errors import ArenaError

FILE = "competition.toml"
OUT, LOCK, DATABASE, RECORDS, SUBMISSIONS = (
    "Out", "lock", "competition.db", "records", "submissions",
)  # fmt: skip
ADMISSION_LOCK = "admission.lock"  # of the arena that examines files
ENGINE_LOCK = "engine.lock"  # of the engine of a live site
INDEX_LOCK = "index.lock"  # of the process that writes the first page of what is published
NEW = "new"  # where folders are filled, before each takes the place of an earlier one
PUBLIC, INDEX = "public", "competition.json"  # the published folder, and its index
STANDINGS = "standings.json"  # the table of a phase, in its folder; a sealed phase has none there
DECISIONS = "decisions.json"  # the organiser's decisions, in the folder of what is published
EVERYTHING = f"{OUT}/desk/everything.zip"  # all files for the organisers
SEAL = "sealed.json"  # the hash of a sealed phase; it stays when the phase is revealed


def place(folder: Path) -> Path:
    """The folder, if there is a competition in it."""
    if not (folder / FILE).exists():
        raise ArenaError(
            f"There is no competition in {folder.resolve()}: {FILE} is missing. "
            f"To make one: arena init {folder} --preset league"
        )
    return folder
