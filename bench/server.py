"""The live site: how soon it is there, and what happens in the last minute before a deadline."""

import json
import random
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import NamedTuple

from bench.contest import Contest, within
from bench.live.leaderboard import page_vs_static
from bench.live.site import Site, bot, codes_of, competition, site
from bench.live.slowdown import match_slowdown
from bench.live.spectators import spectators
from bench.rows import Row

STARTS = 5
START = 1.5  # seconds
TEAMS, LAST_MINUTE = 30, 60.0
RECEIPT, VERDICTS = 1.0, 300.0  # seconds
TOGETHER = timedelta(milliseconds=250)  # files that come so close have no order
LEAGUE = '[[phase]]\nname = "league"\nkind = "swiss"\nrounds = 3\n'  # it is not played


@contextmanager
def start() -> Iterator[Contest]:
    """The time from the command to the first page of a new competition, the best of some."""
    times = []
    for _ in range(STARTS):
        with competition(LEAGUE) as folder:
            running = Site(folder)
            try:
                times.append(running.wait())
            finally:
                running.close()
    yield within(min(times), START, "the limit")


@contextmanager
def last_minute() -> Iterator[Contest]:
    """All teams hand in within a minute, a third of them in its last second."""
    names = [f"Team {number:02}" for number in range(TEAMS)]
    chance = random.Random(1)
    times = sorted(
        LAST_MINUTE - 1 if number % 3 == 0 else chance.uniform(0, LAST_MINUTE - 1)
        for number in range(TEAMS)
    )
    with competition(LEAGUE) as folder:
        codes = codes_of(folder, names)
        with site(folder) as running, ThreadPoolExecutor(TEAMS) as threads:
            began = time.perf_counter()

            def hand_in(number: int) -> tuple[float, dict[str, object]]:
                time.sleep(max(0.0, began + times[number] - time.perf_counter()))
                sent = time.perf_counter()
                name = names[number]
                status, body = running.get(
                    "/api/v1/uploads?name=bot.py", codes[name], bot(name, -(number % 2))
                )
                took = time.perf_counter() - sent
                if status != 201:
                    raise AssertionError(f"An upload was not taken: {status} {body!r}")
                return took, json.loads(body)

            answers = list(threads.map(hand_in, range(TEAMS)))
            sent = [_sent(receipt, codes[names[n]]) for n, (_, receipt) in enumerate(answers)]
            last = _wait_for_verdicts(running, sent) - began
    if last > LAST_MINUTE + VERDICTS:
        raise AssertionError(f"The last verdict came after {last:.0f} s.")
    slowest = max(took for took, _ in answers)
    yield within(slowest, RECEIPT, f"last verdict {last - LAST_MINUTE:.0f} s later")


class SentFile(NamedTuple):
    at: datetime  # when the server had received it
    receipt: str
    code: str


def _sent(answer: dict[str, object], code: str) -> SentFile:
    return SentFile(
        datetime.fromisoformat(str(answer["received_at"])), str(answer["receipt"]), code
    )


def _wait_for_verdicts(running: Site, files: Sequence[SentFile]) -> float:
    """When all verdicts are there. They must come in the order of arrival."""
    waiting = sorted(files)
    while waiting:
        newest = None
        # The last file first: a verdict that comes meanwhile cannot seem to be out of its turn.
        for file in reversed(waiting.copy()):
            if _is_admitted(running, file):
                newest = newest or file
                waiting.remove(file)
            elif newest is not None and file.at + TOGETHER < newest.at:
                raise AssertionError("The verdicts did not come in the order of arrival.")
        time.sleep(0.2)
    return time.perf_counter()


def _is_admitted(running: Site, file: SentFile) -> bool:
    _, body = running.get(f"/api/v1/uploads/{file.receipt}", file.code)
    shown = json.loads(body)
    if shown["verdict"] not in ("", "admitted"):
        raise AssertionError(f"A good bot was refused: {shown}")
    return bool(shown["verdict"])


ROWS = [
    Row("server.last_minute", "s", last_minute, ceiling=1, compiled=False,
        note="the slowest of 30 receipts"),
    Row("server.match_slowdown", "games/s", match_slowdown, floor=0.95),
    Row("server.page_vs_static", "s", page_vs_static, ceiling=10, compiled=False, note="p99"),
    Row("server.spectators", "s", spectators, ceiling=1.5, compiled=False,
        note="processor time of one delivery"),
    Row("server.start", "s", start, ceiling=1, compiled=False, note="to the first page"),
]  # fmt: skip
