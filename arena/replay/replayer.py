"""Plays a record again: without bots and without chance, by the rules and the recorded moves."""

from collections.abc import Iterator

from arena.common.errors import ReplayError
from arena.replay.record import Move, Record, game_id
from Game.core import Refusal
from Game.core.game import ActionError, DealError, Game
from Game.core.state import State
from Game.core.stream import Stream
from Game.core.turn import OVER
from Game.registry import find


class Disagreement(ReplayError):
    """The record contradicts the rules, or itself."""

    def __init__(self, place: str, sentence: str) -> None:
        super().__init__(f"{place}: {sentence}")
        self.place = place


class WrittenChance(Stream):
    """A stream that returns the recorded results of chance."""

    def __init__(self) -> None:
        super().__init__(0)
        self.written: list[int] = []

    def below(self, n: int) -> int:
        if not self.written:
            raise ValueError("chance decided something that the record does not have")
        number = self.written.pop(0)
        if not 0 <= number < n:
            raise ValueError(f"chance decided {number}, but only 0 to {n - 1} are possible")
        return number


def game_of(record: Record) -> Game:
    """The game of this record, with its options."""
    try:
        return find(record.game)(**record.options)
    except Refusal as error:
        raise Disagreement("the game", str(error)) from None


def positions(
    game: Game, record: Record, *, so_far: bool = False
) -> Iterator[tuple[int, Move, State]]:
    """Each move with its number, and the state in which it is made; the last state is after it.

    With `so_far`, the game need not be over.
    """
    try:
        state = game.read_deal(record.deal)
    except DealError as error:
        raise Disagreement("the deal", str(error)) from None
    state.chance = chance = WrittenChance()
    for ply, move in enumerate(record.moves):
        if state.turn == OVER:
            raise Disagreement(f"move {ply}", f"the game was over after {ply} moves")
        if move.seat != state.turn:
            raise Disagreement(
                f"move {ply}", f"seat {move.seat} plays, but it is seat {state.turn}'s turn"
            )
        try:
            action = game.read_action(state, move.play)
        except ActionError as error:
            raise Disagreement(f"move {ply}", str(error)) from None
        yield ply, move, state
        chance.written = list(move.chance)
        try:
            state.play(action)
        except ValueError as error:
            raise Disagreement(f"move {ply}", str(error)) from None
        if chance.written:
            raise Disagreement(
                f"move {ply}", "the record has more results of chance than this move needs"
            )
    if so_far:
        return
    if state.turn != OVER:
        raise Disagreement(
            f"move {len(record.moves)}", "the record ends here, but the game is not over"
        )
    _check_end(game, record, state)


def verify(record: Record) -> None:
    """Play the record again; a `Disagreement` names the first place where it is wrong."""
    game = game_of(record)
    if record.sides != [list(seats) for seats in game.sides]:
        raise Disagreement("the sides", f"{game.title} has the sides {game.sides}")
    if len(record.seats) != game.seats or not set(record.seats) <= set(range(len(record.bots))):
        raise Disagreement("the seats", "each seat needs the number of a bot")
    listed = {fault.ply: (fault.seat, fault.verdict) for fault in record.faults}
    for ply, move, _ in positions(game, record):
        if (move.seat, move.fault) != listed.pop(ply, (move.seat, "")):
            raise Disagreement(
                f"move {ply}", f"its fault {move.fault!r} is not the one in the list of faults"
            )
    if listed:
        raise Disagreement(
            f"move {min(listed)}", "the list of faults has it, but there is no such move"
        )
    seated = [record.bots[bot] for bot in record.seats]
    if record.id != game_id(record.game, game.chosen, record.deal, seated):
        raise Disagreement("the id", "it does not match the game, options, deal and bots")


def _check_end(game: Game, record: Record, state: State) -> None:
    outcome = game.outcome(state)
    if list(outcome.scores) != record.scores:
        raise Disagreement(
            "the scores", f"the record says {record.scores}, the moves {list(outcome.scores)}"
        )
    if list(outcome.ranks) != record.ranks:
        raise Disagreement(
            "the ranks", f"the record says {record.ranks}, the moves give {list(outcome.ranks)}"
        )
