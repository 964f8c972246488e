"""Reads deals from a file: the deals of saved games, or deals that somebody has written.

A file of deals has one deal on each line, in the form that the records of the game have under
`deal`. A file of records works too: each of its deals counts once.
"""

from pathlib import Path
from typing import Any

import msgspec

from arena.common.errors import ReplayError
from arena.guest.protocol.safe_text import plain
from arena.replay import text48
from arena.replay.files import from_line, is_json_lines, read_lines
from Game.core.game import DealError, Game

Deal = dict[str, Any]


def read_deals(path: Path, game: Game) -> list[Deal]:
    """The deals in a file, in their order. A deal that occurs again is left out."""
    by_text: dict[bytes, Deal] = {}
    if is_json_lines(path):
        for number, line in read_lines(path):
            deal = _deal_in(line, game, f"{path}, line {number}")
            by_text.setdefault(msgspec.json.encode(deal), deal)
    else:
        deal = _check_deal(text48.read(path).deal, game, str(path))
        by_text[msgspec.json.encode(deal)] = deal
    return list(by_text.values())


def _deal_in(line: bytes, game: Game, where: str) -> Deal:
    """The deal in a line, which is a deal or the record of a game."""
    try:
        content = msgspec.json.decode(line, type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ReplayError(
            f"{where}: this is not a deal or the record of a game: {error}."
        ) from None
    if "format" not in content:
        return _check_deal(content, game, where)
    record = from_line(line, where)
    if record.game != game.name:
        raise ReplayError(
            f"{where}: this is a game of {plain(record.game):.40}, but the game to play is "
            f"{game.name}. Choose the game with --game."
        )
    return _check_deal(record.deal, game, where)


def _check_deal(deal: Deal, game: Game, where: str) -> Deal:
    """The deal as the game writes it."""
    try:
        return game.write_deal(game.read_deal(deal))
    except DealError as error:
        raise ReplayError(f"{where}: {str(error).rstrip('.')}.") from None
