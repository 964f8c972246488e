"""Plays random games of a description, to find mistakes that only show in play.

Each number of players that the game allows is tried, and each other value of an option. The games
are the same each time.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from Game.core.stream import Stream
from Game.recycle.compiling.program import Program
from Game.recycle.machine.luck import StreamLuck
from Game.recycle.reading.errors import DescriptionError, GameFault, Source
from Game.recycle.reading.forms.description import read
from Game.recycle.reading.header import PLAYERS, options_of, read_header
from Game.recycle.reading.nodes import Description
from Game.recycle.reading.sexpr import plain_text
from Game.recycle.user_game import resolve_options

GAMES = 50  # of each variant
MOST_CHOICES = 2_000  # in one game
MOST_WORK = 10_000_000  # in all games together, as `Table.burn` counts it
MOST_VARIANTS = 50


@dataclass(frozen=True)
class GameVariant:
    """A game with these options."""

    players: int  # 0: as many as the text says
    numbers: tuple[tuple[str, int], ...]
    about: str  # the options in words


def variants(text: str, file: str) -> list[GameVariant]:
    """Each number of players in the header, and each other value there with the usual players.

    A game without a header is played as the text says.
    """
    description = read(text, file)
    options = options_of(read_header(text), description.players, description.numbers)
    usual = {option.name: option.default for option in options}
    chosen = [usual]
    for option in sorted(options, key=lambda option: option.name != PLAYERS):
        chosen += [usual | {option.name: one} for one in option.choices if one != option.default]
    found = []
    for values in chosen[:MOST_VARIANTS]:
        count = int(values[PLAYERS])
        more = [
            f"{name}={value}"
            for name, value in values.items()
            if name != PLAYERS and value != usual[name]
        ]
        about = ", ".join([f"{count} player{'' if count == 1 else 's'}", *more])
        found.append(GameVariant(*resolve_options(text, file, values), about))
    return found


def play_random_games(
    text: str,
    file: str,
    every: Sequence[GameVariant],
    note_game: Callable[[], None],
    advice: str = "",
) -> bool:
    """Play random games of these variants. Could they end? False if some were too long, and none
    came to an end.

    The first game that fails raises a `DescriptionError` with the place in the text, and with this
    advice in place of the usual one.
    """
    ended = too_long = 0
    work = MOST_WORK
    for number, variant in enumerate(every):
        source = Source(file, plain_text(text))
        games = _Games(source, variant, work // (len(every) - number), advice)
        games.play(text, note_game)
        ended += games.ended
        too_long += games.too_long
        work -= games.work
    return ended > 0 or too_long == 0


class _Games:
    """The random games of a variant, with a limit of work."""

    def __init__(self, source: Source, variant: GameVariant, most_work: int, advice: str) -> None:
        self.source, self.variant, self.most_work = source, variant, most_work
        self.advice = advice  # of a game that fails; empty: the usual one
        self.ended = self.too_long = self.work = 0

    def play(self, text: str, note_game: Callable[[], None]) -> None:
        try:
            description = read(
                text, self.source.name, self.variant.players, dict(self.variant.numbers)
            )
        except DescriptionError as error:
            sentence = f"With {self.variant.about}: {error.sentence}"
            raise DescriptionError(self.source, error.at, sentence, error.within) from None
        try:
            program = Program(description)
        except GameFault as fault:
            raise self.refusal(fault, description, "A game", 0) from None
        for number in range(GAMES):
            if self.work >= self.most_work:
                break
            self.play_game(program, number)
            note_game()

    def play_game(self, program: Program, number: int) -> None:
        chance = Stream(number)
        choices = 0  # that were made before a failure
        try:
            table = program.start(StreamLuck(chance))
            while not table.over and table.choices <= MOST_CHOICES:
                if self.work + table.spent >= self.most_work:
                    break
                choices = table.choices
                program.interpreter.choose(table, chance.below(len(table.options)))
        except GameFault as fault:
            game = f"Random game {number + 1}"
            raise self.refusal(fault, program.description, game, choices) from None
        self.ended += table.over
        self.too_long += table.choices > MOST_CHOICES
        self.work += table.spent

    def refusal(
        self, fault: GameFault, description: Description, game: str, choices: int
    ) -> DescriptionError:
        when = "" if choices else " before its first choice"
        advice = self.advice or fault.advice
        sentence = f"{game} with {self.variant.about} fails{when}. {fault.sentence} {advice}"
        at = fault.at or description.scoring.at
        return DescriptionError(self.source, at, sentence.rstrip())
