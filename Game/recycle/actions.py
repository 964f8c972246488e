"""Makes functions of actions: each is done at once, and can be tried in every way that it offers.

`any` among actions offers a way for each item. To try is to go through all ways, one after the
other, taking back what was done; to do is to follow the path of one of them.
"""

from collections.abc import Callable, Sequence
from typing import Any

from Game.recycle.compiler import Compiler, Function, constant, real
from Game.recycle.errors import GameFault
from Game.recycle.nodes import TEAM, Node
from Game.recycle.table import Table

Do = Callable[[Table], None]
Then = Callable[[], None]
Try = Callable[[Table, Then], None]
Deed = tuple[Do, Try | None]  # without a way to try it, there is only one way to do it

MOST_OPTIONS = 5000


class Points(dict[str, int]):
    """What a point map gives to each card, by the card's text; worked out when it is asked for."""

    def __init__(self, entries: tuple[tuple[tuple[tuple[str, str], ...], int], ...]) -> None:
        super().__init__()
        self.entries = entries

    def __missing__(self, text: str) -> int:
        card = dict([pair.split("=") for pair in text.split(";")])
        total = sum(
            [
                points
                for pairs, points in self.entries
                if all(card.get(key) == value for key, value in pairs)
            ]
        )
        self[text] = total
        return total


def in_order(items: Sequence[Any]) -> list[Any]:
    """The order in which `any` offers: the first, then the last down to the second."""
    return [*items[:1], *items[:0:-1]]


