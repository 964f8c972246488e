"""A described game that somebody brings: its text is one of its options, so that the text goes
wherever the options go, into a bot's box and into every record.
"""

from collections.abc import Mapping
from typing import Any

from Game.core.options import OptionError, settle
from Game.recycle.game import DescribedGame, described
from Game.recycle.reading.header import FILE, PLAYERS, TEXT, numbers_of, options_of, read_header

NAME = "recycle"  # of every game that is given as a text
LONGEST = 40_000  # bytes of a text: it travels in one message


class GivenGame(DescribedGame):
    name = NAME

    def __init__(self, **chosen: Any) -> None:
        self.text, self.file = str(chosen.pop(TEXT, "")), str(chosen.pop(FILE, "game.gdl"))
        if not self.text:
            raise OptionError(
                "A game in the RECYCLE language is played from its file: write the file's name "
                "where a game's name goes, as in --game mine.gdl"
            )
        if len(self.text.encode(errors="replace")) > LONGEST:
            raise OptionError(
                f"{self.file} is longer than {LONGEST:,} bytes, which is more than a game takes: "
                "shorten its comments"
            )
        header = read_header(self.text)
        plain = described(self.text, self.file, 0, ())
        self.title = header.title or self.file.rpartition(".")[0] or self.file
        self.about = header.about or f"A game for {plain.players} players."
        self.options = options_of(header, plain.players, plain.numbers)
        own = {FILE: self.file, TEXT: self.text}
        self.chosen = own | settle(self.file, self.options, chosen)
        self.set_up(*settled_options(self.text, self.file, self.chosen))

    def __reduce__(self) -> tuple[Any, ...]:
        return remade, (self.chosen,)

    @property
    def variant(self) -> dict[str, str]:
        return {name: value for name, value in self.chosen.items() if name != TEXT}


def remade(chosen: dict[str, str]) -> GivenGame:
    """The game, in another process: what was made of the text does not travel."""
    return GivenGame(**chosen)


def settled_options(
    text: str, file: str, chosen: Mapping[str, str]
) -> tuple[int, tuple[tuple[str, int], ...]]:
    """For how many players the text is to be read (0: as many as it says), and with which numbers.

    A text that is for so many anyway keeps its teams.
    """
    plain = described(text, file, 0, ())
    players = int(chosen.get(PLAYERS, plain.players))
    return 0 if players == plain.players else players, numbers_of(chosen, plain.numbers)
