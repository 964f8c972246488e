"""The position of a described game: its places, numbers, point maps and cycles, and the instruction
that the game is at. A table can be copied, and a try on it can be undone.

The rules work on it from outside: see `action.py` and `interpreter.py`.
"""

from typing import TYPE_CHECKING, Any, NamedTuple

from Game.recycle.machine.effects import (
    CardCreated,
    CardMoved,
    CardRemembered,
    Effect,
    NumberStored,
    PlaceReordered,
    PlayerBegins,
    TeamBegins,
    TextStored,
)
from Game.recycle.machine.interrupts import OFTEN, look_for_signals
from Game.recycle.machine.opcodes import BY_FACE, BY_PLACE, DEEPEST, NAMED, NOBODY, UNKNOWN
from Game.recycle.machine.plan import NO_TEXT, Plan
from Game.recycle.reading.errors import GameFault

if TYPE_CHECKING:
    from Game.recycle.machine.luck import Luck

Undo = tuple[Any, ...]


class TakenCard(NamedTuple):
    """A card that was chosen by its face, and taken from its place."""

    row: list[int]  # the cards of the place before
    position: int
    followed: list[int]  # of each card: the seats that know where it lies, before and after
    lost: list[int]  # of each card: the seats that knew where it lay, and no longer do


class ShuffledCards(NamedTuple):
    """The cards of a place that was shuffled."""

    row: list[int]
    lost: list[int]  # of each card: the seats that knew where it lay, and no longer do


class UnknownFace(Exception):
    """The game looks at a card whose face is UNKNOWN."""


def number_text(number: int) -> str:
    """A number as people write it."""
    millions, rest = divmod(number, 1_000_000)
    return f"{millions} million" if millions and not rest else f"{number:,}"


