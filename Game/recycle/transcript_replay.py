"""Plays a transcript again: `follow` takes the shuffles and the choices from the transcript, and
compares every option, effect and score with it.
"""

import re
from typing import Any, NamedTuple

from Game.core import Refusal
from Game.recycle.compiling.program import Program
from Game.recycle.machine.effects import (
    CardCreated,
    Effect,
    PlayerBegins,
    PointsPut,
    TeamBegins,
    TeamCreated,
)
from Game.recycle.machine.plan import Plan
from Game.recycle.machine.table import Table
from Game.recycle.reading.errors import GameFault
from Game.recycle.transcript import all_lines, lines_of

PATIENCE = 200_000  # attempts before `follow` gives up
THEIR_CHOICES = 500  # the first engine ends a game after about this many

# Effects that a transcript may leave out where an option is only tried.
OPTIONAL = (PlayerBegins, TeamBegins, TeamCreated, PointsPut, CardCreated)
NOTHING = "(the transcript ends here)"


class Difference(Refusal):
    """The first line of a transcript that differs from the game."""

    def __init__(self, line: int, theirs: str, ours: str) -> None:
        self.line, self.theirs, self.ours = line, theirs, ours
        super().__init__(
            f"Line {line} of the transcript is not what the game does.\n"
            f"  transcript: {theirs}\n  game:       {ours}"
        )


class Script:
    """The lines of a transcript, and the position in them. It is the log of a table: it takes each
    effect, and raises a `Difference` if the next lines say something else."""

    def __init__(self, plan: Plan, lines: list[str], position: int) -> None:
        self.plan, self.lines, self.position = plan, lines, position
        self.table: Table | None = None  # the table that emits the effects
        self.tried: dict[int, Effect] = {}  # the effects of the options so far, by identity

    def append(self, effect: Effect) -> None:
        may_lack = False
        if self.table is not None and self.table.trial:
            # Effects before an `any` are written again with each of its options, or only once.
            may_lack = id(effect) in self.tried or isinstance(effect, OPTIONAL)
            self.tried[id(effect)] = effect
        for line in lines_of(effect, self.plan):
            if self.position < len(self.lines) and alike(self.lines[self.position], line):
                self.position += 1
            elif may_lack:
                return
            else:
                raise self.differs(line)

    def differs(self, ours: str) -> Difference:
        theirs = self.lines[self.position] if self.position < len(self.lines) else NOTHING
        return Difference(self.position + 1, theirs, ours)

    @property
    def is_at_end(self) -> bool:
        return self.position == len(self.lines)

    def order(self, skipped: int) -> list[str] | None:
        """The order of the shuffle that stands this many lines ahead, if there is one."""
        start = self.position + skipped
        if start >= len(self.lines) or not self.lines[start].startswith("O:"):
            return None
        end = start + 1
        while end < len(self.lines) and self.lines[end]:
            end += 1
        return self.lines[start + 1 : end]


def alike(theirs: str, ours: str) -> bool:
    """Do two lines say the same? The separators in an entry of a point map do not count."""
    if theirs.rstrip() == ours:
        return True
    if theirs.startswith("A:") and ours.startswith("A:"):
        return re.split(r"\W+", theirs) == re.split(r"\W+", ours) or (
            re.sub(r"\W", "", theirs) == re.sub(r"\W", "", ours)
        )
    if re.fullmatch(r"t: \d+", ours):  # a team's turn: none of our transcripts has one
        return re.match(r"t: (?!p\d)", theirs) is not None
    return theirs.rstrip() == ours.rstrip()


