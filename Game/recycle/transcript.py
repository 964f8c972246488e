"""Transcripts: a game line by line, in the format of the language's first engine.

`transcribe` plays a random game and writes one. `follow` feeds a machine the shuffles and choices
of one, and compares every option, effect and score with it. What is known of that engine, and what
is guessed, is listed in docs/recycle-engine.md.
"""

import re
from collections.abc import Iterable
from typing import Any

from Game.core.refusal import Refusal
from Game.core.stream import Stream
from Game.recycle.machine.effects import (
    CardCreated,
    CardMoved,
    CardRemembered,
    Effect,
    NumberStored,
    PlaceReordered,
    PlayerBegins,
    PlayerScored,
    PlayersCreated,
    PointsPut,
    TeamBegins,
    TeamCreated,
)
from Game.recycle.machine.luck import StreamLuck
from Game.recycle.machine.plan import KINDS, Plan
from Game.recycle.machine.table import Table
from Game.recycle.program import Program
from Game.recycle.reading.errors import GameFault

PATIENCE = 200_000  # pieces of the game that are tried before it is given up
THEIR_CHOICES = 500  # after so many the first engine breaks a game off; give or take one

# Effects that a transcript may leave out where an option is only tried.
OPTIONAL = (PlayerBegins, TeamBegins, TeamCreated, PointsPut, CardCreated)
NOTHING = "(the transcript ends here)"


class Difference(Refusal):
    """A transcript that the machine does not follow: the first line where they part."""

    def __init__(self, line: int, theirs: str, ours: str) -> None:
        self.line, self.theirs, self.ours = line, theirs, ours
        super().__init__(
            f"Line {line} of the transcript is not what the game does.\n"
            f"  transcript: {theirs}\n  game:       {ours}"
        )


# Writing


def lines_of(effect: Effect, plan: Plan) -> list[str]:
    """An effect in the format of the first engine."""
    match effect:
        case CardMoved(face, start, goal, tried):
            mark, arrow = ("N", "?->") if tried else ("M", "->")
            card = plan.face_texts[face]
            return [f"{mark}:{card} {plan.place_text(start)} {arrow} {plan.place_text(goal)}"]
        case NumberStored(store, value):
            row, owner = divmod(store, plan.owners)
            return [f"S:{plan.owner_text(owner)} {plan.store_names[row]} {value}"]
        case PlayerBegins(seat):
            return [f"t: p{seat}"]
        case TeamBegins(team):
            return [f"t: {team}"]
        case PointsPut(values, points):
            return [f"A:{','.join(values)} {points}"]
        case CardCreated(face, place):
            owner_text, kind, name = plan.place_text(place).split(":")
            return [f"C:{plan.face_texts[face]} {owner_text} {kind} {name}"]
        case CardRemembered(place, faces):
            return _place_lines("m", plan, place, faces)
        case PlaceReordered(place, faces):
            return _place_lines("O", plan, place, faces)
        case TeamCreated(members):
            return [f"T:{' '.join([str(seat) for seat in members])} "]
        case PlayersCreated(players):
            return [f"nump:{players}"]
        case PlayerScored(seat, score):
            return [f"s:{score} {seat}"]


def _place_lines(mark: str, plan: Plan, place: int, faces: tuple[int, ...]) -> list[str]:
    kind, name = plan.labels[place // plan.owners]
    first = f"{mark}:CardCollection {name} (CC TYPE: {KINDS[kind]})"
    return [first, *[plan.face_texts[face] for face in faces], ""]


def all_lines(effects: Iterable[Effect], plan: Plan) -> list[str]:
    return [line for effect in effects for line in lines_of(effect, plan)]


def transcribe(program: Program, stream: Stream) -> list[str]:
    """The lines of a random game."""
    effects: list[Effect] = []
    table = program.start(StreamLuck(stream), effects)
    while not table.over:
        program.interpreter.choose(table, stream.below(len(table.options)))
    return all_lines(effects, program.plan)


# Following


class Script:
    """The lines of a transcript from a position on. As the log of a table it takes each effect, and
    raises a `Difference` if the lines do not say the same."""

    def __init__(self, plan: Plan, lines: list[str], position: int) -> None:
        self.plan, self.lines, self.position = plan, lines, position
        self.table: Table | None = None  # the table that emits the effects
        self.tried: dict[int, Effect] = {}  # the effects of the options so far, by identity

    def append(self, effect: Effect) -> None:
        may_lack = False
        if self.table is not None and self.table.trial:
            # What is done before an `any` is told with each of its options, or with the first.
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


class TranscriptLuck:
    """Chance as it fell in the transcript. What it does not tell, the result of a coin, is tried
    in every way: `forced` are the coins to take, `taken` is what was there to take."""

    def __init__(self, script: Script, forced: list[int]) -> None:
        self.script, self.forced = script, forced
        self.taken: list[tuple[int, int]] = []

    def shuffled(self, table: Table, place: int) -> list[int] | None:
        order = self.script.order(self.drafted(table))
        if order is None:
            if table.trial:
                return None
            raise self.script.differs(f"(a shuffle of {table.plan.place_text(place)})")
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

    def drafted(self, table: Table) -> int:
        """How many lines the option that is tried has made so far."""
        return len(all_lines(table.draft, table.plan)) if table.trial else 0

    def tied(self, table: Table, cards: list[int]) -> int:
        number = len(self.taken)
        pick = self.forced[number] if number < len(self.forced) else 0
        pick = min(pick, len(cards) - 1)
        self.taken.append((pick, len(cards)))
        return cards[pick]


def follow(program: Program, text: str) -> None:
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
        script = Script(program.plan, lines, position)
        luck = TranscriptLuck(script, forced)
        table = None
        try:
            if before is None:
                script.table = table = program.set_up(luck, script)
                program.interpreter.go_on(table)
            else:
                script.table = table = before.clone()
                table.luck, table.log = luck, script
                program.interpreter.choose(table, option)
            if table.over and not script.is_at_end:
                raise script.differs("(the game is over)")
        except (Difference, GameFault) as trouble:
            if table is not None and is_broken_off(program, table, script):
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
        if table is not None and (key := (script.position, position_key(table))) not in seen:
            seen.add(key)
            for number in reversed(range(len(table.options))):
                ahead.append((table, script.position, number, []))
    assert worst is not None
    raise worst


def is_broken_off(program: Program, table: Table, script: Script) -> bool:
    """Has the first engine had enough of this game? Then it may have counted what there was."""
    if table.choices < THEIR_CHOICES - 1:
        return False
    if script.is_at_end:
        return True
    first = re.fullmatch(r"s:-?\d+ (\d+)", script.lines[script.position].rstrip())
    if first is None or int(first[1]) >= program.plan.players:
        return False
    table.seat = int(first[1])
    try:
        program.interpreter.finish(table)
    except (Difference, GameFault):
        return False
    return script.is_at_end


def position_key(table: Table) -> tuple[Any, ...]:
    """Equal for positions from which the game goes on alike."""
    return (
        table.pc, table.seat, table.queued, table.team, table.team_queued, tuple(table.held),
        tuple(table.team_held), tuple([tuple(place) for place in table.places]),
        tuple(table.stores), repr(table.values), repr(table.loops),
        tuple([id(one) for one in table.maps]),
    )  # fmt: skip
