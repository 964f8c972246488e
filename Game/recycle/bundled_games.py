"""The described games that come with the house: files in `games/`, named in the registry."""

from functools import cache
from importlib.resources import files
from typing import Any

from Game.core.words import Texts
from Game.recycle.game import DescribedGame
from Game.recycle.reading.header import read_header
from Game.recycle.user_game import settled_options


class ShippedGame(DescribedGame):
    """A game whose text is in `games/`. What it is called, and its options, are in its header."""

    def __init__(self, **chosen: Any) -> None:
        super().__init__(**chosen)
        self.set_up(*settled_options(self.text, self.file, self.chosen))

    def words(self, language: str) -> Texts:
        words = super().words(language)
        return {**words, "about": words.get(f"about.{self.name}", self.about)}

    def __reduce__(self) -> tuple[Any, ...]:
        return remade, (self.name, self.chosen)


def remade(name: str, chosen: dict[str, str]) -> DescribedGame:
    """The game, in another process: what was made of the text does not travel."""
    return shipped(name)(**chosen)


@cache
def shipped(name: str) -> type[DescribedGame]:
    """The game of this name."""
    file = f"{name}.gdl"
    text = (files("Game.recycle") / "games" / file).read_text("utf-8")
    header = read_header(text)
    body = {
        "name": name,
        "title": header.title,
        "about": header.about,
        "options": header.options,
        "text": text,
        "file": file,
        "__module__": __name__,
        "__doc__": header.about,
    }
    return type(header.title.replace(" ", ""), (ShippedGame,), body)