class TranscriptLuck:
    """Chance as it fell in the transcript. A transcript does not tell how coins fell: `forced` says
    it for the first coins. `taken` notes every coin, and how many cards it decided between."""

    def __init__(self, script: Script, forced: list[int]) -> None:
        self.script, self.forced = script, forced
        self.taken: list[tuple[int, int]] = []

    def shuffle_order(self, table: Table, place: int) -> list[int] | None:
        order = self.script.order(self.draft_length(table))
        if order is None:
            if table.trial:
                return None
            raise self.script.differs(f"(a shuffle of {table.plan.place_text(place)})")
        left = table.places[place][:]
        cards = []
        for text in order:
            card = next((card for card in left if table.card_text(card) == text), None)
            if card is None:
                raise self.script.differs(f"(a shuffle of a place without {text or 'an order'})")
            left.remove(card)
            cards.append(card)
        if left:
            raise self.script.differs(f"(a shuffle that has {table.card_text(left[0])} too)")
        return cards

    def draft_length(self, table: Table) -> int:
        """The number of lines of the option that is being tried."""
        return len(all_lines(table.draft, table.plan)) if table.trial else 0

    def break_tie(self, table: Table, cards: list[int]) -> int:
        number = len(self.taken)
        pick = self.forced[number] if number < len(self.forced) else 0
        pick = min(pick, len(cards) - 1)
        self.taken.append((pick, len(cards)))
        return cards[pick]

    def draw(self, table: Table, least: int, most: int) -> int:
        return self.break_tie(table, list(range(least, most + 1)))


class Attempt(NamedTuple):
    """A choice to try next, with the results of the coins up to the following choice."""

    table: Table | None  # where the choice is made; None before the game has begun
    line: int  # of the transcript, the next one to be compared
    option: int
    coins: list[int]


def follow(program: Program, text: str) -> None:
    """Play the transcript again. Raise a `Difference` at the first line where the game differs.

    Several options can begin with the same lines, and no transcript shows how a coin fell. All of
    them are tried until one agrees with the transcript to its end.
    """
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").rstrip("\n").split("\n")
    furthest: Difference | None = None
    seen: set[Any] = set()
    waiting = [Attempt(None, 0, 0, [])]
    for _ in range(PATIENCE):
        if not waiting:
            break
        attempt = waiting.pop()
        script = Script(program.plan, lines, attempt.line)
        luck = TranscriptLuck(script, attempt.coins)
        try:
            table, is_done = play_on(program, attempt, script, luck)
        except Difference as difference:
            if furthest is None or difference.line > furthest.line:
                furthest = difference
            waiting += other_coins(attempt, luck)
            continue
        if is_done:
            return
        waiting += other_coins(attempt, luck)
        if (key := (script.position, position_key(table))) not in seen:
            seen.add(key)
            options = reversed(range(len(table.options)))  # the first option is tried first
            waiting += [Attempt(table, script.position, number, []) for number in options]
    assert furthest is not None
    raise furthest


def play_on(
    program: Program, attempt: Attempt, script: Script, luck: TranscriptLuck
) -> tuple[Table, bool]:
    """Make the choice and play to the next one: the table there, and is the transcript followed?"""
    table = None
    try:
        if attempt.table is None:
            script.table = table = program.set_up(luck, script)
            program.interpreter.go_on(table)
        else:
            script.table = table = attempt.table.clone()
            table.luck, table.log = luck, script
            program.interpreter.choose(table, attempt.option)
        if table.over and not script.is_at_end:
            raise script.differs("(the game is over)")
    except (Difference, GameFault) as trouble:
        if table is not None and is_broken_off(program, table, script):
            return table, True
        raise trouble if isinstance(trouble, Difference) else script.differs(str(trouble)) from None
    return table, table.over


def other_coins(attempt: Attempt, luck: TranscriptLuck) -> list[Attempt]:
    """The same choice with other results of the coins. The last coin is tried first."""
    coins = [pick for pick, _ in luck.taken]
    return [
        attempt._replace(coins=[*coins[:place], pick])
        for place in range(len(attempt.coins), len(coins))
        for pick in range(luck.taken[place][1] - 1, 0, -1)
    ]


def is_broken_off(program: Program, table: Table, script: Script) -> bool:
    """Whether the first engine stopped this game early. Then the scores are unfinished."""
    if table.choices < THEIR_CHOICES - 1:
        return False
    if script.is_at_end:
        return True
    try:
        program.interpreter.finish(table)
    except (Difference, GameFault):
        return False
    return script.is_at_end


def position_key(table: Table) -> tuple[Any, ...]:
    """The same for two positions from which the game goes on in the same way."""
    return (
        table.pc, table.seat, table.queued, table.team, table.team_queued, tuple(table.held),
        tuple(table.team_held), tuple([tuple(place) for place in table.places]),
        tuple(table.stores), tuple(table.texts), repr(table.values), repr(table.loops),
        tuple([id(one) for one in table.maps]),
    )  # fmt: skip
