"""A replay as lines of text, move by move. It does not check the record: verify it first."""

from collections.abc import Iterator

from arena.guest.protocol.safe_text import plain
from arena.guest.protocol.thoughts import MOST
from arena.guest.protocol.verdict import INSTEAD
from arena.replay.record import Record
from arena.replay.replayer import game_of, positions
from Game.core.picture import Picture, sentence
from Game.core.state import State
from Players.terminal.cards import NAMED, Faces


def lines(record: Record) -> Iterator[str]:
    """The lines of the game, from its deal to its result."""
    game = game_of(record)
    picture = game.picture()
    faces = Faces(picture.deck if picture else "")
    gap = ", " if picture and picture.deck == NAMED else " "  # the name of a card may have blanks
    yield f"{game.title}, game {record.id}"
    if record.names_line:
        yield f"  seats 0 to {game.seats - 1}: {plain(record.names_line)}"
    else:
        for seat in range(game.seats):
            yield f"  seat {seat}: {plain(record.name(seat))}"
    for name, value in record.deal.items():
        rows = (
            value if isinstance(value, list) and value and isinstance(value[0], list) else [value]
        )
        for row in rows:
            cards = gap.join(map(str, row)) if isinstance(row, list) else str(row)
            yield f"  {name}: {faces.short(cards)}"
    faults = {fault.ply: fault for fault in record.faults}
    first_moves: dict[str, int] = {}  # the reasons of faults, with the first move of each
    trump = ""
    before = [0] * game.seats
    last = None
    for ply, move, state in positions(game, record):
        if last is not None:
            yield from _gains(before, [state.points(seat) for seat in range(game.seats)])
        before_trump, trump = trump, _trump(picture, state)
        if trump != before_trump:
            yield f"      {trump}"
        texts = [game.action_text(state, action) for action in state.legal()]
        choice = gap.join([faces.short(texts[at]) for at in faces.order(texts)])
        yield f"{ply:4}  seat {move.seat} plays {faces.short(move.play):8} of {choice}"
        for text, visits, mean, low, high in move.thoughts[:MOST]:
            worth = f"tried {visits} times, worth {mean:.2f}, {low:.2f} to {high:.2f}"
            tried = faces.short(plain(text))
            yield f"      it thought: {tried:8} {worth if visits else 'never tried'}"
        if move.fault:
            reason, _, _ = plain(faults[ply].reason).partition(INSTEAD)
            first = first_moves.setdefault(f"{record.name(move.seat)} {reason}", ply)
            why = reason if first == ply else f"as at move {first}"
            yield f"      at random, after a fault: {move.fault}: {why}"
        before = [state.points(seat) for seat in range(game.seats)]
        last = state
    if last is not None:
        yield from _gains(before, [last.points(seat) for seat in range(game.seats)])
    yield "Points: " + "  ".join(
        f"seat {seat} {score:g}" for seat, score in enumerate(record.scores)
    )
    yield winner_text(record)


def _trump(picture: Picture | None, state: State) -> str:
    """The sentence that names the trump of this deal or round; empty if the game has none."""
    facts = picture.position(state).facts if picture is not None else ()
    trumps = [fact for fact in facts if fact.key == "trump"]
    return sentence(picture.game.words("en"), trumps[0], ()) if picture and trumps else ""


def winner_text(record: Record) -> str:
    """The winner, in a sentence."""
    first = [side for side, rank in enumerate(record.ranks) if rank == 0]
    if len(first) == len(record.ranks):
        return "A draw."
    seats = [seat for side in first for seat in record.sides[side]]
    if record.names_line:  # it does not say which bot had which seat
        return f"Seats {' and '.join(map(str, seats))} win."
    winners = list(dict.fromkeys(plain(record.name(seat)) for seat in seats))
    return f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'win'}."


def _gains(before: list[int], after: list[int]) -> Iterator[str]:
    for seat, points in enumerate(after):
        if points != before[seat]:
            yield f"      seat {seat}: {points - before[seat]:+} points"
