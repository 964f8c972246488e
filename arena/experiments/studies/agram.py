"""`arena experiment agram`: measures Agram and compares with the published figures.

`analysis` plays the games. This module compares its figures with published ones.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import nan

from arena.experiments.analysis import report
from arena.experiments.analysis.arms import FIRST, RANDOM, plan
from arena.experiments.analysis.games import play_block
from arena.experiments.analysis.request import analysis
from arena.experiments.analysis.results import VariantResult, summarise_all
from arena.experiments.analysis.sums import Tally
from arena.experiments.experiment import Experiment, Json, Setting, Task
from arena.experiments.studies.agram_known import (
    BEGINS,
    CHOICES,
    ESTIMATES,
    FAR,
    FEW,
    LEADER,
    VARIANTS,
    FigureComparison,
    compare_figures,
    compare_variants,
)
from arena.pages.report.model import (
    Bar,
    Bars,
    Cell,
    Lines,
    Multiples,
    Report,
    ReportTable,
    Section,
    Series,
)

GAMES = 10_000
GAMES_OF_EACH = (
    "of random players and as many with one estimating player, for each number of players; of "
    "random players for each variant"
)
PARAMETERS: Json = {
    "game": "agram",
    "title": "Agram",
    "shown": {},
    "options": {"cards": "6"},
    "seated": True,
    "players": [2, 3, 4, 5],
    "main": 4,
    "sweep": "cards",
    "values": ["6", "5", "4", "3", "2", "1"],
    "swept_players": [2],
    "kinds": [RANDOM, FIRST],
    "swept_kinds": [RANDOM],
}


def compare_exact(plain: Sequence[VariantResult]) -> list[tuple[str, str, str, bool]]:
    """The figures that do not depend on chance: name, ours, published, and are they equal?"""
    rows = []
    for one in plain:
        players = one.variant.players
        theirs = CHOICES[players]
        same = one.length.least == one.length.most == theirs
        rows.append((f"choices a game, {players} players", _range([one.length]), str(theirs), same))
        led = [tally for tally in one.leading if tally.count]
        same = [(tally.least, tally.most) for tally in led] == [(n, n) for n in LEADER]
        rows.append(
            (
                f"leader's options by trick, {players} players",
                ", ".join(_range([tally]) for tally in led),
                ", ".join(map(str, LEADER)),
                same,
            )
        )
    return rows


def _range(tallies: Sequence[Tally]) -> str:
    least, most = min(t.least for t in tallies), max(t.most for t in tallies)
    return f"{least:g}" if least == most else f"{least:g} to {most:g}"


def fold(results: Sequence[Json], setting: Setting) -> Report:
    full = _full(setting)
    every = summarise_all(results, full)
    plain = [one for one in every if not one.variant.swept]
    swept = [one for one in every if one.variant.swept]
    certain = compare_exact(plain)
    sampled, varied = list(compare_figures(plain)), list(compare_variants(swept))
    return Report(
        "Agram, measured again",
        answer(certain, sampled, varied),
        (
            figures(certain, sampled),
            choices(plain),
            shares(sampled, "Who begins", BEGINS),
            shares(sampled, "Is there room for strategy?", ESTIMATES),
            fair(plain),
            cards(swept, varied),
        ),
        report.conditions(full, GAMES_OF_EACH),
    )


def answer(
    certain: Sequence[tuple[str, str, str, bool]],
    sampled: Sequence[FigureComparison],
    varied: Sequence[FigureComparison],
) -> tuple[str, ...]:
    wrong = [what for what, _, _, same in certain if not same]
    apart = [one for one in sampled if one.far > FAR]
    old = [one for one in sampled if one.published_far > FAR]
    odd = [one for one in varied if one.far > FAR]
    return (
        f"Not the same: {', '.join(wrong)}."
        if wrong
        else f"All {len(certain)} figures that do not depend on chance are the same.",
        f"Of {len(sampled)} sampled figures {len(sampled) - len(apart)} lie within {FAR} standard "
        f"errors of those measured again{_exceptions(apart)}.",
        f"Of the published shares, of {FEW} games each, these do not lie within {FAR} standard "
        f"errors: {_list_figures([(one, one.published, 2) for one in old])}."
        if old
        else f"The published shares, of {FEW} games each, all lie within {FAR} standard errors.",
        f"Of the {len(varied)} variants {len(varied) - len(odd)} agree{_exceptions(odd)}.",
    )


def _exceptions(apart: Sequence[FigureComparison]) -> str:
    return (
        f": not {_list_figures([(one, one.again, one.digits) for one in apart])}" if apart else ""
    )


def _list_figures(apart: Sequence[tuple[FigureComparison, float, int]]) -> str:
    return "; ".join(
        f"{one.what}, {one.players} players ({one.ours.value:.3f}, not {theirs:.{digits}f})"
        for one, theirs, digits in apart
    )


def figures(
    certain: Sequence[tuple[str, str, str, bool]], sampled: Sequence[FigureComparison]
) -> Section:
    return Section(
        "The figures",
        ("The published figures come from the game's first analysis. Its shares are of 100 games "
         "each. The figures measured again come from a new run of the original engine. Each of "
         "our figures has its 95 % interval.",),
        (
            ReportTable(
                "exact", "Figures that do not depend on chance",
                ("figure", "ours", "measured again", "same"),
                tuple((what, ours, theirs, "yes" if same else "no")
                      for what, ours, theirs, same in certain),
            ),
            comparison_table("sampled", "Figures of samples", sampled),
        ),
    )  # fmt: skip


def comparison_table(name: str, caption: str, rows: Sequence[FigureComparison]) -> ReportTable:
    cells: list[tuple[Cell, ...]] = [
        (one.what, one.players, *report.ends(one.ours), one.again, one.published,
         one.far, one.published_far, one.verdict)
        for one in rows
    ]  # fmt: skip
    columns = ("figure", "players", "ours", "from", "to", "measured again", "published",
               "standard errors", "from published", "verdict")  # fmt: skip
    return ReportTable(name, caption, columns, tuple(cells))


def choices(plain: Sequence[VariantResult]) -> Section:
    plots = tuple(report.by_trick(one, report.players_of(one)) for one in plain)
    caption = "Options of the leader and of the followers, by trick"
    return Section(
        "Does the player have choices?", (),
        (Multiples(caption, plots), report.trick_table("options-by-trick", plain),
         report.glance(plain)),
    )  # fmt: skip


def shares(sampled: Sequence[FigureComparison], title: str, what: str) -> Section:
    rows = [one for one in sampled if one.what == what]
    bars = tuple(
        Bar(f"{one.players} players", one.ours.value, one.ours.low, one.ours.high, one.again)
        for one in rows
    )
    return Section(
        title, ("The tick is the figure measured again.",),
        (Bars(f"{what[:1].upper()}{what[1:]}", "share of wins", bars),),
    )  # fmt: skip


def fair(plain: Sequence[VariantResult]) -> Section:
    rows: list[tuple[Cell, ...]] = []
    for one in plain:
        four = one.variant.players == 4
        rows.append(
            (one.variant.players, *report.ends(one.fairness), 0.96 if four else nan,
             *report.ends(one.convergence), 0.56 if four else nan, *report.ends(one.order))
        )  # fmt: skip
    return Section(
        "Fairness, convergence and order",
        ("The published fairness of four players, 0.96, belongs to a first player who wins 24 % "
         "of 100 games. In our many more games the first player wins a quarter.",),
        (
            ReportTable(
                "measures", "Measures, by the number of players",
                ("players", "fairness", "from", "to", "published",
                 "convergence", "from", "to", "published", "order", "from", "to"),
                tuple(rows),
            ),
        ),
    )  # fmt: skip


def cards(swept: Sequence[VariantResult], varied: Sequence[FigureComparison]) -> Section:
    by_number = report.across(
        "ours", [(float(one.variant.swept), one.first) for one in reversed(swept)]
    )
    theirs = Series("others", tuple((float(n), share) for n, share in sorted(VARIANTS.items())))
    return Section(
        "Variants for two, by the number of cards dealt",
        ("With six cards it is the game itself. The published figures do not say how many games "
        "they come from: 0.52 for six cards, and 0.505 for the game itself.",),
        (
            Lines("The first player's wins, by the number of cards", "cards", "share of wins",
                  (by_number, theirs)),
            ReportTable(
                "variants", "The first player's wins, by the number of cards",
                ("cards", "ours", "from", "to", "others", "standard errors"),
                tuple(
                    (int(one.variant.swept), *report.ends(one.first), other.again, other.far)
                    for one, other in zip(swept, varied, strict=True)
                ),
            ),
        ),
    )  # fmt: skip


def _full(setting: Setting) -> Setting:
    return replace(setting, parameters=PARAMETERS)


def blocks(setting: Setting) -> Sequence[Task]:
    return plan(_full(setting))


AGRAM = Experiment(
    name="agram",
    about="Measure Agram and compare with published figures.",
    games=GAMES,
    block=analysis().block,
    work=play_block,
    fold=fold,
    plan=blocks,
    counts="random games of each variant",
)
