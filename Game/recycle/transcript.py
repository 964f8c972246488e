"""Transcripts: a game line by line, in the format of the language's first engine.

`transcribe` plays a random game and writes one. `follow` feeds a machine the shuffles and choices
of one, and compares every option, effect and score with it. What is known of that engine, and what
is guessed, is listed in docs/recycle-engine.md.
"""

import re
from typing import Any

from Game.core.refusal import Refusal
from Game.core.stream import Stream
from Game.recycle.machine.program import Drawn, Program
from Game.recycle.machine.table import Table
from Game.recycle.reading.errors import GameFault

PATIENCE = 200_000  # pieces of the game that are tried before it is given up
THEIR_CHOICES = 500  # after so many the first engine breaks a game off; give or take one

UNTOLD = ("t:", "T:", "A:", "C:")  # effects that may be left out where an option is only tried
NOTHING = "(the transcript ends here)"


class Difference(Refusal):
    """A transcript that the machine does not follow: the first line where they part."""

    def __init__(self, line: int, theirs: str, ours: str) -> None:
        self.line, self.theirs, self.ours = line, theirs, ours
        super().__init__(
            f"Line {line} of the transcript is not what the game does.\n"
            f"  transcript: {theirs}\n  game:       {ours}"
        )


def transcribe(course: Program, stream: Stream) -> list[str]:
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
        self.table: Table | None = None  # whose lines these are
        self.told: dict[int, str] = {}  # the lines of the options so far, by identity
        self.may_lack = self.lacks = False  # this line, and the cards that belong to it

    def append(self, line: str) -> None:
        is_tried = self.table is not None and self.table.trial
        if line[1:2] == ":":
            # What is done before an `any` is told with each of its options, or with the first.
            self.may_lack = is_tried and (id(line) in self.told or line[:2] in UNTOLD)
            self.lacks = False
        if is_tried:
            self.told[id(line)] = line
        here = self.position < len(self.lines) and alike(self.lines[self.position], line)
        if here and not self.lacks:
            self.position += 1
        elif self.may_lack:
            self.lacks = True
        else:
            raise self.differs(line)

    def differs(self, ours: str) -> Difference:
        theirs = self.lines[self.position] if self.position < len(self.lines) else NOTHING
        return Difference(self.position + 1, theirs, ours)

    @property
    def is_at_end(self) -> bool:
        return self.position == len(self.lines)

    def order(self, skipped: int) -> list[str] | None:
        """The order that the transcript gives a place, so many lines from here."""
        start = self.position + skipped
        if start >= len(self.lines) or not self.lines[start].startswith("O:"):
            return None
        end = start + 1
        while end < len(self.lines) and self.lines[end]:
            end += 1
        return self.lines[start + 1 : end]


def alike(theirs: str, ours: str) -> bool:
    """Do two lines say the same? How the values of a point map are parted does not count."""
    if theirs.rstrip() == ours:
        return True
    if theirs.startswith("A:") and ours.startswith("A:"):
        return re.split(r"\W+", theirs) == re.split(r"\W+", ours) or (
            re.sub(r"\W", "", theirs) == re.sub(r"\W", "", ours)
        )
    if re.fullmatch(r"t: \d+", ours):  # a team's turn, which no transcript shows that we have
        return re.match(r"t: (?!p\d)", theirs) is not None
    return theirs.rstrip() == ours.rstrip()


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


def follow(course: Program, text: str) -> None:
    """Play the transcript again; a `Difference` names the first line where the game parts from it.

    Of options that begin alike, and of coins, those are found that lead on.
    """
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").rstrip("\n").split("\n")
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
        table = None
        try:
            if before is None:
                script.table = table = course.begun(luck, script)
                course.flow.go_on(table)
            else:
                script.table = table = before.clone()
                table.luck, table.log = luck, script
                course.choose(table, option)
            if table.over and not script.is_at_end:
                raise script.differs("(the game is over)")
        except (Difference, GameFault) as trouble:
            if table is not None and is_broken_off(course, table, script):
                return
            found = trouble if isinstance(trouble, Difference) else script.differs(str(trouble))
            if worst is None or found.line > worst.line:
                worst = found
            table = None
        if table is not None and table.over:
            return
        taken = [pick for pick, _ in luck.taken]
        for place in range(len(forced), len(luck.taken)):  # the last coin is tried first
            for pick in range(luck.taken[place][1] - 1, 0, -1):
                ahead.append((before, position, option, [*taken[:place], pick]))
        if table is not None and (key := (script.position, table.key())) not in seen:
            seen.add(key)
            for number in reversed(range(len(table.options))):
                ahead.append((table, script.position, number, []))
    assert worst is not None
    raise worst


def is_broken_off(course: Program, table: Table, script: Following) -> bool:
    """Has the first engine had enough of this game? Then it may have counted what there was."""
    if table.choices < THEIR_CHOICES - 1:
        return False
    if script.is_at_end:
        return True
    first = re.fullmatch(r"s:-?\d+ (\d+)", script.lines[script.position].rstrip())
    if first is None or int(first[1]) >= course.players:
        return False
    table.seat = int(first[1])
    try:
        course.flow.finish(table)
    except (Difference, GameFault):
        return False
    return script.is_at_end
