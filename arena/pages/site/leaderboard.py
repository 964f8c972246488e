"""The table of a phase, row by row, and the head-to-head matrix."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain
from typing import NamedTuple
from urllib.parse import quote

from arena.pages.site.data.scene import Scene, Who, player_name
from arena.pages.site.data.summary import MEDALS, Highlight
from arena.pages.site.drawings.drawing import Span, height, span, spark, thin
from arena.pages.site.drawings.race import KINDS, Race, RaceData, race
from arena.pages.site.moments.tiles import Tile, tiles
from arena.pages.words import Words
from arena.pages.words.labels import going_on
from arena.replay.result import credit
from arena.standings.rows import StandingsRow
from arena.standings.table import is_ladder

POINTS = 24  # of a sparkline
TIMES = "\u00a0\u00d7 "  # between a number and a kind of fault, which has no plural
LEAST = 0.001  # of credit; less is an error of rounding


@dataclass(frozen=True)
class Cell:
    """A value to show, and the value to sort by."""

    text: str
    sort: str


@dataclass(frozen=True)
class LeaderboardRow:
    anchor: str
    rank: Cell
    range: str  # the ranks that it may really have, if there are several
    range_note: str
    who: Who
    credit: Cell
    given: str  # the part of the credit that came without a game, if there is any
    record: Cell
    share: Cell
    share_span: Span | None
    strength: Cell  # the rating or, on a ladder, the skill
    strength_note: str
    strength_span: Span | None
    ladder: Cell | None  # the place on the ladder, if there is one
    margin: Cell
    faults: Cell
    faults_note: str
    thinks: Cell
    thinks_most: str
    spark: str
    medal: str  # 1, 2 or 3 on these places
    last_on: bool  # is it the last team that goes on?
    decided: str
    on: bool  # does the team go on to another phase?
    left: bool  # has the team left the competition?


@dataclass(frozen=True)
class CriterionCell:
    name: str
    sentence: str


@dataclass(frozen=True)
class Leaderboard:
    rows: list[LeaderboardRow]
    strength: str  # the heading of that column
    ladder: bool
    fair: str  # the height of the fair share in a sparkline
    criteria: list[CriterionCell]
    games: str
    teams: str
    goes_on: str
    house: list[str]  # a sentence on the faults of each house bot that made some
    downloads: list[tuple[str, str, str]]  # address, name, and what it is
    faulty: bool  # did any team make a fault?
    ranges: bool  # has any team a range of ranks beside its own?
    given: bool  # has any team points without a game?
    course: bool  # has any team played several deals?
    race: Race | None
    tiles: list[Tile]


class Strength(NamedTuple):
    """A number for the strength of a team, with its interval."""

    value: float | None
    low: float | None
    high: float | None
    digits: int  # that are shown after the decimal point


def strength_of(row: StandingsRow) -> Strength:
    """The skill, which orders the table of a ladder, and otherwise the rating."""
    if row.skill is not None:
        return Strength(row.skill, row.skill_low, row.skill_high, 1)
    return Strength(row.rating, row.rating_low, row.rating_high, 0)


def leaderboard(scene: Scene, moments: Sequence[Highlight]) -> Leaderboard:
    """The phase's table, ready to be shown."""
    words, phase = scene.words, scene.phase
    rows = phase.standings.rows
    last_on = max((i for i, row in enumerate(rows) if row.name in phase.going_on), default=-1)
    strengths = [strength_of(row) for row in rows]
    lows = [each.low for each in strengths if each.low is not None]
    highs = [each.high for each in strengths if each.high is not None]
    axis = (min(lows, default=0.0), max(highs, default=0.0))
    ladder = is_ladder(phase.standings)
    sparks = {row.name: _spark(scene, row.name) for row in rows}
    games = phase.digest.games.count
    fair = phase.digest.fair
    shown = [_row(scene, row, axis, sparks, fair, i == last_on) for i, row in enumerate(rows)]
    return Leaderboard(
        shown,
        words(f"site.leaderboard.{'skill' if ladder else 'rating'}"),
        ladder,
        height(fair),
        [
            CriterionCell(
                words(f"site.criterion.{each.name}.name"),
                words(f"site.criterion.{each.name}.sentence"),
            )
            for each in phase.standings.criteria
        ],
        words.count("site.games", games),
        words.count("site.teams", len(rows)),
        f"{going_on(words, len(phase.going_on), len(phase.teams))}." if phase.going_on else "",
        [
            words(
                "site.leaderboard.house_faults",
                name=player_name(words, name),
                faults=fault_counts(words, faults),
            )
            for name, faults in phase.house_faults.items()
        ],
        [
            (quote(path), path.rpartition("/")[2], words(f"site.file.{_subject(path)}"))
            for path in (*phase.downloads, "head-to-head.csv")
        ],
        any(row.faults for row in rows),
        any(row.range for row in shown),
        any(row.given for row in shown),
        any(row.spark for row in shown),
        _race(scene),
        tiles(moments, words) if phase.with_cards else [],
    )