class Table:
    """A card is a number, and a remembered card is written ~card. A place is a number too: its row
    times the number of owners, plus its owner (see `Plan`).
    """

    def __init__(self, plan: Plan, luck: "Luck") -> None:
        self.plan = plan
        self.luck = luck
        self.players = plan.players
        self.places: list[list[int]] = [[] for _ in range(len(plan.labels) * plan.owners)]
        self.owned = [True] * len(self.places)  # False if a copy shares the list: see `own`
        self.stores = [0] * (len(plan.store_names) * plan.owners)
        self.texts = [NO_TEXT] * (len(plan.text_names) * plan.owners)
        self.values: list[Any] = []  # of the variables
        self.maps: list[Any] = []
        self.faces: list[int] = []  # of each card
        self.where: list[int] = []  # of each card: its place
        self.known: list[int] = []  # of each card: a bit for each seat that knows where it lies
        self.shown: list[int] = []  # cards that this option or instruction has remembered
        self.seat, self.queued = 0, NOBODY
        self.held: list[tuple[int, int]] = []  # the cycles of the stages around this one
        self.team, self.team_queued = 0, NOBODY
        self.team_held: list[tuple[int, int]] = []
        self.teams: tuple[tuple[int, ...], ...] = ()
        self.team_of: list[int] = []
        self.sight: list[int] = []  # of each place: a bit for each seat that sees what lies there
        self.pc = 0
        # The `all`s around this choice: the items of each, how many are done, and their kind.
        self.loops: list[tuple[list[Any], int, str]] = []
        self.options: list[tuple[int, tuple[Any, ...]]] = []
        self.choices = 0
        self.spent = 0  # the work of the game before the last choice
        self.refuel(plan.fuel)
        self.over = False
        self.scores: list[int] = []
        self.journal: list[Undo] = []  # how to undo the option that is tried
        self.path: Any = ()  # the items that each `any` picks
        self.step = 0
        self.depth = 0  # of picks within picks
        self.trial = False
        # Does it imitate two mistakes of the first engine? See docs/recycle-engine.md.
        self.as_first_engine = plan.as_first_engine
        self.is_later_item = False  # has the option picked another item than the first?
        self.naming = False  # is an option tried only to name it?
        self.log: Any = None  # takes effects (`append`) if a transcript is wanted
        self.draft: list[Effect] = []  # the effects of the option that is tried
        # Takes the cards that were chosen by their faces, and the shuffles, if wanted.
        self.unseen_moves: Any = None
        self.look_around()

    def clone(self) -> "Table":
        other: Table = Table.__new__(Table)
        other.plan, other.luck, other.players = self.plan, self.luck, self.players
        other.places = self.places[:]
        other.owned = [False] * len(self.places)
        self.owned = other.owned[:]
        other.stores = self.stores[:]
        other.texts = self.texts[:]
        other.values = self.values[:]
        other.maps = self.maps[:]
        other.faces = self.faces  # the list never changes: a new card makes a new list
        other.where, other.known = self.where[:], self.known[:]
        other.shown = self.shown  # this list never changes either
        other.seat, other.queued = self.seat, self.queued
        other.held = self.held[:]
        other.team, other.team_queued = self.team, self.team_queued
        other.team_held = self.team_held[:]
        other.teams, other.team_of, other.sight = self.teams, self.team_of, self.sight
        other.pc, other.loops = self.pc, self.loops[:]
        other.options = self.options
        other.choices, other.fuel, other.next_look = self.choices, self.fuel, self.next_look
        other.spent = self.spent
        other.over, other.scores = self.over, self.scores
        other.journal, other.path, other.step, other.depth = [], (), 0, 0
        other.trial, other.log, other.draft, other.unseen_moves = False, None, [], None
        other.as_first_engine, other.is_later_item = self.as_first_engine, False
        other.naming = False
        return other

    # The limit of work

    def burn(self, at: Any, much: int) -> None:
        """Count the work of an action or of the items of a collection."""
        self.fuel -= much
        if self.fuel < self.next_look:
            self.look_up(at)

    def refuel(self, fuel: int) -> None:
        """Allow this much work from now on."""
        self.fuel = fuel
        self.next_look = fuel - OFTEN if fuel > OFTEN else 0

    def look_up(self, at: Any) -> None:
        """Stop the game if its fuel is used up, or if somebody pressed Ctrl-C."""
        if self.fuel < 0:
            self.give_up(at)
        self.next_look = self.fuel - OFTEN if self.fuel > OFTEN else 0
        look_for_signals()

    def give_up(self, at: Any) -> None:
        raise GameFault(
            f"it has used up its {number_text(self.plan.fuel)} steps since the last choice, so it "
            "may never end: check the `end` of the stages around this, and each `repeat`",
            at,
        )

    def descend(self, at: Any) -> None:
        """Go one pick deeper into an option. The caller counts `depth` down again."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise GameFault(f"an option here has choices nested more than {DEEPEST} deep", at)

    # Effects

    def emit(self, effect: Effect) -> None:
        if self.trial:
            self.draft.append(effect)
        else:
            self.log.append(effect)

    def faces_in(self, place: int) -> tuple[int, ...]:
        return tuple([self.faces[card if card >= 0 else ~card] for card in self.places[place]])

    def face(self, card: int) -> int:
        """The face of a card, also of a remembered one."""
        face: int = self.faces[card if card >= 0 else ~card]
        if face == UNKNOWN:
            raise UnknownFace
        return face

    def card_text(self, card: int) -> str:
        """A card as transcripts write it."""
        texts: list[str] = self.plan.face_texts
        return texts[self.face(card)]

    def card_name(self, card: int) -> str:
        """A card as people write it: its values, and which one of equal cards it is."""
        face = self.face(card)
        before = self.faces[: card if card >= 0 else ~card].count(face)
        name: str = self.plan.face_names[face]
        return f"{name} ({before + 1})" if before else name

    # Who sees what

    def look_around(self) -> None:
        """Compute again which seats see into each place: the teams may have changed."""
        self.sight = self.plan.sight(self.teams)

    def is_seen(self, card: int, place: int, seat: int) -> bool:
        """Does the seat see this card, or know where it lies? All see a remembered card."""
        if card < 0:
            return True
        known, sight = self.known[card], self.sight[place]
        return ((known | sight) >> seat) & 1 == 1

    def learn(self, card: int, start: int, place: int, how: int) -> None:
        """Update which seats know where cards lie, when a card moves.

        If the card is chosen by its position, such as the top one, the seats that knew it can
        follow it. The same holds for a card from a place that nobody sees. All know a card that is
        named. Any other card was chosen by its face: a seat that sees neither end of the move then
        no longer knows what lies at its start.
        """
        start_seen, seen, knew = self.sight[start], self.sight[place], self.known[card]
        everybody = (1 << self.players) - 1
        seen |= start_seen
        if how == NAMED:
            seen = everybody
        elif how == BY_PLACE or start_seen == 0:
            seen |= knew
        elif seen != everybody:
            self.lose(self.places[start], seen)
            knew = -1  # perhaps it has changed
        if seen != knew:
            self.known[card] = seen

    def lose(self, cards: list[int], seen: int) -> None:
        """The seats that do not see it no longer know which of these cards is which."""
        known = self.known
        for card in cards:
            if card >= 0:
                knew = known[card]
                if knew & ~seen:
                    known[card] = knew & seen

    # What actions do

    def own(self, place: int) -> list[int]:
        """The cards of a place, for changing them. A list that a copy shares is copied first."""
        if not self.owned[place]:
            self.places[place] = self.places[place][:]
            self.owned[place] = True
        return self.places[place]

    def create_card(self, face: int, place: int) -> None:
        """All know where a new card lies, because all know the text of the game."""
        card = len(self.faces)
        self.faces = [*self.faces, face]
        self.where.append(place)
        self.known.append((1 << self.players) - 1)
        self.own(place).append(card)
        if self.trial:
            self.journal.append(("create", place))
        if self.log is not None:
            self.emit(CardCreated(face, place))

    def move(self, card: int, place: int, index: int, how: int) -> None:
        start = self.where[card]
        source = self.own(start)
        was = len(source) - 1
        other = source[was]
        while other != card:
            was -= 1
            other = source[was]
        goal = self.own(place)
        if self.log is not None:
            self.emit(CardMoved(self.faces[card], start, place, self.trial, card))
        if not self.trial:
            if how == BY_FACE and card in self.shown:
                how = NAMED
            if how == BY_FACE and self.unseen_moves is not None:
                self.note_taken(card, start, place, was)
            else:
                self.learn(card, start, place, how)
        del source[was]
        if index < 0 or index >= len(goal):
            goal.append(card)
        else:
            goal.insert(index, card)
        self.where[card] = place
        if self.trial:
            if how == NAMED and self.as_first_engine:
                was = len(source)  # undone, the card comes back on top
            self.journal.append(("move", card, start, was, place))

    def note_taken(self, card: int, start: int, place: int, index: int) -> None:
        row, sight = self.places[start][:], self.sight[start]
        before = [self.known[one] | sight for one in row]
        self.learn(card, start, place, BY_FACE)
        after = [self.known[one] | sight for one in row]
        after[index] = self.known[card] | self.sight[place]
        followed = [old & new for old, new in zip(before, after, strict=True)]
        lost = [old & ~new for old, new in zip(before, after, strict=True)]
        self.unseen_moves.append(TakenCard(row, index, followed, lost))

    def note_shuffled(self, cards: list[int], place: int) -> None:
        cards, unseen = [card for card in cards if card >= 0], ~self.sight[place]
        self.unseen_moves.append(ShuffledCards(cards, [self.known[one] & unseen for one in cards]))

    def remember(self, card: int, place: int, index: int) -> None:
        """All see the remembered card, and so they know where the card itself lies now."""
        memory = self.own(place)
        if index < 0 or index > len(memory):
            index = len(memory)
        memory.insert(index, ~card if card >= 0 else card)
        if self.trial:
            self.journal.append(("remember", place, index))
        elif card >= 0:
            self.known[card] = (1 << self.players) - 1
            self.shown = [*self.shown, card]
        if self.log is not None:
            self.emit(CardRemembered(place, self.faces_in(place)))

    def forget(self, place: int, index: int) -> None:
        gone = self.own(place).pop(index)
        if self.trial:
            self.journal.append(("forget", place, index, gone))

    def reorder(self, place: int, order: list[int]) -> None:
        if self.trial:
            self.journal.append(("reorder", place, self.places[place][:]))
        self.own(place)[:] = order
        if not self.trial:
            if self.unseen_moves is not None:
                self.note_shuffled(order, place)
            self.lose(order, self.sight[place])
        if self.log is not None:
            self.emit(PlaceReordered(place, self.faces_in(place)))

    def shuffle(self, place: int) -> None:
        order = self.luck.shuffle_order(self, place)
        if order is not None:
            self.reorder(place, order)
        elif self.trial:
            self.journal.append(("nothing",))

    def store(self, place: int, value: int) -> None:
        if self.trial:
            self.journal.append(("store", place, self.stores[place]))
        self.stores[place] = value
        if self.log is not None:
            self.emit(NumberStored(place, value))

    def store_text(self, place: int, text: str) -> None:
        if self.trial:
            self.journal.append(("text", place, self.texts[place]))
        self.texts[place] = text
        if self.log is not None:
            self.emit(TextStored(place, text))

    def put(self, number: int, points: Any) -> None:
        if self.trial:
            self.journal.append(("put", number, self.maps[number]))
        self.maps[number] = points

    def do_nothing(self) -> None:
        """Note an action that changes nothing, so that its option is offered."""
        if self.trial:
            self.journal.append(("nothing",))

    def note_cycles(self) -> None:
        """Note the cycles and the teams before one of them changes."""
        if self.trial:
            self.journal.append(
                (
                    *("cycle", self.seat, self.queued, self.team, self.team_queued),
                    *(self.teams, self.team_of, self.sight),
                )
            )

    def undo(self, mark: int) -> None:
        """Undo everything since the journal had this length."""
        journal, places = self.journal, self.places
        while len(journal) > mark:
            entry = journal.pop()
            what = entry[0]
            if what == "move":
                _, card, start, was, place = entry
                places[place].remove(card)
                places[start].insert(was, card)
                self.where[card] = start
            elif what == "store":
                self.stores[entry[1]] = entry[2]
            elif what == "text":
                self.texts[entry[1]] = entry[2]
            elif what == "remember":
                del places[entry[1]][entry[2]]
            elif what == "forget":
                places[entry[1]].insert(entry[2], entry[3])
            elif what == "reorder":
                places[entry[1]][:] = entry[2]
            elif what == "put":
                self.maps[entry[1]] = entry[2]
            elif what == "create":
                places[entry[1]].pop()
                self.where.pop()
                self.known.pop()
                self.faces = self.faces[: len(self.faces) - 1]
            elif what == "cycle":
                self.seat, self.queued, self.team, self.team_queued = entry[1:5]
                self.teams, self.team_of, self.sight = entry[5:]

    # Cycles

    def next_seat(self) -> int:
        return self.queued if self.queued != NOBODY else (self.seat + 1) % self.players

    def next_team(self) -> int:
        if self.team_queued != NOBODY:
            return self.team_queued
        return (self.team + 1) % len(self.teams)

    def become(self, seat: int) -> None:
        self.seat, self.queued = seat, NOBODY
        if self.log is not None:
            self.emit(PlayerBegins(seat))

    def become_team(self, team: int) -> None:
        self.team, self.team_queued = team, NOBODY
        if self.log is not None:
            self.emit(TeamBegins(team))
