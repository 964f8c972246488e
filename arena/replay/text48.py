"""RoboBrisca's replay text: one game of Brisca in 48 lines, byte for byte.

    1      the bots' names for seats 0 to 3, each followed by a space
    2      the seat that starts
    3      the 28 cards of the deck, each followed by a space
    4-7    the hands of seats 0 to 3, likewise
    8-47   seat, card and reward of each move
    48     the points of seats 0 to 3, each followed by a space, and no newline

The reward is what `ForwardModel.play` returns. The text has no times, faults and hashes. So a
record that is made from it has none.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from arena.common.errors import ReplayError
from arena.replay.record import FORMAT, BotEntry, Move, Record, game_id
from arena.replay.replayer import game_of, positions
from Game.Action import Action
from Game.brisca.deck import SEATS
from Game.brisca.game import Brisca
from Game.brisca.robobrisca.replay_text import compose
from Game.brisca.state import BriscaState
from Game.Card import CARDS
from Game.core.cards import SPANISH, CardError
from Game.ForwardModel import ForwardModel
from Game.GameState import GameState
from Game.Heuristic import Heuristic

LINES = 48
FIRST_MOVE = 8  # the line of the first move


def write(record: Record) -> str:
    """The text of a record."""
    if record.game != Brisca.name:
        raise ReplayError(f"The 48-line text is for Brisca only; this is a game of {record.game}.")
    names = "".join(f"{record.name(seat)} " for seat in range(SEATS))
    return compose(record.names_line or names, record.deal, rewards(record), record.scores)


def rewards(record: Record) -> Iterator[tuple[int, str, int]]:
    """Seat, card and reward of each move."""
    game = game_of(record)
    assert isinstance(game, Brisca)
    table = _table(game.read_deal(record.deal))
    for _, move, _ in positions(game, record):
        yield move.seat, move.play, _play(table, SPANISH.parse(move.play))


def _table(state: BriscaState) -> GameState:
    table = GameState()
    table.lay_out(state)
    return table


def _play(table: GameState, card: int) -> int:
    return int(ForwardModel().play(table, Action(CARDS[card]), Heuristic()))


def read(path: Path) -> Record:
    """The record of the game in the file; a `ReplayError` names the first line that is wrong."""
    lines = _lines(path)
    game = Brisca(tie="original", deal="original")
    deal = {
        "first": _seat(path, 2, lines[1]),
        "hands": [_cards(path, number, lines[number - 1], 3) for number in range(4, 8)],
        "deck": _cards(path, 3, lines[2], 28),
    }
    _all_different(path, deal)
    table = _table(game.read_deal(deal))
    moves = [_move(path, n, lines[n - 1], table) for n in range(FIRST_MOVE, LINES)]
    outcome = game.outcome(table.world())
    made = [f"{points:g}" for points in outcome.scores]
    if _words(path, LINES, lines[-1], SEATS, "points") != made:
        raise _wrong(
            path, LINES, f"the points are {lines[-1].strip()}, but the moves give {' '.join(made)}"
        )
    bots, seats = _bots(lines[0])
    names_line = "" if len(bots) > 1 else lines[0]
    return Record(
        format=FORMAT,
        id=game_id(game.name, game.chosen, deal, [bots[bot] for bot in seats]),
        game=game.name,
        options=game.chosen,
        deal=deal,
        bots=bots,
        seats=seats,
        sides=[list(side) for side in game.sides],
        moves=moves,
        scores=list(outcome.scores),
        ranks=list(outcome.ranks),
        names_line=names_line,
    )


def _lines(path: Path) -> list[str]:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ReplayError(f"{path} cannot be read: {error.strerror or error}.") from None
    if b"\0" in data:
        raise ReplayError(f"{path} is not a replay, because it is not text.")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")  # names from an old Windows
    lines = text.replace("\r\n", "\n").removesuffix("\n").split("\n")
    if len(lines) != LINES:
        raise ReplayError(
            f"{path}, line {min(len(lines), LINES)}: a game of Brisca has {LINES} lines, "
            f"but this file has {len(lines)}. It is not JSON Lines either."
        )
    return lines


def _move(path: Path, number: int, line: str, table: GameState) -> Move:
    """Read the move on this line, and play it."""
    seat, text, reward = _words(path, number, line, 3, "seat card reward")
    if _seat(path, number, seat) != table.turn:
        raise _wrong(path, number, f"seat {seat} plays, but it is seat {table.turn}'s turn")
    try:
        made = _play(table, SPANISH.parse(text))
    except ValueError as error:
        raise _wrong(path, number, str(error)) from None
    if reward != str(made):
        raise _wrong(path, number, f"the reward is {reward}, but must be {made}")
    return Move(int(seat), SPANISH.text(SPANISH.parse(text)))


def _bots(line: str) -> tuple[list[BotEntry], list[int]]:
    """The bots and their seats. Names may have spaces: then the two sides' names must repeat."""
    words = line.split(" ")[:-1] if line.endswith(" ") else line.split(" ")
    readings = [
        (" ".join(words[:n]), " ".join(words[n : len(words) // 2]))
        for n in range(1, len(words) // 2)
        if words[: len(words) // 2] == words[len(words) // 2 :]
    ]
    if len(words) == SEATS and not readings:
        return [BotEntry(word) for word in words], list(range(SEATS))
    if len(words) % 2 == 0 and len(readings) == 1:
        return [BotEntry(name) for name in readings[0]], [0, 1, 0, 1]
    return [BotEntry(line.strip())], [0] * SEATS


def _all_different(path: Path, deal: dict[str, Any]) -> None:
    seen: dict[str, int] = {}
    for number, cards in enumerate((deal["deck"], *deal["hands"]), start=3):
        for card in cards:
            if card in seen:
                raise _wrong(path, number, f"{card} is here, but it is on line {seen[card]} too")
            seen[card] = number


def _cards(path: Path, number: int, line: str, count: int) -> list[str]:
    words = _words(path, number, line, count, "cards")
    try:
        return [SPANISH.text(SPANISH.parse(word)) for word in words]
    except CardError as error:
        raise _wrong(path, number, str(error)) from None


def _seat(path: Path, number: int, word: str) -> int:
    if word.strip() not in ("0", "1", "2", "3"):
        raise _wrong(path, number, f"{word:.20} is not a seat: the seats are 0 to 3")
    return int(word)


def _words(path: Path, number: int, line: str, count: int, what: str) -> list[str]:
    words = line.split()
    if len(words) != count:
        raise _wrong(path, number, f"{line!r:.60} should be {count} words: {what}")
    return words


def _wrong(path: Path, number: int, sentence: str) -> ReplayError:
    return ReplayError(f"{path}, line {number}: {sentence}.")