def _subject(path: str) -> str:
    """The key of the text that describes a file of data."""
    folder, _, name = path.rpartition("/")
    return "house" if folder and name != "names.json" else name.partition(".")[0]


def _row(
    scene: Scene,
    row: StandingsRow,
    axis: tuple[float, float],
    sparks: dict[str, str],
    fair: float,
    last_on: bool,
) -> LeaderboardRow:
    words, line = scene.words, scene.phase.book.lines[row.name]
    several = row.best is not None and row.best != row.worst
    share, strength = row.share or 0.0, strength_of(row)
    given = row.credit - line.credit
    return LeaderboardRow(
        anchor=scene.anchor(row.name),
        rank=Cell(row.place.replace("-", "\u2013"), str(row.rank)),
        range=f"{row.best}\u2013{row.worst}" if several else "",
        range_note=words("site.leaderboard.may", best=row.best, worst=row.worst) if several else "",
        who=scene.who(row.name),
        credit=Cell(words.short(row.credit), f"{row.credit:.4f}"),
        given="" if given < LEAST else words.short(given),
        record=Cell(f"{row.wins}\u2013{row.draws}\u2013{row.losses}", str(row.wins)),
        share=Cell(
            "" if row.share is None else words.percent(row.share, 1),
            "" if row.share is None else f"{row.share:.4f}",
        ),
        share_span=None
        if row.share is None
        else span(row.share_low, share, row.share_high, fair=fair),
        strength=Cell(
            "" if strength.value is None else words.number(strength.value, strength.digits),
            "" if strength.value is None else f"{strength.value:.{strength.digits + 1}f}",
        ),
        strength_note=""
        if strength.low is None or strength.high is None
        else words(
            "site.leaderboard.between",
            low=words.number(strength.low, strength.digits),
            high=words.number(strength.high, strength.digits),
        ),
        strength_span=span(strength.low, strength.value or 0.0, strength.high, *axis),
        ladder=None if row.ladder is None else Cell(words.number(row.ladder), str(row.ladder)),
        margin=Cell(
            "" if row.margin is None else words.number(row.margin, 1, sign=True),
            "" if row.margin is None else f"{row.margin:.3f}",
        ),
        faults=Cell(words.number(row.faults), str(row.faults)),
        faults_note=fault_counts(words, row.verdicts),
        thinks=Cell(words.duration(line.think_mean), f"{line.think_mean:.6f}"),
        thinks_most=words("site.leaderboard.longest", time=words.duration(line.think_max)),
        spark=sparks.get(row.name, ""),
        medal=row.place if row.place in MEDALS else "",
        last_on=last_on,
        decided=words(f"site.criterion.{row.decided}.name") if row.decided else "",
        on=row.name in scene.phase.going_on,
        left=row.name in scene.phase.left,
    )


def fault_counts(words: Words, verdicts: Mapping[str, int]) -> str:
    """The number of faults of each kind, as a text."""
    return ", ".join(
        f"{words.number(n)}{TIMES}{words.verdict(verdict)}"
        for verdict, n in sorted(verdicts.items())
    )


def _spark(scene: Scene, name: str) -> str:
    """The line of the player's share so far, from its first deal to its last."""
    deals: dict[int, list[float]] = defaultdict(list)
    for number in scene.matches_of[name]:
        for game in scene.phase.digest.of(number):
            for each, won in zip(game.names, credit(game.ranks), strict=True):
                if each == name:
                    deals[game.deal].append(won)
    return spark(thin(_shares_so_far([won for _, won in sorted(deals.items())]), POINTS))


def _shares_so_far(deals: Sequence[Sequence[float]]) -> list[float]:
    games = accumulate(map(len, deals))
    return [won / n for won, n in zip(accumulate(map(sum, deals)), games, strict=True)]


def _race(scene: Scene) -> Race | None:
    """The shares of the first teams over their games."""
    phase = scene.phase
    first = [row.name for row in phase.standings.rows[:KINDS]]
    won: dict[str, list[float]] = {name: [] for name in first}
    for game in chain.from_iterable(phase.digest.games.values()):
        for name, part in zip(game.names, credit(game.ranks), strict=True):
            if name in won:
                won[name].append(part)
    series = [
        RaceData(scene.who(name).name, list(accumulate(parts)), range(1, len(parts) + 1))
        for name, parts in won.items()
    ]
    text = scene.words("site.leaderboard.race_text")
    return race(series, scene.words, text, phase.digest.fair, bands=False)
