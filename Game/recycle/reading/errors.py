"""Errors of descriptions, and of the games that they describe."""

from dataclasses import dataclass, field

from Game.core import Refusal


@dataclass(frozen=True, slots=True)
class At:
    """Position of a word or a form: its line and column, both counted from 1, and its characters,
    from `start` up to but not including `end`."""

    line: int
    column: int
    start: int = field(default=0, compare=False)
    end: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Source:
    """The text of a description, and its name in errors."""

    name: str
    text: str

    def show(self, at: At) -> str:
        """The line, with a caret under the column."""
        lines = self.text.split("\n")
        line = lines[at.line - 1] if at.line <= len(lines) else ""
        line = line.replace("\t", " ")
        return f"  {line}\n  {' ' * (at.column - 1)}^"


@dataclass(frozen=True, slots=True)
class Remark:
    """A warning about a description that can be played."""

    at: At
    sentence: str

    def text(self, source: Source) -> str:
        return f"{source.name}:{self.at.line}:{self.at.column}: {self.sentence}"


class DescriptionError(Refusal):
    """A description cannot be read, or cannot be played: where, why, and in which form."""

    def __init__(self, source: Source, at: At, sentence: str, within: str = "") -> None:
        self.at, self.sentence, self.within = at, sentence, within
        text = f"{source.name}:{at.line}:{at.column}: {sentence}\n{source.show(at)}"
        super().__init__(text + (f"\n  in {within}" if within else ""))


class GameFault(Refusal):
    """A game cannot go on: for example, a rule moves a card from an empty place, or never ends.

    The advice is for the author of the game, and not a part of the message.
    """

    def __init__(self, sentence: str, at: At | None = None, advice: str = "") -> None:
        self.sentence, self.at, self.advice = sentence, at, advice
        super().__init__(sentence)
