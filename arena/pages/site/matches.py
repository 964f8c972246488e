"""The list of all matches of a phase, and the pages of matches with their games deal by deal."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from arena.pages.site.data.games import GameDigest, margins
from arena.pages.site.data.scene import Scene, Who
from arena.pages.site.drawings.drawing import Span, span, xy
from arena.pages.site.drawings.race import Race, RaceData, TurningPoint, race, turning_steps
from arena.pages.site.extra_matches import DrawnMatches, draws_line, many_draws
from arena.replay.result import WHOLE, credit_parts, win_draw_loss
from arena.standings.interval import wilson

WIDE = "\u2009:\u2009"  # between scores, if a dash could look like a minus


@dataclass(frozen=True)
class MatchRow:
    label: str
    href: str
    parts: list[tuple[Who, str]]  # each team, with its credit
    draws: DrawnMatches | None = None  # many drawn extra matches in one row


@dataclass(frozen=True)
class MatchSide:
    who: Who
    credit: str
    record: str
    share: str
    share_span: Span | None
    margin: str
    faults: str


class ScoreCell(NamedTuple):
    text: str
    won: bool


@dataclass(frozen=True)
class GameCell:
    """A game in the row of its deal."""

    scores: list[ScoreCell]  # in the order of the match's entrants
    first: str  # the team on the first side
    faults: str
    href: str  # to its replay
    name: str  # with its number in the phase


class Swing(NamedTuple):
    """The value of a deal for the first entrant, as a bar on a scale of 100 around zero."""

    text: str
    x: str
    width: str
    won: bool


@dataclass(frozen=True)
class DealRow:
    anchor: str
    match_anchor: str  # of the extra match that begins with this deal, if several are shown as one
    number: str
    turn: str  # the team that takes the lead on this deal
    games: list[GameCell | None]
    swing: Swing


@dataclass(frozen=True)
class PlayedMatch:
    anchor: str
    label: str
    title: str
    entrants: list[MatchSide]
    columns: list[str]
    between: str  # stands between the scores of a game
    deals: list[DealRow]
    chart: Race | None
    swings_of: Who
    games: str


@dataclass(frozen=True)
class MatchPage:
    """A match, or several short ones in a row."""

    title: str
    matches: list[PlayedMatch]
    charted: bool  # is there a chart?
    before: str  # the page before, if there is one
    after: str


def match_list(scene: Scene) -> list[MatchRow]:
    """Every match in the order of the schedule."""
    return match_rows(scene, range(len(scene.phase.matches)))


def match_rows(scene: Scene, numbers: Sequence[int], up: str = "") -> list[MatchRow]:
    """These matches. `up` is the way to the folder of the phase; with it, names are no links."""
    draws = {some[0]: (label, some) for label, some in many_draws(scene).items()}
    later = {number for _, some in draws.values() for number in some[1:]}
    rows = []
    for number in numbers:
        credits = scene.phase.credits(number)
        players = [scene.who(name) if not up else Who(scene.who(name).name, "") for name in credits]
        if number in draws:
            label, some = draws[number]
            parts = [(player, "") for player in players]
            line = draws_line(scene, some, up)
            rows.append(MatchRow(scene.label(label), "", parts, line))
        elif number not in later:
            shown = [shown_credit(scene, number, credit) for credit in credits.values()]
            label = scene.label(scene.phase.matches[number].label)
            parts = list(zip(players, shown, strict=True))
            rows.append(MatchRow(label, scene.match(number, up), parts))
    return rows


def shown_credit(scene: Scene, number: int, credit: float) -> str:
    """The credit of an entrant of the match; nothing if the match has not begun."""
    return scene.words.short(credit) if scene.phase.digest.of(number) else ""


def match_page(scene: Scene, numbers: Sequence[int], before: str, after: str) -> MatchPage:
    """The page with these matches, between two other pages."""
    matches = [_match(scene, some) for some in _shown_together(scene, numbers)]
    title = scene.words("site.match.several", first=numbers[0] + 1, last=numbers[-1] + 1)
    return MatchPage(
        f"{matches[0].title}, {matches[0].label}" if len(matches) == 1 else title,
        matches,
        any(match.chart for match in matches),
        before,
        after,
    )


def _shown_together(scene: Scene, numbers: Sequence[int]) -> list[list[int]]:
    """The matches of each section of a page: one, or many draws in a row after the same tie."""
    meeting = {number: label for label, some in many_draws(scene).items() for number in some}
    sections: list[list[int]] = []
    for number in numbers:
        before = sections[-1][-1] if sections else None
        if number in meeting and before is not None and meeting.get(before) == meeting[number]:
            sections[-1].append(number)
        else:
            sections.append([number])
    return sections


def _match(scene: Scene, numbers: Sequence[int]) -> PlayedMatch:
    """A match with all of its games, or several draws as one."""
    words, first = scene.words, numbers[0]
    match = scene.phase.matches[first]
    games = [game for number in numbers for game in scene.phase.digest.of(number)]
    by_deal: dict[int, list[GameDigest]] = defaultdict(list)
    for game in games:
        by_deal[game.deal].append(game)
    number_of = {game.deal: number for number in numbers for game in scene.phase.digest.of(number)}
    wide = max(map(len, by_deal.values()), default=0)
    swings = {deal: _swing(match.names[0], some) for deal, some in by_deal.items()}
    most = max(map(abs, swings.values()), default=0) or 1.0
    chart, turns = _course(scene, first, by_deal) if len(numbers) == 1 else (None, {})
    deals = [
        DealRow(
            _anchor(number_of[deal], deal),
            _match_anchor(number_of[deal]) if number_of[deal] != first else "",
            words.number(deal + 1),
            turns.get(deal, ""),
            [_game_cell(scene, number_of[deal], each, match.names) for each in some]
            + [None] * (wide - len(some)),
            _swing_bar(scene, swings[deal], most),
        )
        for deal, some in by_deal.items()
    ]
    label = scene.label(match.label)
    if len(numbers) > 1:
        meeting = scene.label(match.label.rpartition(", ")[0])
        label = f"{meeting}, {draws_line(scene, list(numbers)).label}"
    return PlayedMatch(
        _match_anchor(first),
        label,
        " \u2013 ".join(scene.who(name).name for name in match.names),
        [_entrant(scene, numbers, name, games) for name in match.names],
        [words("site.match.seating", n=n + 1) for n in range(wide)],
        "\u2013"
        if len(match.names) == 2 and all(s >= 0 for g in games for s in g.scores)
        else WIDE,
        deals,
        chart,
        scene.who(match.names[0], "../"),
        words.count("site.games", len(games)),
    )


def _match_anchor(number: int) -> str:
    return f"match-{number + 1}"


def _anchor(number: int, deal: int) -> str:
    return f"{_match_anchor(number)}-deal-{deal + 1}"


def _course(
    scene: Scene, number: int, by_deal: Mapping[int, list[GameDigest]]
) -> tuple[Race | None, dict[int, str]]:
    """The race of points, and the deals on which a team takes the lead."""
    words, names = scene.words, scene.phase.matches[number].names
    won = dict.fromkeys(names, 0)  # in small parts of a win
    credits: list[list[float]] = [[] for _ in names]
    games: list[int] = []
    for some in by_deal.values():
        for game in some:
            for name, parts in zip(game.names, credit_parts(game.ranks), strict=True):
                won[name] += parts
        games.append(len(some) + (games[-1] if games else 0))
        for credit, parts in zip(credits, won.values(), strict=True):
            credit.append(parts / WHOLE)
    deals, shown = list(by_deal), [scene.who(name).name for name in names]
    turns = turning_steps(credits)
    chart = race(
        [RaceData(name, credit, games) for name, credit in zip(shown, credits, strict=True)],
        words,
        words("site.match.race_text"),
        scene.phase.digest.fair,
        [
            TurningPoint(
                step,
                leader,
                words("site.match.lead_change", n=deals[step] + 1, name=shown[leader]),
                _anchor(number, deals[step]),
            )
            for step, leader in turns
        ],
    )
    return chart, {deals[step]: shown[leader] for step, leader in turns}


def _entrant(
    scene: Scene, numbers: Sequence[int], name: str, games: Sequence[GameDigest]
) -> MatchSide:
    words = scene.words
    record, faults, margin = [0, 0, 0], 0, 0.0
    held = 0
    for game in games:
        for side, who in enumerate(game.names):
            if who == name:
                ended = win_draw_loss(game.ranks, side)
                record = [count + one for count, one in zip(record, ended, strict=True)]
                faults += game.faults[side]
                margin += margins(game)[side]
                held += 1
    credit = sum(scene.phase.credits(number)[name] for number in numbers)
    share = credit / held if held else 0.0
    low, high = wilson(share, held)
    return MatchSide(
        scene.who(name, "../"),
        words.short(credit),
        "\u2013".join(map(str, record)),
        words.percent(share, 1),
        span(low, share, high, fair=scene.phase.digest.fair),
        words.number(margin / held, 1, sign=True) if held else "",
        words.number(faults),
    )


def _game_cell(scene: Scene, number: int, game: GameDigest, names: tuple[str, ...]) -> GameCell:
    words = scene.words
    scores = []
    for name in names:
        sides = [side for side, who in enumerate(game.names) if who == name]
        text = "/".join(words.short(game.scores[side]) for side in sides) or "\u2013"
        scores.append(ScoreCell(text, any(game.ranks[side] == 0 for side in sides)))
    faults = sum(game.faults)
    return GameCell(
        scores,
        scene.who(game.names[0]).name,
        words.count("site.faults", faults) if faults else "",
        scene.replay(number, game.id, up="../"),
        words("site.match.game", n=words.number(game.number)),
    )


def _swing(name: str, games: list[GameDigest]) -> float:
    """The points more than the others on this deal, over all of its games."""
    return sum(
        margin
        for game in games
        for who, margin in zip(game.names, margins(game), strict=True)
        if who == name
    )


def _swing_bar(scene: Scene, swing: float, most: float) -> Swing:
    reach = 50 * abs(swing) / most
    return Swing(
        scene.margin(swing),
        xy(50 if swing >= 0 else 50 - reach),
        xy(reach),
        swing >= 0,
    )
