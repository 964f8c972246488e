"""One game: ask, check, play, record.

The arena keeps the true state and the random streams. A seat gets a view and gives an answer. If
the answer is a fault, a random legal action is played, and the game goes on to its end.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, Protocol

from msgspec import Struct

from arena.common.errors import StrictFault
from arena.common.version import __version__
from arena.guest.protocol.safe_text import quote
from arena.guest.protocol.thoughts import with_texts
from arena.guest.protocol.verdict import INSTEAD, Answer, Fault
from arena.match.people import NO_PEOPLE, People
from arena.replay.record import FORMAT, BotEntry, FaultEntry, Move, Record, SpoiledAttempt, game_id
from arena.sandbox.host.packages import ALLOWED
from Game.core.game import Game
from Game.core.keys import KeyedStream, derive, seed_number
from Game.core.state import State
from Game.core.turn import OVER


class Seat(Protocol):
    """The seat of a bot at any isolation level."""

    def new_game(self, seed: int) -> None: ...

    def ask(self, view: object, ply: int) -> Answer: ...

    def notes(self) -> list[str]: ...

    def output(self) -> str:
        """The beginning of what the bot printed in this game, unless it went to the terminal."""
        ...

    def end_game(self) -> None: ...


class Audience(Protocol):
    """Follows a game while it is played."""

    def begin(self, game: Game, state: State, names: Sequence[str]) -> None: ...

    def announce_move(self, state: State, seat: int, text: str) -> None: ...


class Busy(Exception):
    """A bot was late because the machine was busy. The game does not count."""

    def __init__(self, replay: SpoiledAttempt) -> None:
        super().__init__(replay.reason)
        self.replay = replay


class Terms(NamedTuple):
    """The conditions of all games of a run."""

    master: bytes  # the key from which all random streams are derived
    isolation: str
    budget: float
    clock: bool
    strict: bool = False
    packages: tuple[str, ...] = ALLOWED  # installed packages that bots may import
    deals: tuple[Mapping[str, Any], ...] = ()  # the deals to play, if they are not random

    def deal(self, game: Game, number: int) -> State:
        """The deal with this number."""
        if self.deals:
            return game.read_deal(self.deals[number])
        return game.deal_number(self.master, number)


class Chance(KeyedStream):
    """The random stream inside a game. It notes its results for the record."""

    def __init__(self, key: bytes) -> None:
        super().__init__(key)
        self.decided: list[int] = []

    def below(self, n: int) -> int:
        number = super().below(n)
        self.decided.append(number)
        return number

    def take(self) -> tuple[int, ...]:
        """The results since the last call."""
        decided = tuple(self.decided)
        self.decided.clear()
        return decided


class GameSecrets(Struct, frozen=True, array_like=True):
    """The deal of one game, and the keys and seeds of its random streams.

    A machine that has only these cannot compute the deal of any other game.
    """

    deal: dict[str, Any]
    chance: bytes
    fallback: bytes
    seeds: list[int]  # of the bot in each seat


class GameSetup(NamedTuple):
    """The conditions that all games of a match share."""

    game: Game
    bots: Sequence[BotEntry]
    terms: Terms
    seed_labels: Sequence[str] = ()  # of the bots; if empty, their names
    people: People = NO_PEOPLE

    def secrets(self, sides: Sequence[int], deal: int, state: State) -> GameSecrets:
        """The secrets of the game on this deal, which begins with `state`.

        They are derived from the key of the whole run.
        """
        game, bots, terms, labels, people = self
        return GameSecrets(
            game.write_deal(state),
            derive(terms.master, "chance", deal),
            derive(terms.master, "fallback", deal),
            [
                seed_number(
                    derive(
                        terms.master, "bot", deal, seat, labels[bot] if labels else bots[bot].name
                    )
                )
                for seat, bot in enumerate(people.seating(game, sides))
            ],
        )


def play_game(
    setup: GameSetup,
    sides: Sequence[int],
    seats: Sequence[Seat],
    deal: int,
    audience: Audience | None = None,
    replays: Sequence[SpoiledAttempt] = (),
    secrets: GameSecrets | None = None,
) -> Record:
    """Deal number `deal`, played by these seats to the end. `sides` says which bot plays each side.

    `replays` are earlier attempts at this game that the machine has spoiled. The `secrets` of the
    game are computed from the terms, unless they came from another machine. Raises `Busy` if this
    attempt does not count either, and `StrictFault` at a fault if the terms are strict.
    """
    if secrets is None:
        state = setup.terms.deal(setup.game, deal)
        secrets = setup.secrets(sides, deal, state)
    else:
        state = setup.game.read_deal(secrets.deal)
    play = GameInPlay(setup, sides, state, secrets)
    with _running_game(seats, play.seeds):
        if audience is not None:
            names = [play.name(seat) for seat in range(setup.game.seats)]
            audience.begin(setup.game, play.state, names)
        while (seat := state.turn) != OVER:
            answer = seats[seat].ask(state.view(seat), len(play.moves))
            text = play.move(seat, answer)
            if audience is not None:
                audience.announce_move(state, seat, text)
        notes = [
            f"{play.name(seat)}, in seat {seat}: {note}"
            for seat, player in enumerate(seats)
            for note in player.notes()
        ]
    return play.record(notes, replays)


class GameInPlay:
    """A game from its deal to its record: the true state, and the moves and faults so far."""

    def __init__(
        self, setup: GameSetup, sides: Sequence[int], state: State, secrets: GameSecrets
    ) -> None:
        game, bots, terms, _, people = setup
        self.state = state
        self.moves: list[Move] = []
        self._game = game
        self._bots = bots
        self._terms = terms
        self._dealt = secrets.deal
        self._fallback = secrets.fallback
        self._seating = people.seating(game, sides)  # the bot in each seat
        self._faults: list[FaultEntry] = []
        self._chance = self.state.chance = Chance(secrets.chance)
        self.seeds = secrets.seeds

    def name(self, seat: int) -> str:
        return self._bots[self._seating[seat]].name

    def move(self, seat: int, answer: Answer) -> str:
        """Play the answer, or a random action if it is a fault. Returns the action's text."""
        legal = self.state.legal()
        action, verdict = answer.action, ""
        if answer.fault is not None or action not in legal:
            verdict = self._add_fault(seat, answer, legal).verdict
            stream = KeyedStream(derive(self._fallback, len(self.moves)))
            action = stream.choice(legal)
        text = self._game.action_text(self.state, action)
        move = Move(seat, text, answer.us, answer.cpu, verdict, waited=answer.waited)
        if answer.thoughts and not verdict:
            texts = {each: self._game.action_text(self.state, each) for each in legal}
            move.thoughts = with_texts(answer.thoughts, texts)
        self.state.play(action)
        self.moves.append(move)
        if self._chance.decided:
            move.chance = self._chance.take()
        return text

    def _add_fault(self, seat: int, answer: Answer, legal: list[int]) -> Fault:
        ply, name = len(self.moves), self.name(seat)
        if answer.excuse:
            reason = f"at move {ply} {name}, in seat {seat}, was late; {answer.excuse}"
            raise Busy(SpoiledAttempt(name, reason))
        fault = _explain(self._game, self.state, legal, answer.action, answer.fault)
        self._faults.append(FaultEntry(ply, seat, *fault))
        if self._terms.strict:
            raise StrictFault(_describe_scene(self._game, self.state, name, self._faults[-1]))
        return fault

    def record(self, notes: Sequence[str], replays: Sequence[SpoiledAttempt]) -> Record:
        """The record of the game, which is over."""
        game, terms = self._game, self._terms
        outcome = game.outcome(self.state)
        seated = [self._bots[bot] for bot in self._seating]
        present = sorted(set(self._seating))
        return Record(
            format=FORMAT,
            id=game_id(game.name, game.chosen, self._dealt, seated),
            game=game.name,
            options=game.chosen,
            deal=self._dealt,
            bots=[self._bots[bot] for bot in present],
            seats=[present.index(bot) for bot in self._seating],
            seeds=self.seeds,
            sides=[list(seats) for seats in game.sides],
            moves=self.moves,
            scores=list(outcome.scores),
            ranks=list(outcome.ranks),
            isolation="+".join(sorted({bot.isolation for bot in seated})),
            budget=terms.budget if terms.clock else None,
            versions={"arena": __version__},
            faults=self._faults,
            notes=[*(f"played again: {replay.reason}" for replay in replays), *notes],
            replays=list(replays),
        )


