"""The page of a team in a phase: its matches, opponents, thinking time and faults.

A second page, in the team's archive, has the details that only the team may see.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log10

from arena.guest.protocol.safe_text import plain, plain_lines
from arena.pages.site.data.digest import BARS
from arena.pages.site.data.facts import TeamFacts
from arena.pages.site.data.scene import Scene, Who, display_name, team_link
from arena.pages.site.data.summary import TeamOutcome
from arena.pages.site.drawings.drawing import CHART, TALL, ShareBar, Span, span, xy
from arena.pages.site.leaderboard import LeaderboardRow, fault_counts
from arena.pages.site.matches import MatchRow, match_rows
from arena.pages.site.moments.highlights import Extreme
from arena.pages.words import Words

FEW = 10  # games; the interval of fewer games says nothing
MOST_FAULTS = 60  # on the team's own page
LONGEST = 8000  # characters of a traceback or of output that are shown
REASON = 400


@dataclass(frozen=True)
class OpponentRow:
    who: Who
    games: str
    record: str
    share: str
    share_span: Span | None
    margin: str
    sides: list[str]  # the share on each side of the table


@dataclass(frozen=True)
class ThinkingTimes:
    bars: list[ShareBar]
    ticks: list[tuple[str, str]]  # place and time
    budget: str  # the place where it ends
    budget_label: str
    text: str


@dataclass(frozen=True)
class FaultyGame:
    text: str
    game: str
    ply: str
    href: str


@dataclass(frozen=True)
class ProgressRow:
    """A version of the team's bot in a phase. Only the last one counts and has a place."""

    phase: str
    href: str
    version: str
    place: str
    share: str
    span: Span | None
    rating: str
    faults: str


@dataclass(frozen=True)
class Notable:
    """The best game, the strongest opponent, and the like."""

    title: str
    text: str
    href: str


@dataclass(frozen=True)
class TeamPage:
    name: str
    row: LeaderboardRow
    strength: str  # what its rating or skill is called
    summary: str
    opponents: list[OpponentRow]
    sides: list[str]
    matches: list[MatchRow]
    thinking: ThinkingTimes | None
    faults: list[FaultyGame]
    more_faults: str
    progress: list[ProgressRow]  # in the phases so far, if there were several
    notable: list[Notable]
    certificate: str  # its address, when the phase is over


@dataclass(frozen=True)
class OwnFault:
    """A fault with everything that the bot's author needs to find it."""

    game: str
    ply: int
    seat: int
    verdict: str
    reason: str
    traceback: str
    output: str


@dataclass(frozen=True)
class OwnPage:
    name: str
    faults: list[OwnFault]
    more: str
    repro: str


def team_page(
    scene: Scene,
    team: TeamFacts,
    row: LeaderboardRow,
    played: Sequence[int],
    table: Sequence[TeamOutcome],
    extreme: tuple[Extreme, Extreme] | None,
) -> TeamPage:
    """The page of a team. `played` are the numbers of its matches, `table` is that of the phase."""
    words, phase = scene.words, scene.phase
    line, digest = phase.book.lines[team.name], phase.digest
    faulty = digest.faulty.get(team.name, [])
    more = line.faults.total() - sum(each.verdicts.total() for each in faulty)
    sides = 1 + max(
        (side for held in digest.held.get(team.name, {}).values() for side in held), default=0
    )
    return TeamPage(
        display_name(team.name),
        row,
        words(f"site.leaderboard.{'skill' if row.ladder else 'rating'}"),
        words("site.team.rank", rank=row.rank.text, teams=len(phase.teams)),
        _opponents(scene, team.name, sides),
        [words("site.team.side", n=side + 1) for side in range(sides)],
        match_rows(scene, played, "../"),
        _thinking_times(scene, team.name),
        [
            FaultyGame(
                fault_counts(words, each.verdicts),
                words("site.match.game", n=words.number(each.number)),
                str(each.ply),
                scene.replay(each.match, each.game, each.ply, "../"),
            )
            for each in faulty
        ],
        words.count("site.team.more", more) if more > 0 else "",
        _progress(scene, team, table),
        _notable(scene, team.name, extreme),
        f"../certificates/{scene.who(team.name).href.removeprefix('teams/')}"
        if not phase.live
        else "",
    )


def _progress(scene: Scene, team: TeamFacts, table: Sequence[TeamOutcome]) -> list[ProgressRow]:
    """A row for each version of the team in each phase that is published so far, and in this."""
    phase = scene.phase
    rows: list[ProgressRow] = []
    for each in phase.terms.phases:
        own = each.name == phase.name
        teams = table if own else each.outcome.teams if each.outcome else ()
        for line in teams:
            if line.key == team.key:
                href = "" if own else team_link(team.key, f"../../{each.name}/")
                rows += _versions(scene.words, each.shown_name, href, line, len(teams))
        if own:
            break
    return rows if len(rows) > 1 else []


def _versions(
    words: Words, phase: str, href: str, line: TeamOutcome, teams: int
) -> Iterator[ProgressRow]:
    """The rows of a team in a phase, from its line in the table of so many teams."""
    nothing = "\u2013"
    for old in line.earlier:
        yield ProgressRow(
            phase,
            href,
            words.number(old.version),
            words.count("site.team.not_counted", old.games),
            words.percent(old.share, 1),
            span(old.share_low, old.share, old.share_high) if old.games >= FEW else None,
            nothing,
            words.number(old.faults),
        )
    yield ProgressRow(
        phase,
        href,
        words.number(line.version) if line.version else nothing,
        words("site.team.place_of", place=line.place.replace("-", "\u2013"), teams=teams),
        nothing if line.share is None else words.percent(line.share, 1),
        span(line.share_low, line.share or 0.0, line.share_high),
        nothing if line.rating is None else words.number(line.rating),
        words.number(line.faults),
    )


