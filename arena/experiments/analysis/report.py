"""The report of an analysis: its tables and plots, and the text beside them."""

import platform
from collections.abc import Sequence

from arena.common.version import __version__
from arena.experiments.analysis import lengths
from arena.experiments.analysis.answer import answers
from arena.experiments.analysis.estimates import ROLLOUTS
from arena.experiments.analysis.results import Figure, VariantResult, summarise_all
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
        "1 if the first player wins as often as by chance, 0 if always or never",
    ),
    ("convergence", "above a half if there is less and less to choose"),
    ("spread", "the difference between the best and the worst move's chance to win"),
    ("drama", "how far behind the winner was while it was behind"),
    ("security", "the part of the game in which the winner was ahead"),
    ("order", "how much better than chance the estimating player is"),
)
PLAYERS = "players"
LONG = 100  # choices; a game with more is long to draw
SHORT_GAMES, LONG_GAMES = 6, 2  # number of games of which the lead is drawn
GAMES_OF_EACH = (
    "of random players and as many with one estimating player, for each number of players and each "
    "variant; a tenth of them with estimating players only"
)


def fold(results: Sequence[Json], setting: Setting) -> Report:
    """Make the report of an analysis."""
    title, main = setting.parameters["title"], setting.parameters["main"]
    every = summarise_all(results, setting)
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


def players_of(result: VariantResult) -> str:
    return f"{result.variant.players} players"


def ends(figure: Figure) -> tuple[float, float, float]:
    return figure.value, figure.low, figure.high


def bar(label: str, figure: Figure, reference: float | None = None) -> Bar:
    return Bar(label, figure.value, figure.low, figure.high, reference)


def series(label: str, tallies: Sequence[Tally], first: int = 1) -> Series:
    """The means of the tallies, each with its interval."""
    seen = [(first + i, tally) for i, tally in enumerate(tallies) if tally.count]
    sure = [tally.interval if tally.count > 1 else (tally.mean, tally.mean) for _, tally in seen]
    return Series(
        label,
        tuple((float(x), tally.mean) for x, tally in seen),
        tuple(low for low, _ in sure),
        tuple(high for _, high in sure),
    )


def glance(results: Sequence[VariantResult]) -> ReportTable:
    rows: list[tuple[Cell, ...]] = [
        (
            one.variant.players, one.games, one.length.mean, one.length.least, one.length.most,
            *ends(one.branching), *ends(one.forced),
        )
        for one in results
    ]  # fmt: skip
    return ReportTable(
        "choices",
        "How much there is to choose, among players who play at random (95 % intervals)",
        (PLAYERS, "games", "choices a game", "least", "most", "options a choice", "from", "to",
         "forced", "from", "to"),
        tuple(rows),
    )  # fmt: skip


def choices(results: Sequence[VariantResult]) -> Section:
    parts: list[Part] = []
    text = ["Everybody plays at random. A choice with only one option counts as a forced choice."]
    tricks = [one for one in results if one.leading]
    if tricks:
        caption = "Options of the leader and of the followers, by trick"
        plots = tuple(by_trick(one, players_of(one)) for one in tricks)
        parts.append(by_trick(tricks[0], caption) if len(plots) == 1 else Multiples(caption, plots))
        parts.append(trick_table("options-by-trick", tricks))
    parts.append(
        Lines(
            "Options by choice, from the first of the game to the last",
            "choice", "options",
            tuple(series(players_of(one), one.by_choice) for one in results), zero=True,
        )
    )  # fmt: skip
    parts.append(
        ReportTable(
            "options-by-choice",
            "Options by choice",
            (PLAYERS, "choice", "games", "options", "from", "to", "most"),
            tuple(
                (one.variant.players, number, tally.count, tally.mean, *tally.interval, tally.most)
                for one in results
                for number, tally in enumerate(one.by_choice, start=1)
            ),
        )
    )
    return Section("Does the player have choices?", tuple(text), tuple(parts))


def by_trick(result: VariantResult, caption: str) -> Lines:
    return Lines(
        caption,
        "trick",
        "options",
        (series("leader", result.leading), series("follower", result.following)),
        zero=True,
    )


def trick_table(name: str, results: Sequence[VariantResult], of: str = PLAYERS) -> ReportTable:
    rows: list[tuple[Cell, ...]] = []
    for one in results:
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


def beginning(results: Sequence[VariantResult]) -> Section:
    return Section(
        "Who begins",
        ("The share of wins of the player who chooses first, if everybody plays at random. Players "
         "who tie for the first place share the win. The tick is the share by chance: one divided "
         "by the number of players.",),
        (
            Bars(
                "Wins of the first player", "share of wins",
                tuple(bar(players_of(one), one.first, one.chance) for one in results),
            ),
            ReportTable(
                "wins", "Share of wins, by player in the order of the seats",
                (PLAYERS, "player", "share", "from", "to", "chance"),
                tuple(
                    (one.variant.players, side, *ends(wins), one.chance)
                    for one in results
                    for side, wins in enumerate(one.wins, start=1)
                ),
            ),
        ),
    )  # fmt: skip


