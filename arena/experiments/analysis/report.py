"""The report of an analysis: which tables and plots there are, and what stands beside them."""

import platform
from collections.abc import Sequence

from arena.common.version import __version__
from arena.experiments.analysis import lengths
from arena.experiments.analysis.answer import answers
from arena.experiments.analysis.estimates import ROLLOUTS
from arena.experiments.analysis.found import Figure, Found, find_all
from arena.experiments.analysis.sums import Tally
from arena.experiments.experiment import Json, Setting
from arena.pages.report.model import (
    Bar,
    Bars,
    Cell,
    Lines,
    Multiples,
    Part,
    Report,
    ReportTable,
    Section,
    Series,
)

MEASURES = (
    (
        "fairness",
        "1 where the first player wins as often as chance has it, 0 where always or never",
    ),
    ("convergence", "above a half where there is less and less to choose"),
    ("spread", "how much the best move's chance to win exceeds the worst one's"),
    ("drama", "how far behind the winner was, when behind"),
    ("security", "the part of the game that its winner was ahead"),
    ("order", "how much better than chance the estimating player does"),
)
PLAYERS = "players"
LONG = 100  # choices from which a game is long to draw
SHORT_GAMES, LONG_GAMES = 6, 2  # whose leads are drawn
GAMES_OF_EACH = (
    "of random players and as many with one who estimates, for each number of players and each "
    "variant; fewer, a tenth of them, where everybody estimates"
)


def fold(results: Sequence[Json], setting: Setting) -> Report:
    """The page of an analysis."""
    title, main = setting.parameters["title"], setting.parameters["main"]
    every = find_all(results, setting)
    plain = [one for one in every if not one.variant.swept]
    swept = [one for one in every if one.variant.swept]
    chosen = next((one for one in plain if one.variant.players == main), plain[0])
    sections = [
        Section("At a glance", (), (glance(plain),)),
        choices(plain),
        lengths.section(plain),
        beginning(plain),
        strategy(plain),
        shape(plain),
    ]
    if chosen.histories and chosen.players > 1:
        sections.append(leads(chosen))
    if swept:
        sections.append(variants(swept, setting.parameters["sweep"]))
    return Report(
        f"{title}: what kind of game it is",
        answers(title, plain, main),
        tuple(sections),
        conditions(setting),
    )


def named(found: Found) -> str:
    return f"{found.variant.players} players"


def ends(figure: Figure) -> tuple[float, float, float]:
    return figure.value, figure.low, figure.high


def bar(label: str, figure: Figure, reference: float | None = None) -> Bar:
    return Bar(label, figure.value, figure.low, figure.high, reference)


def series(label: str, tallies: Sequence[Tally], first: int = 1) -> Series:
    """The means of these, each with its interval."""
    seen = [(first + i, tally) for i, tally in enumerate(tallies) if tally.count]
    sure = [tally.interval if tally.count > 1 else (tally.mean, tally.mean) for _, tally in seen]
    return Series(
        label,
        tuple((float(x), tally.mean) for x, tally in seen),
        tuple(low for low, _ in sure),
        tuple(high for _, high in sure),
    )


def glance(found: Sequence[Found]) -> ReportTable:
    rows: list[tuple[Cell, ...]] = [
        (
            one.variant.players, one.games, one.length.mean, one.length.least, one.length.most,
            *ends(one.branching), *ends(one.forced),
        )
        for one in found
    ]  # fmt: skip
    return ReportTable(
        "choices",
        "How much there is to choose, among players who play at random (95 % intervals)",
        (PLAYERS, "games", "choices a game", "least", "most", "options a choice", "from", "to",
         "forced", "from", "to"),
        tuple(rows),
    )  # fmt: skip


