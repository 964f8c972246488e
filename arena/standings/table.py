"""The standings in the forms for users: pandas DataFrames, CSV, JSON, and rows for the terminal.

Numbers are rounded to meaningful digits, so that the same results give the same bytes. Times are in
a table of their own (`times`), because they differ each time.
"""

import csv
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from arena.standings.rows import Standings, StandingsRow
from arena.standings.scorebook import Scorebook
from arena.standings.tally import TallyLine

if TYPE_CHECKING:
    import pandas as pd

# The decimals of each column that is not a count. Further digits depend on the order of summation.
DIGITS = {
    "credit": 4,
    "share": 4,
    "share_low": 4,
    "share_high": 4,
    "credit_saving": 2,
    "points": 4,
    "margin": 3,
    "margin_low": 3,
    "margin_high": 3,
    "margin_saving": 2,
    "edge": 3,
    "edge_low": 3,
    "edge_high": 3,
    "rating": 1,
    "rating_low": 1,
    "rating_high": 1,
    "above_next": 3,
    "skill": 3,
    "skill_low": 3,
    "skill_high": 3,
    "think_total": 3,
    "think_mean": 6,
    "think_max": 6,
    "cpu_total": 3,
}


FORMULA = ("=", "+", "-", "@", "\t", "\r")  # a spreadsheet executes a cell that begins so

HEADINGS = ("", "team", "tied", "credit", "won-drawn-lost", "share", "95 % interval", "margin",
            "rating", "faults", "decided by")  # fmt: skip

OF_LADDERS = ("skill", "skill_low", "skill_high", "ladder")  # columns that only ladders have

TableRow = dict[str, Any]  # a row, by column


def table_rows(standings: Standings) -> list[TableRow]:
    """The rows with every column, rounded."""
    columns = _columns(standings)
    return [_round({column: getattr(row, column) for column in columns}) for row in standings.rows]


def is_ladder(standings: Standings) -> bool:
    """Is this the table of a ladder?"""
    return any(row.skill is not None or row.ladder is not None for row in standings.rows)


def _columns(standings: Standings) -> list[str]:
    left_out = () if is_ladder(standings) else OF_LADDERS
    return [name for name in StandingsRow.__dataclass_fields__ if name not in left_out]


def headings(standings: Standings) -> tuple[str, ...]:
    """The headings of the table in the terminal. A ladder has two columns of its own."""
    if not is_ladder(standings):
        return HEADINGS
    return *HEADINGS[:-2], "skill", "ladder", *HEADINGS[-2:]


def pair_rows(book: Scorebook) -> list[TableRow]:
    """A row for each team and each opponent that it has met."""
    from arena.standings.duplicate import UNMEASURED, of_pairs

    measured = of_pairs(book.games)
    rows = []
    for name in sorted(book.teams):
        for opponent, against in book.pairs.opponents(name):
            margin, credit, _ = measured.get((name, opponent), UNMEASURED)
            low, high = against.interval
            row = {
                "name": name,
                "opponent": opponent,
                "games": against.games,
                "wins": against.wins,
                "draws": against.draws,
                "losses": against.losses,
                "credit": against.credit,
                "share": against.share,
                "share_low": low,
                "share_high": high,
                "credit_saving": credit.saving,
                "margin": margin.mean,
                "margin_low": margin.low,
                "margin_high": margin.high,
                "margin_saving": margin.saving,
            }
            rows.append(_round(row))
    return rows


def time_rows(book: Scorebook) -> list[TableRow]:
    """How long each team thought, in seconds."""
    return [_time_row({"name": name}, book.lines[name]) for name in book.teams]


def host_rows(hosts: Mapping[str, Sequence[TallyLine]]) -> list[TableRow]:
    """How long each bot thought on each machine, in seconds. `hosts` has its lines by host."""
    lines = [(line, host) for host, lines in hosts.items() for line in lines if line.games]
    return [
        _time_row({"name": line.name, "host": host, "games": line.games}, line)
        for line, host in sorted(lines, key=lambda each: (each[0].name, each[1]))
    ]


def _time_row(first: TableRow, line: TallyLine) -> TableRow:
    """The times of a line, after the `first` columns."""
    times = {
        "decisions": line.decisions,
        "think_total": line.us / 1e6,
        "think_mean": line.think_mean,
        "think_max": line.think_max,
        "cpu_total": line.cpu / 1e6,
        "replays": line.replays,
    }
    return _round({**first, **times})


