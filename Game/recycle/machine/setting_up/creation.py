# cython: auto_pickle=False
"""The actions that create players, teams, decks and point maps."""

from typing import Any

from Game.recycle.machine.actions import SingleAction
from Game.recycle.machine.effects import PlayerBegins, PlayersCreated, PointsPut, TeamCreated
from Game.recycle.machine.function import Function
from Game.recycle.machine.opcodes import ACTION_WORK
from Game.recycle.machine.points import Points
from Game.recycle.machine.table import Table
from Game.recycle.reading.errors import GameFault
from Game.recycle.reading.limits import MOST_CARDS

MOST_MAPS = 2000  # point maps in the cache of one action

Worth = tuple[tuple[Any, ...], ...]


class MakePlayers(SingleAction):
    def __init__(self, players: int, at: Any) -> None:
        super().__init__(at)
        self.players = players

    def run(self, table: Table) -> None:
        if table.log is not None:
            table.emit(PlayersCreated(self.players))
            table.emit(PlayerBegins(0))


class MakeTeams(SingleAction):
    """The teams of the text come first: a transcript shows only those."""

    def __init__(
        self, teams: tuple[tuple[int, ...], ...], in_text: int, players: int, at: Any
    ) -> None:
        super().__init__(at)
        self.teams, self.in_text = teams, in_text
        self.team_of = [0] * players
        for number, members in enumerate(teams):
            for seat in members:
                self.team_of[seat] = number

    def run(self, table: Table) -> None:
        table.burn(self.at, ACTION_WORK + len(table.sight))
        table.note_cycles()
        table.teams, table.team_of = self.teams, self.team_of
        table.team %= len(self.teams)
        table.look_around()
        if table.log is not None:
            for members in self.teams[: self.in_text]:
                table.emit(TeamCreated(members))


class MakeComputedTeams(SingleAction):
    """Teams whose members are computed now. A player that is in none plays alone."""

    def __init__(self, teams: list[list[Function]], players: int, at: Any) -> None:
        super().__init__(at)
        self.teams, self.players = teams, players

    def run(self, table: Table) -> None:
        made, left = [], list(range(self.players))
        for members in self.teams:
            team = []
            for member in members:
                seat = member.value(table)
                if seat not in left:
                    raise GameFault(
                        f"player {seat} does not exist or is in a team already", self.at
                    )
                left.remove(seat)
                team.append(seat)
            made.append(tuple(team))
        teams = MakeTeams((*made, *[(seat,) for seat in left]), len(made), self.players, self.at)
        teams.run(table)


class MakeDeck(SingleAction):
    def __init__(self, place: Function, faces: list[int], at: Any) -> None:
        super().__init__(at)
        self.place, self.faces = place, faces

    def run(self, table: Table) -> None:
        place = self.place.number(table)
        if len(table.faces) + len(self.faces) > MOST_CARDS:
            raise GameFault(
                f"this deck is too large: the decks of a game have at most {MOST_CARDS} cards "
                f"together",
                self.at,
            )
        for face in self.faces:
            table.burn(self.at, ACTION_WORK)
            table.create_card(face, place)


class Put(SingleAction):
    """A point map gets its entries. A cache holds the maps that were computed before."""

    def __init__(
        self,
        place: Function,
        entries: list[tuple[list[tuple[Function, Function]], Function]],
        faces: list[dict[str, str]],
        at: Any,
    ) -> None:
        super().__init__(at)
        self.place, self.entries, self.faces = place, entries, faces
        # The parts that must be computed each time. The others never change.
        self.changing: list[Function] = []
        for pairs, points in entries:
            for part in [*[one for pair in pairs for one in pair], points]:
                if not part.fixed:
                    self.changing.append(part)
        self.cache: dict[Any, Points] = {}

    def run(self, table: Table) -> None:
        table.burn(self.at, ACTION_WORK)
        values = []
        for part in self.changing:
            values.append(part.value(table))
        key = tuple(values)
        points = self.cache.get(key)
        if points is None:
            if len(self.cache) == MOST_MAPS:
                self.cache.clear()
            points = self.cache[key] = Points(self.current_entries(table), self.faces)
        if table.log is not None:
            for pairs, worth in points.entries:
                table.emit(PointsPut(tuple([value for _, value in pairs]), worth))
        table.put(self.place.number(table), points)

    def current_entries(self, table: Table) -> Worth:
        entries = []
        for pairs, points in self.entries:
            keys = []
            for key, value in pairs:
                keys.append((key.value(table), value.value(table)))
            entries.append((tuple(keys), points.value(table)))
        return tuple(entries)
