"""Transcripts: a game line by line, in the format of the language's first engine.

`transcribe` plays a random game and writes one. `follow` feeds a machine the shuffles and choices
of one, and compares every option, effect and score with it.
"""

from typing import Any

from Game.core.refusal import Refusal
from Game.core.stream import Stream
from Game.recycle.course import Course, Drawn
from Game.recycle.errors import GameFault
from Game.recycle.table import Table

PATIENCE = 20_000  # pieces of the game that are tried before it is given up

NOTHING = "(the transcript ends here)"


class Difference(Refusal):
    """A transcript that the machine does not follow: the first line where they part."""

    def __init__(self, line: int, theirs: str, ours: str) -> None:
        self.line, self.theirs, self.ours = line, theirs, ours
        super().__init__(
            f"Line {line} of the transcript is not what the game does.\n"
            f"  transcript: {theirs}\n  game:       {ours}"
        )


def transcribe(course: Course, stream: Stream) -> list[str]:
    """The lines of a random game."""
    lines: list[str] = []
    table = course.start(Drawn(stream), lines)
    while not table.over:
        course.choose(table, stream.below(len(table.options)))
    return lines


class Following:
    """Takes the lines that the machine writes, and does not take one that is not written."""

    def __init__(self, lines: list[str], position: int) -> None:
        self.lines, self.position = lines, position

    def append(self, line: str) -> None:
        if self.position == len(self.lines) or self.lines[self.position] != line:
            raise self.differs(line)
        self.position += 1

    def differs(self, ours: str) -> Difference:
        theirs = self.lines[self.position] if self.position < len(self.lines) else NOTHING
        return Difference(self.position + 1, theirs, ours)

    def order(self, skipped: int) -> list[str] | None:
        """The order that the transcript gives a place, so many lines from here."""
        start = self.position + skipped
        if start >= len(self.lines) or not self.lines[start].startswith("O:"):
            return None
        end = start + 1
        while end < len(self.lines) and self.lines[end]:
            end += 1
        return self.lines[start + 1 : end]


class Recorded:
    """Chance as it fell in the transcript. What it does not tell, the result of a coin, is tried
    in every way: `forced` are the coins to take, `taken` is what was there to take."""

    def __init__(self, script: Following, forced: list[int]) -> None:
        self.script, self.forced = script, forced
        self.taken: list[tuple[int, int]] = []

    def shuffled(self, table: Table, place: int) -> list[int] | None:
        order = self.script.order(len(table.draft) if table.trial else 0)
        if order is None:
            if table.trial:
                return None
            raise self.script.differs(f"(a shuffle of {table.place_text(place)})")
        left = table.places[place][:]
        found = []
        for text in order:
            card = next((card for card in left if table.card_text(card) == text), None)
            if card is None:
                raise self.script.differs(f"(a shuffle of a place without {text or 'an order'})")
            left.remove(card)
            found.append(card)
        if left:
            raise self.script.differs(f"(a shuffle that has {table.card_text(left[0])} too)")
        return found

    def tied(self, table: Table, cards: list[int]) -> int:
        number = len(self.taken)
        pick = self.forced[number] if number < len(self.forced) else 0
        pick = min(pick, len(cards) - 1)
        self.taken.append((pick, len(cards)))
        return cards[pick]


def follow(course: Course, text: str) -> None:
    """Play the transcript again; a `Difference` names the first line where the game parts from it.

    Of options that begin alike, and of coins, those are found that lead on.
    """
    lines = text.replace("\r\n", "\n").removesuffix("\n").split("\n")
    worst: Difference | None = None
    seen: set[Any] = set()
    # Where the game stands, the line, the option to take there, and the coins.
    ahead: list[tuple[Table | None, int, int, list[int]]] = [(None, 0, 0, [])]
    for _ in range(PATIENCE):
        if not ahead:
            break
        before, position, option, forced = ahead.pop()
        script = Following(lines, position)
        luck = Recorded(script, forced)
        try:
            if before is None:
                table = course.start(luck, script)
            else:
                table = before.clone()
                table.luck, table.log = luck, script
                course.choose(table, option)
            if table.over:
                if script.position == len(lines):
                    return
                raise script.differs("(the game is over)")
            found = True
        except Difference as difference:
            found = False
            if worst is None or difference.line > worst.line:
                worst = difference
        except GameFault as fault:
            found = False
            if worst is None or script.position + 1 > worst.line:
                worst = script.differs(str(fault))
        taken = [pick for pick, _ in luck.taken]
        for place in range(len(luck.taken) - 1, len(forced) - 1, -1):
            for pick in range(luck.taken[place][1] - 1, 0, -1):
                ahead.append((before, position, option, [*taken[:place], pick]))
        if found and (key := (script.position, table.key())) not in seen:
            seen.add(key)
            for number in reversed(range(len(table.options))):
                ahead.append((table, script.position, number, []))
    assert worst is not None
    raise worst
