"""Arguments that name saved games: the path of a file, or the name of a run."""

from pathlib import Path
from typing import Any

import click

from arena.store.runs import games_of


class SavedGames(click.Path):
    """The path of a file or folder. The name of a run, such as r12, becomes the path of its games.

    A file that has the name of a run comes first. The path need not exist: the functions that read
    games have a better error for a missing file than click.
    """

    def __init__(self) -> None:
        super().__init__(path_type=Path, readable=False)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        path = super().convert(value, param, ctx)
        assert isinstance(path, Path)
        return games_of(path)


SAVED_GAMES = SavedGames()
