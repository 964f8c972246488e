"""Where the files of the scenes are."""

from pathlib import Path

FOLDER = "show"  # in Out
STAGE = "stage"  # in the folder of a phase
# In the folder of the live pages of a phase.
LIVE_GAME = "live-stage.json"  # the game on show
LIVE_TABLES = "stage.json"


def stage_folder(out: Path, phase: str, edition: str) -> Path:
    """The folder of the files that belong to one running order."""
    return out / FOLDER / phase / STAGE / edition


def scene_file(folder: Path, id: str) -> Path:
    """The file of the scene with this cue."""
    return folder / f"{id}.json"
