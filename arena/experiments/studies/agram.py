"""`arena experiment agram`: the figures that were published of Agram, measured anew.

The game and the players are those of `analysis`; here stand the figures of others beside ours.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import nan

from arena.experiments.analysis import report
from arena.experiments.analysis.arms import FIRST, RANDOM, plan
from arena.experiments.analysis.asked import analysis
from arena.experiments.analysis.found import Found, find_all
from arena.experiments.analysis.games import play_block
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
    Compared,
    compared,
    varied,
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
    "of random players and as many with one who estimates, for each number of players; of random "
    "players for each variant"
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


def exact(plain: Sequence[Found]) -> list[tuple[str, str, str, bool]]:
    """The figures that chance has no part in: what, ours, theirs, whether they are the same."""
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
    every = find_all(results, full)
    plain = [one for one in every if not one.variant.swept]
    swept = [one for one in every if one.variant.swept]
    certain, sampled, dealt = exact(plain), list(compared(plain)), list(varied(swept))
    return Report(
        "Agram, measured anew",
        answer(certain, sampled, dealt),
        (
            figures(certain, sampled),
            choices(plain),
            shares(sampled, "Who begins", BEGINS),
            shares(sampled, "Is there room for strategy?", ESTIMATES),
            fair(plain),
            cards(swept, dealt),
        ),
        report.conditions(full, GAMES_OF_EACH),
    )


def answer(
    certain: Sequence[tuple[str, str, str, bool]],
    sampled: Sequence[Compared],
    dealt: Sequence[Compared],
) -> tuple[str, ...]:
    wrong = [what for what, _, _, same in certain if not same]
    apart = [one for one in sampled if one.far > FAR]
    old = [one for one in sampled if one.published_far > FAR]
    odd = [one for one in dealt if one.far > FAR]
    return (
        f"Not the same: {', '.join(wrong)}."
        if wrong
        else f"All {len(certain)} figures that chance has no part in are the same.",
        f"Of {len(sampled)} sampled figures {len(sampled) - len(apart)} lie within {FAR} standard "
        f"errors of those measured anew{_named(apart)}.",
        f"Of the published shares, of {FEW} games each, these do not lie within as much: "
        f"{_listed([(one, one.published, 2) for one in old])}."
        if old
        else f"The published shares, of {FEW} games each, all lie within as much.",
        f"Of the {len(dealt)} variants {len(dealt) - len(odd)} agree{_named(odd)}.",
    )


def _named(apart: Sequence[Compared]) -> str:
    return f": not {_listed([(one, one.again, one.digits) for one in apart])}" if apart else ""


def _listed(apart: Sequence[tuple[Compared, float, int]]) -> str:
    return "; ".join(
        f"{one.what}, {one.players} players ({one.ours.value:.3f}, not {theirs:.{digits}f})"
        for one, theirs, digits in apart
    )


def figures(certain: Sequence[tuple[str, str, str, bool]], sampled: Sequence[Compared]) -> Section:
    return Section(
        "The figures",
        ("Published are the figures of the game's first analysis, shares of 100 games each. "
         "Measured anew is what the original engine gave when it was run again. An interval of "
         "95 % stands beside each of ours.",),
        (
            ReportTable(
                "exact", "Figures that chance has no part in",
                ("figure", "ours", "measured anew", "same"),
                tuple((what, ours, theirs, "yes" if same else "no")
                      for what, ours, theirs, same in certain),
            ),
            beside("sampled", "Figures of samples", sampled),
        ),
    )  # fmt: skip


def beside(name: str, caption: str, rows: Sequence[Compared]) -> ReportTable:
    cells: list[tuple[Cell, ...]] = [
        (one.what, one.players, *report.ends(one.ours), one.again, one.published,
         one.far, one.published_far, one.said)
        for one in rows
    ]  # fmt: skip
    columns = ("figure", "players", "ours", "from", "to", "measured anew", "published",
               "standard errors", "from published", "verdict")  # fmt: skip
    return ReportTable(name, caption, columns, tuple(cells))


def choices(plain: Sequence[Found]) -> Section:
    plots = tuple(report.by_trick(one, report.named(one)) for one in plain)
    caption = "Options of who leads and of who follows, by trick"
    return Section(
        "Does the player have choices?", (),
        (Multiples(caption, plots), report.trick_table("options-by-trick", plain),
         report.glance(plain)),
    )  # fmt: skip


def shares(sampled: Sequence[Compared], title: str, what: str) -> Section:
    rows = [one for one in sampled if one.what == what]
    bars = tuple(
        Bar(f"{one.players} players", one.ours.value, one.ours.low, one.ours.high, one.again)
        for one in rows
    )
    return Section(
        title, ("The tick is the figure measured anew.",),
        (Bars(f"{what[:1].upper()}{what[1:]}", "share of wins", bars),),
    )  # fmt: skip


def fair(plain: Sequence[Found]) -> Section:
    rows: list[tuple[Cell, ...]] = []
    for one in plain:
        four = one.variant.players == 4
        rows.append(
            (one.variant.players, *report.ends(one.fairness), 0.96 if four else nan,
             *report.ends(one.convergence), 0.56 if four else nan, *report.ends(one.order))
        )  # fmt: skip
    return Section(
        "Fairness, convergence and order",
        ("The published fairness of four players, 0.96, is that of a first player who wins 24 % "
         "of 100 games. Ours comes from far more games, in which he wins a quarter.",),
        (
            ReportTable(
                "measures", "Measures, by the number of players",
                ("players", "fairness", "from", "to", "published",
                 "convergence", "from", "to", "published", "order", "from", "to"),
                tuple(rows),
            ),
        ),
    )  # fmt: skip


def cards(swept: Sequence[Found], dealt: Sequence[Compared]) -> Section:
    by_number = report.across(
        "ours", [(float(one.variant.swept), one.first) for one in reversed(swept)]
    )
    theirs = Series("others", tuple((float(n), share) for n, share in sorted(VARIANTS.items())))
    return Section(
        "Variants for two, by the number of cards dealt",
        ("With six cards it is the game itself. The figures of others come without the number of "
         "games behind them: for six cards they have 0.52, for the game itself 0.505.",),
        (
            Lines("The first player's wins, by the number of cards", "cards", "share of wins",
                  (by_number, theirs)),
            ReportTable(
                "variants", "The first player's wins, by the number of cards",
                ("cards", "ours", "from", "to", "others", "standard errors"),
                tuple(
                    (int(one.variant.swept), *report.ends(one.first), told.again, told.far)
                    for one, told in zip(swept, dealt, strict=True)
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
    about="The published figures of Agram beside ours.",
    games=GAMES,
    block=analysis().block,
    work=play_block,
    fold=fold,
    plan=blocks,
)