def choices(found: Sequence[Found]) -> Section:
    parts: list[Part] = []
    text = ["Everybody plays at random. A choice with one option is a choice, and a forced one."]
    tricks = [one for one in found if one.leading]
    if tricks:
        caption = "Options of who leads and of who follows, by trick"
        plots = tuple(by_trick(one, named(one)) for one in tricks)
        parts.append(by_trick(tricks[0], caption) if len(plots) == 1 else Multiples(caption, plots))
        parts.append(trick_table("options-by-trick", tricks))
    parts.append(
        Lines(
            "Options by choice, from the first of the game to the last",
            "choice", "options",
            tuple(series(named(one), one.by_choice) for one in found), zero=True,
        )
    )  # fmt: skip
    parts.append(
        ReportTable(
            "options-by-choice",
            "Options by choice",
            (PLAYERS, "choice", "games", "options", "from", "to", "most"),
            tuple(
                (one.variant.players, number, tally.count, tally.mean, *tally.interval, tally.most)
                for one in found
                for number, tally in enumerate(one.by_choice, start=1)
            ),
        )
    )
    return Section("Does the player have choices?", tuple(text), tuple(parts))


def by_trick(found: Found, caption: str) -> Lines:
    return Lines(
        caption,
        "trick",
        "options",
        (series("leader", found.leading), series("follower", found.following)),
        zero=True,
    )


def trick_table(name: str, found: Sequence[Found], of: str = PLAYERS) -> ReportTable:
    rows: list[tuple[Cell, ...]] = []
    for one in found:
        pairs = zip(one.leading, one.following, strict=True)
        for number, (leader, follower) in enumerate(pairs, start=1):
            label: Cell = one.variant.swept or one.variant.players
            rows.append(
                (label, number, leader.mean, *leader.interval, follower.mean, *follower.interval)
            )
    return ReportTable(
        name,
        "Options by trick",
        (of, "trick", "leader", "from", "to", "follower", "from", "to"),
        tuple(rows),
    )


def beginning(found: Sequence[Found]) -> Section:
    return Section(
        "Who begins",
        ("The share of wins of who chooses first, where everybody plays at random; who tie for "
         "the first place share the win. The tick is what chance has: one in the number of "
         "players.",),
        (
            Bars(
                "Wins of the first player", "share of wins",
                tuple(bar(named(one), one.first, one.chance) for one in found),
            ),
            ReportTable(
                "wins", "Share of wins, by player in the order of the seats",
                (PLAYERS, "player", "share", "from", "to", "chance"),
                tuple(
                    (one.variant.players, side, *ends(wins), one.chance)
                    for one in found
                    for side, wins in enumerate(one.wins, start=1)
                ),
            ),
        ),
    )  # fmt: skip


def strategy(found: Sequence[Found]) -> Section:
    return Section(
        "Is there room for strategy?",
        (f"The first player tries each move {ROLLOUTS} times, each time in a world that agrees "
         "with all it may know, plays on at random and makes the move that won most often. The "
         "others play at random. The tick is what a random player wins from the same seat.",),
        (
            Bars(
                "Wins of an estimating first player", "share of wins",
                tuple(bar(named(one), one.estimating, one.first.value) for one in found),
            ),
            ReportTable(
                "estimating", "An estimating first player, a random one, and what lies between",
                (PLAYERS, "estimating", "from", "to", "random", "gain", "from", "to"),
                tuple(
                    (one.variant.players, *ends(one.estimating), one.first.value, *ends(one.gain))
                    for one in found
                ),
            ),
        ),
    )  # fmt: skip


def measured(found: Found) -> list[tuple[str, Figure]]:
    return [(name, getattr(found, name)) for name, _ in MEASURES]


