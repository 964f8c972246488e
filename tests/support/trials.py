"""A small experiment for tests: it tosses coins, and a test can make blocks fail."""

import os
import signal
import time
from pathlib import Path

import arena.cli
from arena.common.errors import ArenaError
from arena.experiments import catalogue
from arena.experiments.experiment import Experiment, Task
from arena.pages.report.model import (
    Bar,
    Bars,
    Lines,
    Multiples,
    Report,
    ReportTable,
    Section,
    Series,
)
from Game.core.keys import derive, master_key, seed_number
from Game.core.stream import Stream

TESTS = str(Path(__file__).resolve().parents[1])
# `python -c PROGRAM experiment slow-coins` is the `arena` command with these experiments.
PROGRAM = f"import sys; sys.path.insert(0, {TESTS!r}); from support.trials import main; main()"
LOG = "TOSSES"  # this variable names a file for the numbers of the blocks that were played


def toss(task: Task):
    trouble = task.parameters.get(str(task.number))
    if trouble == "refuses":
        raise ArenaError("The coin fell on its edge: toss it again.")
    if trouble == "breaks":
        raise ZeroDivisionError("a coin of no size")
    if trouble == "dies":
        os.kill(os.getpid(), signal.SIGKILL)
    heads = 0
    for game in range(task.first, task.first + task.games):
        key = derive(master_key(task.seed), "coin", game)
        heads += Stream(seed_number(key)).below(2)
    return {"heads": heads, "games": task.games}


def fold(results, setting) -> Report:
    heads = sum(result["heads"] for result in results)
    return Report(
        "Coins",
        (f"{heads} heads in {setting.games}.",),
        (Section("Tosses", ("By block.",), (
            ReportTable("blocks", "Blocks", ("block", "heads"),
                  tuple((number, result["heads"]) for number, result in enumerate(results))),
        )),),
        (("seed", setting.seed),),
    )  # fmt: skip


def toss_slowly(task: Task):
    time.sleep(0.02)
    if log := os.environ.get(LOG):
        with Path(log).open("a") as file:
            file.write(f"{task.number}\n")
    return toss(task)


COINS = Experiment("coins", "Tosses coins.", games=25, block=4, work=toss, fold=fold)
SLOW = Experiment("slow-coins", "Tosses them high.", 400, block=4, work=toss_slowly, fold=fold)
LISTED = {
    "coins": ("support.trials:COINS", COINS.about),
    "slow-coins": ("support.trials:SLOW", SLOW.about),
}


def main() -> None:
    """The `arena` command with these experiments."""
    catalogue.EXPERIMENTS.update(LISTED)
    arena.cli.main()


WORDS = '<script>alert(1)</script>"&\u202e=cmd'


def everything(strange: str = "") -> Report:
    """A report with a part of every kind."""
    curve = Series(
        f"one{strange}", ((1, 0.5), (2, 0.7), (3, 0.2)), (0.4, 0.6, 0.1), (0.6, 0.8, 0.3)
    )
    other = Series("two", ((1, 0.1), (3, 0.9)))
    long = Series("many", tuple((x, x % 7 / 7) for x in range(60)),
                  tuple(x % 7 / 7 - 0.1 for x in range(60)),
                  tuple(x % 7 / 7 + 0.1 for x in range(60)))  # fmt: skip
    lines = Lines(f"Shares{strange}", "trick", "share", (curve, other), zero=True)
    eight = Lines("Eight", "player", "points", tuple(
        Series(f"line {n}", ((2, n), (3, n + 1), (4, n * 1.5))) for n in range(8)))  # fmt: skip
    return Report(
        f"Everything{strange}",
        (f"It is all here{strange}.", "And nothing else."),
        (
            Section("Tables", ("A paragraph.",), (
                ReportTable("numbers", "Numbers", ("name", "games", "share", "formula"), (
                    (f"x{strange}", 1200, 0.51234, "=1+1"),
                    ("y", -3, float("nan"), "@sum"),
                )),
            )),
            Section("Plots", (), (
                lines,
                eight,
                Lines("Long", "ply", "standing", (long,)),
                Bars("Bars", "wins", (
                    Bar(f"a label that has much to say{strange}", 0.6, 0.5, 0.7, 0.65),
                    Bar("b", -0.2),
                )),
                Multiples("Small", (lines, Lines("Other", "trick", "share", (curve, other)))),
                Lines("Nothing", "x", "y", ()),
                Lines("One point", "x", "y", (Series("alone", ((3, 2.0),)),)),
            )),
        ),
        (("machine", f"this one{strange}"), ("seed", "1")),
    )  # fmt: skip
