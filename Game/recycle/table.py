"""The position of a described game: places, numbers, point maps, cycles, and where in its course it
is. It can be copied, and whatever was tried on it can be taken back.

What the rules do with it is in the functions that `compiler` makes; `course` leads through them.
"""

from typing import Any, Protocol

from Game.recycle.errors import GameFault

NOBODY = -1  # no player is queued

TYPES = {"vloc": "VISIBLE", "iloc": "INVISIBLE", "hloc": "HIDDEN", "mem": "MEMORY"}

Undo = tuple[Any, ...]


class Luck(Protocol):
    """Where chance comes from."""

    def shuffled(self, table: "Table", place: int) -> list[int] | None:
        """The new order of a place, or None to leave it as it is."""

    def tied(self, table: "Table", cards: list[int]) -> int:
        """The card that a coin picks of those that score alike."""


class Plan(Protocol):
    """What a table needs to know of the game that is played on it."""

    owners: int  # the game, the players, the teams
    players: int
    labels: tuple[tuple[str, str], ...]  # (kind, NAME) of each row of places
    store_names: tuple[str, ...]
    fuel: int


class Table:
    """A card is a number; a remembered one is written ~card.

    A place is a number too: its row of places times the number of owners, plus its owner, where
    0 is the game, then come the players and the teams.
    """

    __slots__ = (
        "attributes", "choices", "draft", "fuel", "held", "journal", "known", "log", "loops",
        "luck", "maps", "options", "over", "path", "pc", "places", "plan", "queued", "scores",
        "seat", "step", "stores", "team", "team_held", "team_of", "team_queued", "teams", "texts",
        "trial", "values", "where",
    )  # fmt: skip

    def __init__(self, plan: Plan, luck: Luck) -> None:
        self.plan = plan
        self.luck = luck
        self.places: list[list[int]] = [[] for _ in range(len(plan.labels) * plan.owners)]
        self.stores = [0] * (len(plan.store_names) * plan.owners)
        self.values: list[Any] = []  # of the variables
        self.maps: list[dict[str, int] | None] = []
        self.attributes: list[dict[str, str]] = []  # of each card
        self.texts: list[str] = []
        self.where: list[int] = []
        self.known: list[int] = []  # of each card: a bit for each seat that knows where it lies
        self.seat, self.queued = 0, NOBODY
        self.held: list[tuple[int, int]] = []  # cycles of the stages around this one
        self.team, self.team_queued = 0, NOBODY
        self.team_held: list[tuple[int, int]] = []
        self.teams: tuple[tuple[int, ...], ...] = ()
        self.team_of: list[int] = []
        self.pc = 0
        self.loops: list[tuple[list[Any], int]] = []
        self.options: list[tuple[int, tuple[Any, ...]]] = []
        self.choices = 0
        self.fuel = plan.fuel
        self.over = False
        self.scores: list[int] = []
        self.journal: list[Undo] = []
        self.path: Any = []  # what `any` picks, one after the other
        self.step = 0
        self.trial = False
        self.log: Any = None  # a list of lines, where somebody wants a transcript
        self.draft: list[str] = []  # the lines of what is tried

    def clone(self) -> "Table":
        other = Table.__new__(Table)
        other.plan, other.luck = self.plan, self.luck
        other.places = [place[:] for place in self.places]
        other.stores = self.stores[:]
        other.values = self.values[:]
        other.maps = self.maps[:]
        other.attributes, other.texts = self.attributes[:], self.texts[:]
        other.where, other.known = self.where[:], self.known[:]
        other.seat, other.queued = self.seat, self.queued
        other.held = self.held[:]
        other.team, other.team_queued = self.team, self.team_queued
        other.team_held = self.team_held[:]
        other.teams, other.team_of = self.teams, self.team_of
        other.pc, other.loops = self.pc, self.loops[:]
        other.options = self.options
        other.choices, other.fuel = self.choices, self.fuel
        other.over, other.scores = self.over, self.scores
        other.journal, other.path, other.step = [], [], 0
        other.trial, other.log, other.draft = False, None, []
        return other

    def key(self) -> tuple[Any, ...]:
        """Equal for positions from which the game goes on alike."""
        return (
            self.pc, self.seat, self.queued, self.team, self.team_queued, tuple(self.held),
            tuple(self.team_held), tuple([tuple(place) for place in self.places]),
            tuple(self.stores), repr(self.values), repr(self.loops),
            tuple([id(one) for one in self.maps]),
        )  # fmt: skip

    # Chance of running on for ever

    def burn(self, at: Any, much: int = 10) -> None:
        """Pay for an action, or for going through so many things."""
        self.fuel -= much
        if self.fuel < 0:
            raise GameFault(
                "there has been work for a million things since the last choice, so the game may "
                "never end: look at the `end` of the stages around this, and at what is repeated",
                at,
            )

    # Words

    def owner_text(self, owner: int) -> str:
        if owner == 0:
            return "table"
        players = self.plan.players
        return f"p{owner - 1}" if owner <= players else str(owner - 1 - players)

    def card_text(self, card: int) -> str:
        return self.texts[card if card >= 0 else ~card]

    def place_text(self, place: int) -> str:
        row, owner = divmod(place, self.plan.owners)
        kind, name = self.plan.labels[row]
        return f"{self.owner_text(owner)}:{TYPES[kind]}:{name}"

    def emit(self, line: str) -> None:
        if self.trial:
            self.draft.append(line)
        else:
            self.log.append(line)

    def emit_place(self, mark: str, place: int) -> None:
        kind, name = self.plan.labels[place // self.plan.owners]
        self.emit(f"{mark}:CardCollection {name} (CC TYPE: {TYPES[kind]})")
        for card in self.places[place]:
            self.emit(self.card_text(card))
        self.emit("")

    # What actions do

    def create_card(self, attributes: tuple[tuple[str, str], ...], place: int) -> None:
        card = len(self.texts)
        self.attributes.append(dict(attributes))
        self.texts.append(";".join([f"{key}={value}" for key, value in attributes]))
        self.where.append(place)
        self.known.append(self.seen_by(place))
        self.places[place].append(card)
        self.journal.append(("create", place))
        if self.log is not None:
            owner, kind, name = self.place_text(place).split(":")
            self.emit(f"C:{self.texts[card]} {owner} {kind} {name}")

    def move(self, card: int, place: int, index: int) -> None:
        start = self.where[card]
        source = self.places[start]
        was = source.index(card)
        goal = self.places[place]
        if self.log is not None:
            arrow = "N:{} {} ?-> {}" if self.trial else "M:{} {} -> {}"
            self.emit(
                arrow.format(self.texts[card], self.place_text(start), self.place_text(place))
            )
        if not self.trial:
            self.learn(card, start, place)
        del source[was]
        if index < 0 or index > len(goal):
            index = len(goal)
        goal.insert(index, card)
        self.where[card] = place
        self.journal.append(("move", card, start, was, place))

    def remember(self, card: int, place: int, index: int) -> None:
        memory = self.places[place]
        if index < 0 or index > len(memory):
            index = len(memory)
        memory.insert(index, ~card if card >= 0 else card)
        self.journal.append(("remember", place, index))
        if self.log is not None:
            self.emit_place("m", place)

    def forget(self, place: int, index: int) -> None:
        self.journal.append(("forget", place, index, self.places[place].pop(index)))

    def reorder(self, place: int, order: list[int]) -> None:
        self.journal.append(("reorder", place, self.places[place][:]))
        self.places[place][:] = order
        if not self.trial:
            seen = self.seen_by(place)
            for card in order:
                self.known[card] &= seen
        if self.log is not None:
            self.emit_place("O", place)

    def seen_by(self, place: int) -> int:
        """A bit for each seat that sees what lies in a place."""
        row, owner = divmod(place, self.plan.owners)
        kind, players = self.plan.labels[row][0], self.plan.players
        if kind == "vloc":
            return (1 << players) - 1
        if kind != "iloc" or owner == 0:
            return 0
        if owner <= players:
            return 1 << (owner - 1)
        team = owner - 1 - players
        return sum([1 << seat for seat in self.teams[team]]) if team < len(self.teams) else 0

    def learn(self, card: int, start: int, place: int) -> None:
        """Who knows where cards lie, once one has moved.

        Who sees neither end of the move knows no longer what lies at either.
        """
        seen = self.seen_by(start) | self.seen_by(place)
        known = self.known
        for other in self.places[start]:
            known[other] &= seen
        known[card] = seen

    def shuffle(self, place: int) -> None:
        order = self.luck.shuffled(self, place)
        if order is None:
            self.journal.append(("nothing",))
        else:
            self.reorder(place, order)

    def store(self, place: int, value: int) -> None:
        self.journal.append(("store", place, self.stores[place]))
        self.stores[place] = value
        if self.log is not None:
            row, owner = divmod(place, self.plan.owners)
            self.emit(f"S:{self.owner_text(owner)} {self.plan.store_names[row]} {value}")

    def put(self, number: int, points: dict[str, int]) -> None:
        self.journal.append(("put", number, self.maps[number]))
        self.maps[number] = points

    def note_cycles(self) -> None:
        """Before a cycle or the teams change."""
        self.journal.append(
            (
                *("cycle", self.seat, self.queued, self.team, self.team_queued),
                *(self.teams, self.team_of),
            )
        )

    def undo(self, mark: int) -> None:
        """Take everything back that was done since the journal had this length."""
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
                self.texts.pop()
                self.attributes.pop()
            elif what == "cycle":
                self.seat, self.queued, self.team, self.team_queued = entry[1:5]
                self.teams, self.team_of = entry[5:]

    # Cycles

    def next_seat(self) -> int:
        return self.queued if self.queued != NOBODY else (self.seat + 1) % self.plan.players

    def next_team(self) -> int:
        if self.team_queued != NOBODY:
            return self.team_queued
        return (self.team + 1) % len(self.teams)

    def become(self, seat: int) -> None:
        self.seat, self.queued = seat, NOBODY
        if self.log is not None:
            self.emit(f"t: p{seat}")

    def become_team(self, team: int) -> None:
        self.team, self.team_queued = team, NOBODY
        if self.log is not None:
            self.emit(f"t: {team}")