def shape(found: Sequence[Found]) -> Section:
    text = (
        "Fairness and convergence come from random games, order from games with one estimating "
        "player, spread, drama and security from games where everybody estimates. Drama and "
        "security go by the standing that the winner of a game gave itself, once its best move "
        "is made: 1 is sure to be first, 0 sure to be last.",
    )
    rows = tuple(
        (name, one.variant.players, *ends(figure), about)
        for (name, about) in MEASURES
        for one in found
        for figure in [getattr(one, name)]
    )
    table = ReportTable(
        "measures",
        "The measures",
        ("measure", PLAYERS, "value", "from", "to", "what it says"),
        rows,
    )
    if len(found) == 1:
        bars = Bars("The measures", "from 0 to 1", tuple(
            bar(name, figure) for name, figure in measured(found[0]) if figure.value == figure.value
        ))  # fmt: skip
        return Section("Measures", text, (bars, table))
    by_players = tuple(
        across(name, [(float(one.variant.players), getattr(one, name)) for one in found])
        for name, _ in MEASURES
    )
    lines = Lines("The measures, by the number of players", PLAYERS, "from 0 to 1", by_players)
    return Section("Measures", text, (lines, table))


def across(label: str, figures: Sequence[tuple[float, Figure]]) -> Series:
    seen = [(x, figure) for x, figure in figures if figure.value == figure.value]
    return Series(
        label,
        tuple((x, figure.value) for x, figure in seen),
        tuple(figure.low for _, figure in seen),
        tuple(figure.high for _, figure in seen),
    )


def leads(found: Found) -> Section:
    """Single games, as those who played them saw them."""
    plots = []
    several = found.histories[: SHORT_GAMES if found.length.mean <= LONG else LONG_GAMES]
    for number, (judges, standings, credits) in enumerate(several, start=1):
        winners = [side + 1 for side, credit in enumerate(credits) if credit]
        who = " and ".join(map(str, winners))
        curves = tuple(
            Series(
                f"player {side + 1}",
                tuple((float(i), row[side]) for i, row in enumerate(standings, start=1)),
            )
            for side in range(found.players)
        )
        if len(judges) > 1:
            plots.append(Lines(f"Game {number}, won by {who}", "choice", "standing", curves, True))
    return Section(
        "How the lead changes",
        (f"Games for {found.variant.players} where everybody estimates. At each choice, the "
         "standing of every player as the one who chooses estimates it.",),
        (Multiples("Single games, choice by choice", tuple(plots)),),
    )  # fmt: skip


def variants(found: Sequence[Found], name: str) -> Section:
    several = len({one.variant.players for one in found}) > 1

    def label(one: Found) -> str:
        value = f"{name} {one.variant.swept}"
        return f"{value}, {named(one)}" if several else value

    tricks = all(one.leading for one in found)
    plots = tuple(
        by_trick(one, label(one)) if tricks
        else Lines(label(one), "choice", "options", (series("options", one.by_choice),), True)
        for one in found
    )  # fmt: skip
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (one.variant.swept, one.variant.players, one.length.mean, *ends(one.branching),
         *ends(one.forced), *ends(one.first), *ends(one.estimating),
         *(figure.value for _, figure in measured(one)))
        for one in found
    )  # fmt: skip
    return Section(
        f"Variants: {name}",
        (f"The same game with other values of {name}, all else being equal.",),
        (
            Multiples("Options, variant by variant", plots),
            Bars("Wins of the first player", "share of wins",
                 tuple(bar(label(one), one.first, one.chance) for one in found)),
            Bars("Wins of an estimating first player", "share of wins",
                 tuple(bar(label(one), one.estimating, one.first.value) for one in found)),
            ReportTable(
                "variants", "Variants",
                (name, PLAYERS, "choices a game", "options a choice", "from", "to", "forced",
                 "from", "to", "first player's wins", "from", "to", "estimating", "from", "to",
                 *(measure for measure, _ in MEASURES)),
                rows,
            ),
        ),
    )  # fmt: skip


def conditions(setting: Setting, of_each: str = GAMES_OF_EACH) -> tuple[tuple[str, str], ...]:
    parameters = setting.parameters
    options = ", ".join(f"{name} {value}" for name, value in parameters["shown"].items())
    return (
        ("game", f"{parameters['title']}{', ' + options if options else ''}"),
        ("games", f"{setting.games:,} {of_each}"),
        ("rollouts", f"{ROLLOUTS} of each move"),
        ("seed", setting.seed),
        ("version", f"Card Arena {__version__}, Python {platform.python_version()}"),
    )  # fmt: skip