class Actions(Compiler):
    def action(self, node: Node) -> Deed:
        made: Any = getattr(self, "do_" + node.op)(node)
        return made if isinstance(made, tuple) else (made, None)

    # Several actions

    def do_do(self, node: Node) -> Deed:
        return self.together([self.action(part) for part in node.parts[0]])

    def together(self, deeds: list[Deed]) -> Deed:
        runs = [run for run, _ in deeds]
        if len(deeds) == 1:
            return deeds[0]

        def do(table: Table) -> None:
            for run in runs:
                run(table)

        if all(trial is None for _, trial in deeds):
            return do, None

        def attempt(table: Table, then: Then, start: int = 0) -> None:
            for number in range(start, len(deeds)):
                run, trial = deeds[number]
                if trial:
                    trial(table, lambda: attempt(table, then, number + 1))  # noqa: B023
                    return
                run(table)
            then()

        return do, attempt

    def do_when(self, node: Node) -> Deed:
        test, (run, trial) = self.value(node.parts[0]), self.action(node.parts[1])

        def do(table: Table) -> None:
            if test(table):
                run(table)

        if trial is None:
            return do, None
        ways = trial

        # What held when the way was tried is asked again when it is done: nothing has changed.
        def attempt(table: Table, then: Then) -> None:
            if test(table):
                ways(table, then)
            else:
                then()

        return do, attempt

    def do_all(self, node: Node) -> Deed:
        group, slot, at = self.items(node.parts[0]), node.parts[1], node.at
        run, trial = self.action(node.parts[2])

        def do(table: Table) -> None:
            items = list(group(table))
            table.burn(at, 1 + len(items))
            for item in items:
                table.values[slot] = item
                run(table)

        if trial is None:
            return do, None
        ways = trial

        def attempt(table: Table, then: Then) -> None:
            items = list(group(table))
            table.burn(at, 1 + len(items))

            def follow(number: int) -> None:
                if number == len(items):
                    then()
                else:
                    table.values[slot] = items[number]
                    ways(table, lambda: follow(number + 1))

            follow(0)

        return do, attempt

    def do_any(self, node: Node) -> Deed:
        group, slot, at = self.items(node.parts[0]), node.parts[1], node.at
        run, trial = self.action(node.parts[2])

        def do(table: Table) -> None:
            if table.step >= len(table.path):
                raise GameFault("chance has changed what there is to choose from", at)
            table.values[slot] = table.path[table.step]
            table.step += 1
            run(table)

        def attempt(table: Table, then: Then) -> None:
            items = in_order(list(group(table)))
            table.burn(at, 1 + len(items))
            mark, drafted, values = len(table.journal), len(table.draft), table.values[:]
            for number, item in enumerate(items):
                if number:
                    table.undo(mark)
                    del table.draft[drafted:]
                    table.values[:] = values
                table.values[slot] = item
                table.path.append(item)
                if trial:
                    trial(table, then)
                else:
                    run(table)
                    then()
                table.path.pop()

        return do, attempt

    def do_let(self, node: Node) -> Deed:
        value, slot = self.value(node.parts[0]), node.parts[1]
        if len(node.parts) == 2:  # a declaration holds for the whole game

            def declare(table: Table) -> None:
                table.values[slot] = value(table)

            return declare, None
        run, trial = self.action(node.parts[2])

        def do(table: Table) -> None:
            table.values[slot] = value(table)
            run(table)

        if trial is None:
            return do, None
        ways = trial

        def attempt(table: Table, then: Then) -> None:
            table.values[slot] = value(table)
            ways(table, then)

        return do, attempt

    def do_repeat(self, node: Node) -> Deed:
        many, (run, trial), at = self.value(node.parts[0]), self.action(node.parts[1]), node.at

        def do(table: Table) -> None:
            for _ in range(many(table)):
                table.burn(at)
                run(table)

        if trial is None:
            return do, None
        ways = trial

        def attempt(table: Table, then: Then) -> None:
            def follow(left: int) -> None:
                table.burn(at)
                if left <= 0:
                    then()
                else:
                    ways(table, lambda: follow(left - 1))

            count = many(table)
            if count > 50:
                raise GameFault(f"a choice is repeated {count} times within one option", at)
            follow(count)

        return do, attempt

    def do_repeat_all(self, node: Node) -> Deed:
        cards, (run, _) = self.cards(node.parts[0]), self.action(node.parts[1])

        def do(table: Table) -> None:
            for _ in range(len(cards(table))):
                run(table)

        return do, None

    # Setting up

    def do_create_players(self, node: Node) -> Do:
        players = node.parts[0]

        def create(table: Table) -> None:
            if table.log is not None:
                table.emit(f"nump:{players}")
                table.emit("t: p0")

        return create

    def do_create_teams(self, node: Node) -> Do:
        teams = node.parts[0]
        team_of = [0] * self.players
        for number, members in enumerate(teams):
            for seat in members:
                team_of[seat] = number

        def create(table: Table) -> None:
            table.note_cycles()
            table.teams, table.team_of = teams, team_of
            table.team %= len(teams)
            if table.log is not None:
                for number, members in enumerate(teams):
                    table.emit(f"T:{' '.join([str(seat) for seat in members])} ")

        return create

    def do_create_deck(self, node: Node) -> Do:
        place, cards, at = self.place(node.parts[0]), node.parts[1], node.at

        def create(table: Table) -> None:
            goal = place(table)
            for card in cards:
                table.burn(at)
                table.create_card(card, goal)

        return create

    def do_put(self, node: Node) -> Do:
        name, entries = node.parts
        number, known, at = self.maps[name], self.totals, node.at
        rows = [
            ([(self.value(key), self.value(value)) for key, value in keys], self.value(points))
            for keys, points in entries
        ]

        def resolved(table: Table) -> Any:
            return tuple(
                [
                    (tuple([(key(table), value(table)) for key, value in keys]), points(table))
                    for keys, points in rows
                ]
            )

        def put(table: Table) -> None:
            table.burn(at)
            entries = resolved(table)
            found = known.get(entries)
            if found is None:
                found = known[entries] = Points(entries)
            if table.log is not None:
                for pairs, points in entries:
                    table.emit(f"A:{','.join([value for _, value in pairs])} {points}")
            table.put(number, found)

        return put

    # Single actions

    def do_cycle(self, node: Node) -> Do:
        when, who = node.parts
        if isinstance(who, str):
            texts = {
                "current": lambda table: table.seat,
                "next": lambda table: table.next_seat(),
                "previous": lambda table: (table.seat - 1) % self.players,
            }
            seat: Function = texts[who]
            of_team = False
        else:
            seat, of_team = self.value(who), who.type == TEAM
        queued = when == "next"

        def cycle(table: Table) -> None:
            table.burn(node.at)
            found = seat(table)
            table.note_cycles()
            if of_team and queued:
                table.team_queued = found
            elif of_team:
                table.become_team(found)
            elif queued:
                table.queued = found
            else:
                table.become(found)

        return cycle

    def do_set(self, node: Node) -> Do:
        place = self.number(node.parts[0], "sto", node.parts[1], self.store_rows)
        value, at = self.value(node.parts[2]), node.at
        sign = {"set": 0, "inc": 1, "dec": -1}[node.op]

        def change(table: Table) -> None:
            table.burn(at)
            store = place(table)
            amount = value(table)
            table.store(store, table.stores[store] + sign * amount if sign else amount)

        return change

    do_inc = do_set
    do_dec = do_set

    def goal(self, where: str | Node) -> Function:
        """The index at which a card is put in; -1 is the top."""
        if isinstance(where, Node):
            return self.value(where)
        return constant(-1 if where == "top" else 0)

    def do_move(self, node: Node) -> Do:
        card, place, at = self.value(node.parts[0]), self.place(node.parts[2]), node.at
        index = self.goal(node.parts[1])
        memory = self.is_memory()

        def move(table: Table) -> None:
            table.burn(at)
            one, goal = card(table), place(table)
            if one is None:
                raise GameFault("a card is moved from where there is none", at)
            if one < 0:
                raise GameFault(
                    f"{table.card_text(one)} is only remembered there: move `(actual ...)` of it",
                    at,
                )
            if memory[goal // table.plan.owners]:
                raise GameFault("a card is moved to a memory: use `remember` for that", at)
            table.move(one, goal, index(table))

        return move

    def is_memory(self) -> list[bool]:
        return [kind == "mem" for kind, _ in self.rows]

    def do_remember(self, node: Node) -> Do:
        card, place, at = self.value(node.parts[0]), self.place(node.parts[2]), node.at
        index = self.goal(node.parts[1])

        def remember(table: Table) -> None:
            table.burn(at)
            one = card(table)
            if one is None:
                table.journal.append(("nothing",))
            else:
                table.remember(one, place(table), index(table))

        return remember

    def do_forget(self, node: Node) -> Do:
        source, at = node.parts[0], node.at
        card = self.value(source)
        memory = self.is_memory()
        within = source.parts[1] if source.op == "card" and source.parts[1].op == "place" else None
        place = self.place(within) if within else constant(None)

        def forget(table: Table) -> None:
            table.burn(at)
            one = card(table)
            if one is None:
                table.journal.append(("nothing",))
                return
            where = place(table)
            remembered = ~real(one)  # type: ignore[operator]
            places = (
                [where]
                if where is not None
                else [
                    number
                    for number in range(len(table.places))
                    if memory[number // table.plan.owners]
                ]
            )
            for number in places:
                if remembered in table.places[number]:
                    found = table.places[number]
                    last = len(found) - 1 - found[::-1].index(remembered)
                    table.forget(number, last)
                    return
            raise GameFault(f"{table.card_text(one)} is forgotten, and was not remembered", at)

        return forget

    def do_shuffle(self, node: Node) -> Do:
        place, at = self.place(node.parts[0]), node.at

        def shuffle(table: Table) -> None:
            table.burn(at)
            table.shuffle(place(table))

        return shuffle

    def do_pass(self, node: Node) -> Do:
        def turn(table: Table) -> None:
            table.burn(node.at)
            table.journal.append(("nothing",))

        return turn