@contextmanager
def _running_game(seats: Sequence[Seat], seeds: Sequence[int]) -> Iterator[None]:
    """Begin the game in every seat, and end it in every seat, also after an error."""
    try:
        for player, seed in zip(seats, seeds, strict=True):
            player.new_game(seed)
        yield
    finally:
        for player in seats:
            player.end_game()


def _explain(game: Game, state: State, legal: list[int], action: int, fault: Fault | None) -> Fault:
    """The fault. If the action was illegal, its reason lists the legal ones."""
    if fault is None:
        fault = Fault("illegal", f"think returned {_text(game, state, action)}")
    if fault.verdict != "illegal":
        return fault
    choice = " ".join(game.action_text(state, each) for each in legal)
    return fault._replace(
        reason=f"{fault.reason}{INSTEAD} observation.get_list_actions(): {choice}"
    )


def _text(game: Game, state: State, action: int) -> str:
    """The text of an action. The number may come from a bot and be no action."""
    try:
        return game.action_text(state, action)
    except (IndexError, ValueError):
        return f"action number {action}"


def _describe_scene(game: Game, state: State, name: str, fault: FaultEntry) -> str:
    """The whole text of a fault, and the position in which it happened, as the bot saw it."""
    view = state.view(fault.seat)
    seen = game.observe(view, KeyedStream(b"")).table_text()
    return "\n".join(
        filter(
            None,
            (
                f"{name}, in seat {fault.seat} at move {fault.ply}: {fault.verdict}",
                fault.reason,
                quote("Its traceback:", fault.traceback) if fault.traceback else "",
                quote("It had printed:", fault.output) if fault.output else "",
                "The position, as the bot saw it:",
                seen,
            ),
        )
    )
