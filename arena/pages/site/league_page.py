"""The leaderboard of `arena league`: one HTML file with everything inside."""

from dataclasses import dataclass
from pathlib import Path

from arena.guest.protocol.safe_text import duration, plain
from arena.match.run import Run
from arena.pages.site.drawings.drawing import Span, span
from arena.pages.site.matrix import Square, square
from arena.pages.site.render import Pages
from arena.pages.words import Words
from arena.replay.files import write_text
from arena.standings.pairs import Pairs
from arena.standings.tally import TallyLine


@dataclass(frozen=True)
class LeagueRow:
    """A bot's line, ready to be shown."""

    rank: str
    name: str
    record: str
    share: str
    interval: str
    span: Span | None
    points: str
    thinks: str
    faults: str
    against: tuple[Square | None, ...]  # the share against each bot, in the order of the rows


@dataclass(frozen=True)
class League:
    title: str
    games: str
    duplicate: bool
    seed: str
    isolation: str
    clock: str
    records: str
    rows: list[LeagueRow]


def rows(lines: list[TallyLine], pairs: Pairs, words: Words) -> list[LeagueRow]:
    """The rows, the best share first. Equal shares have the same rank."""
    ordered = sorted(lines, key=lambda line: (-line.share, line.name))
    return [
        LeagueRow(
            rank=str(1 + sum(other.share > line.share for other in ordered)),
            name=plain(line.name),
            record=f"{line.wins}\u2013{line.draws}\u2013{line.losses}",
            share=words.percent(line.share, 1),
            interval=" \u2013 ".join(words.percent(end) for end in line.interval),
            span=span(line.interval[0], line.share, line.interval[1]),
            points=words.short(line.points),
            thinks=duration(line.think_mean),
            faults=", ".join(f"{n} {verdict}" for verdict, n in sorted(line.faults.items())),
            against=tuple(
                None if share is None else square(words, share)
                for share in (pairs.share(line.name, other.name) for other in ordered)
            ),
        )
        for line in ordered
    ]


def write(path: Path, run: Run, lines: list[TallyLine], pairs: Pairs, records: Path) -> None:
    """Write the page."""
    words = Words("en")
    league = League(
        f"{run.game.title} league",
        words.count("site.games", len(run.fixtures)),
        run.games % len(run.game.sides) == 0,
        run.seed,
        run.terms.isolation,
        f"{run.terms.budget} s a move" if run.terms.clock else "no clock",
        records.name,
        rows(lines, pairs, words),
    )
    write_text(path, Pages(words, league.title).alone("league.html", league.title, page=league))
