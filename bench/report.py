"""The results as a printed table and as a file."""

import json
from collections.abc import Sequence
from math import inf
from pathlib import Path
from typing import Any

HEADS = ("row", "unit", "ours", "peer", "ratio", "limit", "goal", "peer is")


def merge(
    earlier: Sequence[dict[str, Any]], measured: Sequence[dict[str, Any]], asked: Sequence[str]
) -> list[dict[str, Any]]:
    """The rows of earlier runs; those of this run replace their old versions.

    If a row of this run could not be measured, its old version is removed too. Otherwise its old
    figures would look new.
    """
    rows = {row["id"]: row for row in earlier if row["id"] not in asked}
    rows.update({row["id"]: row for row in measured})
    return [rows[name] for name in sorted(rows)]


def read(path: Path) -> list[dict[str, Any]]:
    """The rows of earlier runs; none if the file is missing or is not such a file."""
    try:
        rows = json.loads(path.read_text(encoding="utf-8"))
        return [row for row in rows if isinstance(row["id"], str)]
    except (OSError, ValueError, TypeError, KeyError):
        return []


def write(path: Path, rows: Sequence[dict[str, Any]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(rows, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def table(rows: Sequence[dict[str, Any]]) -> str:
    """The rows as a table. Rows that miss their limit have a mark."""
    lines = [HEADS, *(cells(row) for row in rows)]
    widths = [max(len(line[i]) for line in lines) for i in range(len(HEADS))]
    drawn = [
        "  ".join(
            cell.rjust(width) if 2 <= i <= 6 else cell.ljust(width)
            for i, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    ]
    return "\n".join([*drawn, "! misses its limit"] if any(map(misses, rows)) else drawn)


def misses(row: dict[str, Any]) -> bool:
    """Is the ratio below its floor, or above its ceiling?"""
    return not row.get("floor", 0) <= row["ratio"] <= row.get("ceiling", inf)


def cells(row: dict[str, Any]) -> tuple[str, ...]:
    return (
        row["id"],
        row["unit"],
        amount(row["ours"]),
        amount(row["peer"]),
        f"{row['ratio']:.2f}{' !' if misses(row) else ''}",
        limit(row, "floor") or limit(row, "ceiling"),
        limit(row, "goal"),
        row["peer_name"],
    )


def amount(number: float) -> str:
    """A number with three digits, and a prefix such as k or m."""
    for size, word in ((1e9, " G"), (1e6, " M"), (1e3, " k"), (1, ""), (1e-3, " m")):
        if number >= size:
            return f"{number / size:.3g}{word}"
    return f"{number / 1e-6:.3g} u"


def limit(row: dict[str, Any], name: str) -> str:
    """The limit of the ratio; with "<=" if it is an upper limit."""
    if name not in row:
        return ""
    return f"{'<=' if 'ceiling' in row else ''}{row[name]:.3g}"
