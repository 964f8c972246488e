"""A described game that a user brings. Its text is one of its options, so the text goes wherever
the options go: into a bot's box and into every record.
"""

from collections.abc import Mapping
from typing import Any

from Game.core.options import OptionError, settle
from Game.core.words import Texts
from Game.recycle.game import DescribedGame, read_cached
from Game.recycle.reading.header import FILE, PLAYERS, TEXT, numbers_of, options_of, read_header

LONGEST = 40_000  # bytes of a text: it travels in one message


class UserGame(DescribedGame):
    name = "recycle"

    def __init__(self, **chosen: Any) -> None:
        is_from_file = FILE in chosen  # which may be empty
        self.text, self.file = str(chosen.pop(TEXT, "")), str(chosen.pop(FILE, "game.gdl"))
        if not self.text and not is_from_file:
            raise OptionError(
                "A game in the RECYCLE language is played from its file: write the file's name "
                "where a game's name goes, as in --game mine.gdl"
            )
        if len(self.text.encode(errors="replace")) > LONGEST:
            raise OptionError(
                f"{self.file} is longer than {LONGEST:,} bytes, and a game cannot be: "
                "shorten its comments"
            )
        header = read_header(self.text)
        plain = read_cached(self.text, self.file, 0, ())
        self.title = header.title or self.file.rpartition(".")[0] or self.file
        self.about = header.about or f"A game for {plain.players} players."
        self.translations = header.translations
        self.options = options_of(header, plain.players, plain.numbers)
        own = {FILE: self.file, TEXT: self.text}
        self.chosen = own | settle(self.file, self.options, chosen)
        self.set_up(*resolve_options(self.text, self.file, self.chosen))

    def words(self, language: str) -> Texts:
        return {**super().words(language), **self.translations.get(language, {})}

    def __reduce__(self) -> tuple[Any, ...]:
        return unpickle, (self.chosen,)

    @property
    def variant(self) -> dict[str, str]:
        return {name: value for name, value in self.chosen.items() if name != TEXT}


def unpickle(chosen: dict[str, str]) -> UserGame:
    """The game in another process. The program that was compiled from the text does not travel."""
    return UserGame(**chosen)


def resolve_options(
    text: str, file: str, chosen: Mapping[str, str]
) -> tuple[int, tuple[tuple[str, int], ...]]:
    """The number of players to read the text for, and the values of the numbers that it declares.

    The number of players is 0 if it is the text's own. Then the game keeps the text's teams.
    """
    plain = read_cached(text, file, 0, ())
    players = int(chosen.get(PLAYERS, plain.players))
    return 0 if players == plain.players else players, numbers_of(chosen, plain.numbers)
