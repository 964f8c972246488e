"""The described games that come with the arena: files in `games/`, named in the registry."""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from Game.core.options import Option
from Game.core.words import Texts
from Game.recycle.game import DescribedGame
from Game.recycle.reading.dialects import SUFFIXES
from Game.recycle.reading.header import read_header
from Game.recycle.user_game import resolve_options


@dataclass(frozen=True)
class BundledFile:
    """The file of a game, with the facts of its header. Call it with options to make the game."""

    name: str
    title: str
    about: str
    options: tuple[Option, ...]
    text: str
    file: str  # its name, which tells the dialect

    def __call__(self, **chosen: Any) -> "BundledGame":
        return BundledGame(self, chosen)


class BundledGame(DescribedGame):
    def __init__(self, file: BundledFile, chosen: dict[str, Any]) -> None:
        self.bundled_file = file
        self.name, self.title, self.about = file.name, file.title, file.about
        self.options, self.text, self.file = file.options, file.text, file.file
        super().__init__(**chosen)
        self.set_up(*resolve_options(self.text, self.file, self.chosen))

    def words(self, language: str) -> Texts:
        words = super().words(language)
        own = {key: words.get(f"{key}.{self.name}", words[key]) for key in ("title", "about")}
        return {**words, **own}

    def make_again(self) -> DescribedGame:
        return self.bundled_file(**self.chosen)

    def __reduce__(self) -> tuple[Any, ...]:
        return unpickle, (self.name, self.chosen)


def unpickle(name: str, chosen: dict[str, str]) -> DescribedGame:
    """The game in another process. The program that was compiled from the text does not travel."""
    return bundled_file(name)(**chosen)


@cache
def bundled_file(name: str) -> BundledFile:
    """The file of the game with this name."""
    folder = files("Game.recycle") / "games"
    file = next(f"{name}{end}" for end in SUFFIXES if (folder / f"{name}{end}").is_file())
    text = (folder / file).read_text("utf-8")
    header = read_header(text)
    return BundledFile(name, header.title, header.about, header.options, text, file)
