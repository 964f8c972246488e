"""The page on which each team is compared with each opponent."""

from dataclasses import dataclass

from arena.pages.site.data.scene import Scene, Who
from arena.pages.words import Words
from arena.standings.table import head_to_head

SHADES = 9  # from lost to won


@dataclass(frozen=True)
class Square:
    """A share in the matrix."""

    text: str
    shade: int
    href: str


@dataclass(frozen=True)
class MatrixRow:
    who: Who
    squares: list[Square | None]


@dataclass(frozen=True)
class Matrix:
    across: list[Who]
    rows: list[MatrixRow]


def matrix(scene: Scene) -> Matrix:
    """The share of each team against each opponent it met, in the order of the leaderboard."""
    phase, words = scene.phase, scene.words
    shares = head_to_head(phase.book).dropna(axis="columns", how="all")
    order = [row.name for row in phase.standings.rows]
    across = [name for name in order if name in shares.columns]
    across += [name for name in shares.columns if name not in set(order)]
    met: dict[tuple[str, str], int] = {}
    for number, match in enumerate(phase.matches):
        for name in match.names:
            for other in match.names:
                met.setdefault((name, other), number)
    table = shares.reindex(index=order, columns=across)
    rows = []
    for name, values in zip(order, table.to_numpy().tolist(), strict=True):
        squares = [
            None
            if share != share  # not a number: they have not met
            else square(words, share, scene.match(met[name, other]) if (name, other) in met else "")
            for other, share in zip(across, values, strict=True)
        ]
        rows.append(MatrixRow(scene.who(name), squares))
    return Matrix([scene.who(name) for name in across], rows)


def square(words: Words, share: float, href: str = "") -> Square:
    """A share in the matrix, in its shade."""
    return Square(words.number(100 * share), min(SHADES - 1, int(share * SHADES)), href)