def _notable(scene: Scene, name: str, extreme: tuple[Extreme, Extreme] | None) -> list[Notable]:
    """The best and the worst game, the strongest and the weakest opponent."""
    words, rows = scene.words, []
    for key, each in zip(("best_game", "worst_game"), extreme or (), strict=False):
        others = [scene.who(other).name for other in each.game.names if other != name]
        form = "one" if abs(each.margin) == 1 else "many"
        text = words(
            f"site.team.game_against.{form}",
            margin=scene.margin(each.margin),
            name=", ".join(others),
        )
        href = scene.replay(each.match, each.game.id, up="../")
        rows.append(Notable(words(f"site.team.{key}"), text, href))
    met = sorted(scene.phase.book.pairs.opponents(name), key=lambda each: (each[1].share, each[0]))
    if len(met) > 1:
        for key, (opponent, against) in (("strongest", met[0]), ("weakest", met[-1])):
            share = words("site.team.share_against", share=words.percent(against.share))
            who = scene.who(opponent, "../")
            rows.append(Notable(words(f"site.team.{key}"), f"{who.name}: {share}", who.href))
    return rows


def own_page(words: Words, name: str, faults: Sequence[OwnFault]) -> OwnPage:
    """The page that only the team may see."""
    first = faults[0] if faults else None
    return OwnPage(
        display_name(name),
        [
            OwnFault(
                fault.game,
                fault.ply,
                fault.seat,
                words.verdict(fault.verdict),
                f"{plain(fault.reason):.{REASON}}",
                plain_lines(fault.traceback)[:LONGEST],
                plain_lines(fault.output)[:LONGEST],
            )
            for fault in faults[:MOST_FAULTS]
        ],
        words.count("site.own.more", len(faults) - MOST_FAULTS)
        if len(faults) > MOST_FAULTS
        else "",
        f"arena repro games.jsonl --game-id {first.game} --ply {first.ply}" if first else "",
    )


def _opponents(scene: Scene, name: str, sides: int) -> list[OpponentRow]:
    words, phase = scene.words, scene.phase
    order = {row.name: place for place, row in enumerate(phase.standings.rows)}
    met = sorted(
        phase.book.pairs.opponents(name), key=lambda each: (order.get(each[0], len(order)), each[0])
    )
    opponents = []
    for opponent, against in met:
        held = phase.digest.held.get(name, {}).get(opponent, {})
        margin = sum(each.margin for each in held.values()) / against.games
        low, high = against.interval
        opponents.append(
            OpponentRow(
                scene.who(opponent, "../"),
                words.number(against.games),
                f"{against.wins}\u2013{against.draws}\u2013{against.losses}",
                words.percent(against.share, 1),
                span(low, against.share, high) if against.games >= FEW else None,
                words.number(margin, 1, sign=True),
                [
                    words.percent(held[side].credit / held[side].games)
                    + f" ({words.number(held[side].games)})"
                    if side in held
                    else "\u2013"
                    for side in range(sides)
                ],
            )
        )
    return opponents


def _thinking_times(scene: Scene, name: str) -> ThinkingTimes | None:
    """A histogram of thinking times on a logarithmic scale, with the budget."""
    words, counts = scene.words, scene.phase.digest.bars.get(name)
    if counts is None or not any(counts):
        return None
    budget = scene.phase.terms.budget * 1e6
    first = next(i for i, count in enumerate(counts) if count)
    last = max(i for i, count in enumerate(counts) if count)
    first, last = first // 4 * 4, max(last, min(bisect_left(BARS, budget) + 1, len(BARS)))
    shown_counts = counts[first : last + 1]
    step, most, moves = CHART / len(shown_counts), max(shown_counts), sum(counts)

    def place(us: float) -> float:
        return step * (4 * log10(us / 10) - first)

    bars = []
    for i, count in enumerate(shown_counts):
        height = (TALL - 30) * count / most
        start = BARS[first + i - 1] if first + i else 0.0
        bars.append(
            ShareBar(
                xy(i * step + 1),
                xy(TALL - 20 - max(height, 1.5 if count else 0)),
                xy(step - 2),
                xy(max(height, 1.5 if count else 0)),
                "late" if start >= budget else "kept",
                words.count("site.team.moves", count, time=words.duration(start / 1e6)),
            )
        )
    ticks = [
        (xy((i - first) * step), _power(BARS[i - 1] / 1e6 if i else 1e-5))
        for i in range(first, last, 4)
    ]
    line = scene.phase.book.lines[name]
    return ThinkingTimes(
        bars,
        ticks,
        xy(min(CHART - 1, place(budget))),
        words("site.team.budget", time=words.duration(scene.phase.terms.budget)),
        words(
            "site.team.thought",
            moves=words.number(moves),
            mean=words.duration(line.think_mean),
            most=words.duration(line.think_max),
        ),
    )


def _power(seconds: float) -> str:
    """A power of ten with its unit."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("\u00b5s", 1e-6)):
        if seconds >= 0.999 * size:
            return f"{round(seconds / size):d}\u00a0{unit}"
    return "0"
