"""Each game agrees with its saved files: perft counts, and a game move by move."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from conformance import perft
from conformance.golden import playthrough
from support.games import variants
from support.golden import compare
from toys.nearest import Nearest

from Game import registry
from Game.registry import GameMaker

HERE = Path(__file__).parent
KINDS = [*(registry.find(name) for name in registry.names()), Nearest]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_the_counts_equal_those_in_the_saved_file(kind: GameMaker) -> None:
    file = HERE / "perft" / f"{kind.name}.txt"
    rows = list(perft.rows(variants(kind)))
    compare(file, "\n".join([perft.HEAD, *(line for line, _ in rows), ""]), wrong(file, rows))


def wrong(file: Path, rows: Sequence[tuple[str, str]]) -> str:
    """The counts per action, for the rows that are not in the file."""
    page = file.read_text(encoding="utf-8") if file.exists() else ""
    return "\n".join(f"{line}, and below it:\n{more}" for line, more in rows if line not in page)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_the_game_is_played_as_in_the_saved_file(kind: GameMaker) -> None:
    lines = [line for game in variants(kind) for line in playthrough(game)]
    compare(HERE / "golden" / f"{kind.name}.txt", "\n".join(lines))
