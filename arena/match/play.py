"""One game: ask, check, play, record.

The table keeps the true state and the luck. A seat gets a view and gives an answer; whatever it
does, the game goes on to its end.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple, Protocol

from arena.common.errors import StrictFault
from arena.common.version import __version__
from arena.guest.protocol.thoughts import with_texts
from arena.guest.protocol.verdict import Answer, Fault
from arena.replay.record import FORMAT, BotEntry, FaultEntry, Move, Record, SpoiledAttempt, game_id
from arena.sandbox.host.packages import ALLOWED
from Game.core.game import Game
from Game.core.keys import KeyedStream, derive, seed_number
from Game.core.state import State
from Game.core.turn import OVER


class Seat(Protocol):
    """Where a bot sits, however it is isolated."""

    def new_game(self, seed: int) -> None: ...

    def ask(self, view: object, ply: int) -> Answer: ...

    def notes(self) -> list[str]: ...

    def end_game(self) -> None: ...


class Audience(Protocol):
    """Somebody who is told the game as it is played."""

    def begin(self, game: Game, state: State) -> None: ...

    def moved(self, state: State, seat: int, text: str) -> None: ...


class Busy(Exception):
    """A bot was late, and that was the machine's fault: the game does not count."""

    def __init__(self, replay: SpoiledAttempt) -> None:
        super().__init__(replay.reason)
        self.replay = replay


class Terms(NamedTuple):
    """What is agreed for all games of a run."""

    master: bytes  # the key that all luck comes from
    isolation: str
    budget: float
    clock: bool
    strict: bool = False
    packages: tuple[str, ...] = ALLOWED  # of others, that bots may import


class Chance(KeyedStream):
    """The luck inside a game, which notes down what it decides."""

    def __init__(self, key: bytes) -> None:
        super().__init__(key)
        self.decided: list[int] = []

    def below(self, n: int) -> int:
        number = super().below(n)
        self.decided.append(number)
        return number

    def take(self) -> tuple[int, ...]:
        """What was decided since the last time."""
        decided = tuple(self.decided)
        self.decided.clear()
        return decided


def play_game(
    game: Game,
    bots: Sequence[BotEntry],
    sides: Sequence[int],
    seats: Sequence[Seat],
    deal: int,
    terms: Terms,
    replays: Sequence[SpoiledAttempt] = (),
    audience: Audience | None = None,
    luck: Sequence[str] = (),
) -> Record:
    """Deal number `deal`, played by these seats to the end.

    `replays` are the attempts before this one, which the machine has spoiled.
    `luck` names whose random numbers each bot draws, where that is not its name.
    """
    state = game.deal_number(terms.master, deal)
    dealt = game.write_deal(state)
    seating = game.seated(sides)
    identity = game_id(game.name, game.chosen, dealt, [bots[i] for i in seating])
    chance = Chance(derive(terms.master, "chance", deal))
    state.chance = chance
    luck = luck or [bot.name for bot in bots]
    seeds = [
        seed_number(derive(terms.master, "bot", deal, seat, luck[bot]))
        for seat, bot in enumerate(seating)
    ]
    with _in_the_game(seats, seeds):
        if audience is not None:
            audience.begin(game, state)

        moves: list[Move] = []
        faults: list[FaultEntry] = []
        while (seat := state.turn) != OVER:
            ply = len(moves)
            answer = seats[seat].ask(state.view(seat), ply)
            action, fault = answer.action, answer.fault
            legal = state.legal()
            if fault is not None or action not in legal:
                if answer.excuse:
                    name = bots[seating[seat]].name
                    raise Busy(
                        SpoiledAttempt(
                            name, f"at move {ply} {name}, in seat {seat}, was late; {answer.excuse}"
                        )
                    )
                fault = _explained(game, state, legal, action, fault)
                faults.append(FaultEntry(ply, seat, *fault))
                if terms.strict:
                    raise StrictFault(_scene(game, state, bots[seating[seat]].name, faults[-1]))
                action = KeyedStream(derive(terms.master, "fallback", deal, ply)).choice(legal)
            text = game.action_text(state, action)
            move = Move(seat, text, answer.us, answer.cpu, fault.verdict if fault else "")
            move.waited = answer.waited
            if answer.thoughts and fault is None:
                texts = {each: game.action_text(state, each) for each in legal}
                move.thoughts = with_texts(answer.thoughts, texts)
            state.play(action)
            moves.append(move)
            if chance.decided:
                move.chance = chance.take()
            if audience is not None:
                audience.moved(state, seat, text)
        notes = [
            f"{bots[seating[seat]].name}, in seat {seat}: {note}"
            for seat, player in enumerate(seats)
            for note in player.notes()
        ]

    outcome = game.outcome(state)
    present = sorted(set(seating))
    return Record(
        format=FORMAT,
        id=identity,
        game=game.name,
        options=game.chosen,
        deal=dealt,
        bots=[bots[bot] for bot in present],
        seats=[present.index(bot) for bot in seating],
        seeds=seeds,
        sides=[list(seats) for seats in game.sides],
        moves=moves,
        scores=list(outcome.scores),
        ranks=list(outcome.ranks),
        isolation="+".join(sorted({bots[bot].isolation for bot in present})),
        budget=terms.budget if terms.clock else None,
        versions={"arena": __version__},
        faults=faults,
        notes=[*(f"played again: {replay.reason}" for replay in replays), *notes],
        replays=list(replays),
    )


@contextmanager
def _in_the_game(seats: Sequence[Seat], seeds: Sequence[int]) -> Iterator[None]:
    """Each bot begins a game here, and whatever becomes of the game, each bot ends with it."""
    try:
        for player, seed in zip(seats, seeds, strict=True):
            player.new_game(seed)
        yield
    finally:
        for player in seats:
            player.end_game()


def _explained(
    game: Game, state: State, legal: list[int], action: int, fault: Fault | None
) -> Fault:
    """The fault, with the choice that the bot had where that helps."""
    if fault is None:
        fault = Fault("illegal", f"think returned {_text(game, state, action)}")
    if fault.verdict != "illegal":
        return fault
    choice = " ".join(game.action_text(state, each) for each in legal)
    return fault._replace(
        reason=f"{fault.reason}; it must return one of observation.get_list_actions(): {choice}"
    )


def _text(game: Game, state: State, action: int) -> str:
    """How an action is written, though it may be none at all."""
    try:
        return game.action_text(state, action)
    except (IndexError, ValueError):
        return f"action number {action}"


def _scene(game: Game, state: State, name: str, fault: FaultEntry) -> str:
    """A fault in full, and the position in which it happened, as the bot saw it."""
    view = state.view(fault.seat)
    seen = game.observe(view, KeyedStream(b"")).table_text()
    return "\n".join(
        filter(
            None,
            (
                f"{name}, in seat {fault.seat} at move {fault.ply}: {fault.verdict}",
                fault.reason,
                fault.traceback,
                f"It had printed:\n{fault.output}" if fault.output else "",
                "The position, as the bot saw it:",
                seen,
            ),
        )
    )