def strategy(results: Sequence[VariantResult]) -> Section:
    return Section(
        "Is there room for strategy?",
        (f"The first player tries each move {ROLLOUTS} times, each time in a world that agrees "
         "with all it may know. It plays on at random, and makes the move that has won most "
         "often. The others play at random. The tick is the share of a random player in the same "
         "seat.", relaxed_text(sum(one.relaxed for one in results))),
        (
            Bars(
                "Wins of an estimating first player", "share of wins",
                tuple(bar(players_of(one), one.estimating, one.first.value) for one in results),
            ),
            ReportTable(
                "estimating", "An estimating first player, a random one, and the difference",
                (PLAYERS, "estimating", "from", "to", "random", "gain", "from", "to"),
                tuple(
                    (one.variant.players, *ends(one.estimating), one.first.value, *ends(one.gain))
                    for one in results
                ),
            ),
        ),
    )  # fmt: skip


def relaxed_text(worlds: int) -> str:
    """A sentence on the imagined worlds that may contradict something that their seat knew."""
    if not worlds:
        return "Every imagined world agreed with all that the player knew."
    return (
        f"{worlds} imagined worlds may not agree with all that the player knew: no better one was "
        "found in bounded work, or the arena cannot express a condition, so it was dropped."
    )


def measures_of(result: VariantResult) -> list[tuple[str, Figure]]:
    return [(name, getattr(result, name)) for name, _ in MEASURES]


def shape(results: Sequence[VariantResult]) -> Section:
    text = (
        "Fairness and convergence come from random games, order from games with one estimating "
        "player, spread, drama and security from games in which everybody estimates. Drama and "
        "security use the standing that the winner of a game estimates for itself after its best "
        "move: 1 is sure to be first, 0 is sure to be last.",
    )
    rows = tuple(
        (name, one.variant.players, *ends(figure), about)
        for (name, about) in MEASURES
        for one in results
        for figure in [getattr(one, name)]
    )
    table = ReportTable(
        "measures",
        "The measures",
        ("measure", PLAYERS, "value", "from", "to", "what it says"),
        rows,
    )
    if len(results) == 1:
        bars = Bars("The measures", "from 0 to 1", tuple(
            bar(name, one) for name, one in measures_of(results[0]) if one.value == one.value
        ))  # fmt: skip
        return Section("Measures", text, (bars, table))
    by_players = tuple(
        across(name, [(float(one.variant.players), getattr(one, name)) for one in results])
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


def leads(result: VariantResult) -> Section:
    """How the lead changes in single games, as the players estimated it."""
    plots = []
    several = result.histories[: SHORT_GAMES if result.length.mean <= LONG else LONG_GAMES]
    for number, (judges, standings, credits) in enumerate(several, start=1):
        winners = [side + 1 for side, credit in enumerate(credits) if credit]
        who = " and ".join(map(str, winners))
        curves = tuple(
            Series(
                f"player {side + 1}",
                tuple((float(i), row[side]) for i, row in enumerate(standings, start=1)),
            )
            for side in range(result.players)
        )
        if len(judges) > 1:
            plots.append(Lines(f"Game {number}, won by {who}", "choice", "standing", curves, True))
    return Section(
        "How the lead changes",
        (f"Games for {result.variant.players} in which everybody estimates. At each choice, the "
         "player who chooses estimates the standing of all players.",),
        (Multiples("Single games, choice by choice", tuple(plots)),),
    )  # fmt: skip


def variants(results: Sequence[VariantResult], name: str) -> Section:
    several = len({one.variant.players for one in results}) > 1

    def label(one: VariantResult) -> str:
        value = f"{name} {one.variant.swept}"
        return f"{value}, {players_of(one)}" if several else value

    tricks = all(one.leading for one in results)
    plots = tuple(
        by_trick(one, label(one)) if tricks
        else Lines(label(one), "choice", "options", (series("options", one.by_choice),), True)
        for one in results
    )  # fmt: skip
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (one.variant.swept, one.variant.players, one.length.mean, *ends(one.branching),
         *ends(one.forced), *ends(one.first), *ends(one.estimating),
         *(figure.value for _, figure in measures_of(one)))
        for one in results
    )  # fmt: skip
    return Section(
        f"Variants: {name}",
        (f"The same game with other values of {name}. All other options stay the same.",),
        (
            Multiples("Options, variant by variant", plots),
            Bars("Wins of the first player", "share of wins",
                 tuple(bar(label(one), one.first, one.chance) for one in results)),
            Bars("Wins of an estimating first player", "share of wins",
                 tuple(bar(label(one), one.estimating, one.first.value) for one in results)),
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
