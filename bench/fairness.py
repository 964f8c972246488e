"""`python -m bench.fairness`: does a busy machine harm an honest bot?

Three honest bots play at each level, on a quiet machine and beside busy loops. Every timeout, note
and forfeit that they get is an error of the arena. `docs/fairness.md` explains the columns.

The results are added to `Out/fairness.json`, so a long measurement can be done in parts.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from arena.bots.bot import Bot, find
from arena.guest.kernel.confine import die_with_parent
from arena.guest.protocol.levels import LEVELS
from arena.match.play import Busy, GameSetup, Terms, play_game
from arena.replay.record import BotEntry, Record
from arena.sandbox.isolation import Isolation
from arena.sandbox.levels import unavailable
from arena.sandbox.timing.cores import own_core
from arena.sandbox.timing.stolen import stolen_time
from bench.conditions import machine
from Game.brisca.game import Brisca
from Game.core.keys import master_key

OUT = Path(__file__).parent.parent / "Out" / "fairness.json"
LOOP = ["/bin/sh", "-c", "while :; do :; done"]

HEAD = """
import time
from Players.Player import Player


class Mine(Player):
    def think(self, observation, budget):
        until = time.perf_counter() + {share} * budget
"""
SLEEPS = "        time.sleep({share} * budget)\n"
COMPUTES = """        while time.perf_counter() < until:
            sum(range(100))
"""
TAIL = "        return observation.get_list_actions()[0]\n"
BOTS = {
    "sleeper": (HEAD + SLEEPS + TAIL).format(share=0.4),
    "tenth": (HEAD + COMPUTES + TAIL).format(share=0.9),
    "twentieth": (HEAD + COMPUTES + TAIL).format(share=0.95),
}


@dataclass
class Cell:
    """The results of one bot at one level, beside a number of busy loops."""

    bot: str
    level: str
    loops: int
    budget: float
    moves: int = 0
    timeouts: int = 0  # in games that count
    notes: int = 0  # games with the note that the bot computed between its turns
    forfeits: int = 0
    others: int = 0  # faults of any other kind
    replays: int = 0  # games that did not count, because the machine was busy
    seconds: float = 0.0
    stolen: float = 0.0  # seconds that a hypervisor took from all cores

    @property
    def key(self) -> tuple[str, str, int, float]:
        return self.bot, self.level, self.loops, self.budget

    def add(self, record: Record) -> None:
        self.moves += len(record.moves)
        verdicts = [fault.verdict for fault in record.faults]
        self.timeouts += verdicts.count("timeout")
        self.forfeits += verdicts.count("forfeit")
        self.others += sum(verdict not in ("timeout", "forfeit") for verdict in verdicts)
        self.notes += len(record.notes)


def main(arguments: Sequence[str] | None = None, out: Path = OUT) -> int:
    asked = _parser().parse_args(arguments)
    cells = {} if asked.fresh else read(out)
    for loops in asked.loops:
        with busy(loops):
            for level in asked.levels:
                if why_not := unavailable(level):
                    say(f"There is no isolation level {level!r} here: {why_not}.")
                    return 1
                for bot in asked.bots:
                    cell = cells.setdefault(
                        (bot, level, loops, asked.budget), Cell(bot, level, loops, asked.budget)
                    )
                    measure(cell, asked.moves)
                    write(out, cells)
                    say(line(cell))
    print(table(list(cells.values())))
    say(f"Written to {out}")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bench.fairness",
        description="Count the faults of honest bots, on a quiet machine and on a busy one. "
        "The results are added to those of earlier runs.",
    )
    parser.add_argument("--moves", type=_positive, default=1000, help="for each row of the table")
    parser.add_argument(
        "--loops", type=int, nargs="+", default=[0, 3, 8], help="busy loops beside the games"
    )
    parser.add_argument(
        "--levels", nargs="+", choices=LEVELS, default=["sandbox", "inprocess"], metavar="LEVEL"
    )
    parser.add_argument("--bots", nargs="+", choices=BOTS, default=list(BOTS), metavar="BOT")
    parser.add_argument("--budget", type=float, default=0.02, help="seconds for a move")
    parser.add_argument("--fresh", action="store_true", help="forget earlier runs")
    return parser


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a number of moves: give 1 or more")
    return number


@contextmanager
def busy(loops: int) -> Iterator[None]:
    """Run this number of programs that always compute.

    Each has a session of its own, like programs in different windows. Linux first shares the cores
    among sessions (`sched_autogroup`).
    """
    with ExitStack() as stack:
        for _ in range(loops):
            loop = subprocess.Popen(LOOP, start_new_session=True, preexec_fn=die_with_parent)
            stack.callback(loop.wait)
            stack.callback(loop.kill)
        yield


def measure(cell: Cell, moves: int) -> None:
    """Let four seats of the bot play whole games, until they have made this number of moves."""
    until, started, taken = cell.moves + moves, perf_counter(), stolen_time()
    with TemporaryDirectory() as folder:
        path = Path(folder, "mine.py")
        path.write_text(BOTS[cell.bot])
        for result in _games(find(str(path)), cell):
            if isinstance(result, Busy):
                cell.replays += 1
            else:
                cell.add(result)
            if cell.moves >= until:
                break
    cell.seconds += perf_counter() - started
    cell.stolen += (stolen_time() - taken) / 1e9


def _games(bot: Bot, cell: Cell) -> Iterator[Record | Busy]:
    """Play games without end. A busy machine is wanted here, so no game waits for a quiet one."""
    game = Brisca()
    entries = [BotEntry("Mine", bot.spec, bot.sha256)]
    sides = [0] * len(game.sides)
    deal = 0
    with ExitStack() as leaving, Isolation() as place:
        if LEVELS[cell.level].is_boxed:
            leaving.enter_context(own_core())
        seats = [
            place.seat(cell.level, bot, game, cell.budget, clock=True) for _ in range(game.seats)
        ]
        terms = Terms(master_key("fairness"), cell.level, cell.budget, clock=True)
        while True:
            deal += 1
            try:
                yield play_game(GameSetup(game, entries, terms), sides, seats, deal)
            except Busy as spoiled:
                yield spoiled


def table(cells: Sequence[Cell]) -> str:
    """The cells as a table in Markdown."""
    head = (
        "| loops | level | bot | budget | moves | timeouts | notes | forfeits | other faults "
        "| replays | ms a move |",
        "|---|---|---|---|---|---|---|---|---|---|---|",
    )
    ordered = sorted(cells, key=lambda cell: (cell.loops, cell.level, list(BOTS).index(cell.bot)))
    return "\n".join([*head, *map(line, ordered)])


def line(cell: Cell) -> str:
    values = (
        cell.loops, cell.level, cell.bot, f"{cell.budget:g} s", f"{cell.moves:,}", cell.timeouts,
        cell.notes, cell.forfeits, cell.others, cell.replays,
        f"{1000 * cell.seconds / max(1, cell.moves):.1f}",
    )  # fmt: skip
    return f"| {' | '.join(map(str, values))} |"


def read(path: Path) -> dict[tuple[str, str, int, float], Cell]:
    """The results of earlier runs."""
    try:
        cells = [Cell(**cell) for cell in json.loads(path.read_bytes())["cells"]]
    except FileNotFoundError:
        return {}
    except (ValueError, KeyError, TypeError):
        say(f"{path} cannot be read and will be replaced")
        return {}
    return {cell.key: cell for cell in cells}


def write(path: Path, cells: dict[Any, Cell]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    results = {"conditions": machine(), "cells": [asdict(cell) for cell in cells.values()]}
    path.write_text(json.dumps(results, indent=1) + "\n")


def say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