def frame(standings: Standings) -> "pd.DataFrame":
    """The table: a row for each team, from the top down."""
    return _frame(table_rows(standings), _columns(standings))


def head_to_head(book: Scorebook) -> "pd.DataFrame":
    """The share of each team (down) against each opponent (across); empty if they have not met."""
    import pandas as pd

    names = sorted(book.lines)
    shares = {
        name: {other: round(against.share, DIGITS["share"]) for other, against in met}
        for name, met in ((name, book.pairs.opponents(name)) for name in book.teams)
    }
    return pd.DataFrame.from_dict(shares, orient="index").reindex(
        index=sorted(book.teams), columns=names
    )


def pairs(book: Scorebook) -> "pd.DataFrame":
    """The results of each team against each opponent that it has met, with intervals."""
    columns = (
        "name opponent games wins draws losses credit share share_low share_high credit_saving "
        "margin margin_low margin_high margin_saving"
    )
    return _frame(pair_rows(book), columns.split())


def times(book: Scorebook) -> "pd.DataFrame":
    """How long each team thought, in seconds."""
    columns = "name decisions think_total think_mean think_max cpu_total replays"
    return _frame(time_rows(book), columns.split())


def as_csv(rows: Sequence[TableRow]) -> str:
    """The rows as CSV, in which a spreadsheet finds no formula to execute."""
    return rows_as_csv(list(rows[0]), [list(row.values()) for row in rows]) if rows else ""


def rows_as_csv(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """The same for rows that are lists of values."""
    lines = _CsvLines()
    writer = csv.writer(lines)
    writer.writerow([_cell(column) for column in columns])
    writer.writerows([_cell(value) for value in row] for row in rows)
    return "".join(lines)


class _CsvLines(list[str]):
    """The lines of a CSV file, with our line ends.

    The csv module writes its own, because with ours it would leave some cells unquoted.
    """

    def write(self, row: str) -> None:
        self.append(row.removesuffix("\r\n") + "\n")


def as_json(
    standings: Standings,
    order: Sequence[Mapping[str, str]],
    house_faults: Mapping[str, Mapping[str, int]] | None = None,
) -> str:
    """The table, the name and sentence of each criterion, and the faults of house bots."""
    whole = {"order": order, "teams": table_rows(standings), "house_faults": house_faults or {}}
    return msgspec.json.format(msgspec.json.encode(whole), indent=2).decode() + "\n"


def plain(standings: Standings) -> list[tuple[str, ...]]:
    """The rows for the terminal, under `headings`."""
    ladder = is_ladder(standings)
    return [
        (
            row.place,
            row.name,
            "" if row.best is None or row.best == row.worst else f"{row.best}-{row.worst}",
            f"{round(row.credit, 2):g}",
            f"{row.wins}-{row.draws}-{row.losses}",
            "" if row.share is None else f"{row.share:.1%}",
            "" if row.share is None else f"{row.share_low:.0%} to {row.share_high:.0%}",
            "" if row.margin is None else f"{row.margin:+.1f}",
            "" if row.rating is None else f"{row.rating:.0f}",
            *(_ladder_cells(row) if ladder else ()),
            ", ".join(f"{n} {verdict}" for verdict, n in row.verdicts.items()) or "none",
            row.decided,
        )
        for row in standings.rows
    ]


def _ladder_cells(row: StandingsRow) -> tuple[str, str]:
    return "" if row.skill is None else f"{row.skill:.1f}", str(row.ladder or "")


def _frame(rows: list[TableRow], columns: list[str]) -> "pd.DataFrame":
    import pandas as pd

    return pd.DataFrame(rows, columns=columns)


def _round(row: TableRow) -> TableRow:
    """The row with rounded numbers. Adding 0.0 turns -0.0 into 0.0."""
    return {
        column: round(value, DIGITS[column]) + 0.0
        if column in DIGITS and value is not None
        else value
        for column, value in row.items()
    }


def _cell(value: Any) -> Any:
    if isinstance(value, dict):
        return ", ".join(f"{n} {verdict}" for verdict, n in value.items())
    if isinstance(value, str) and value.startswith(FORMULA):
        return "'" + value
    return "" if value != value else value  # NaN: there was nothing to measure
