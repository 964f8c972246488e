"""Frames a second on the projector page, in Chromium on one core without a graphics card."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from msgspec import structs

from arena.bots.bot import load
from arena.competition.config.folder import open_competition
from arena.competition.results.publishing import announce
from arena.match.run import RunOptions, new_match
from arena.replay.record import Record
from arena.server.engine.facts import facts_of
from arena.server.engine.show.staging import open_show
from arena.server.facts import write_facts
from arena.server.show.state import Command, ShowState, obey, settled
from arena.server.show.stored import change_show, read_show
from arena.show import script as s
from arena.show.preparing import prepare
from arena.store.store import Store
from arena.workers import here
from bench.contest import Contest, Unmeasurable, recorded_side
from bench.live.site import competition, on_core, site
from Game.brisca.game import Brisca

PHASE = "final"
FINAL = f'[[phase]]\nname = "{PHASE}"\nkind = "round-robin"\n'
GAMES = 4
SPEED = 4.0
WARM, SECONDS = 3, 12  # of real time
TEAMS, TURNS = 100, 5  # of a long table: seconds of real time in which its pages come
ALLOWED = 30.0  # frames a second
SCREEN = {"width": 1920, "height": 1080}
# The frames in each second, for some seconds.
COUNT = """seconds => new Promise(done => {
  const frames = [];
  const began = performance.now();
  const step = now => {
    const second = Math.floor((now - began) / 1000);
    if (second >= seconds) done(frames.slice(0, seconds));
    else {
      if (second >= 0) frames[second] = (frames[second] ?? 0) + 1;
      requestAnimationFrame(step);
    }
  };
  requestAnimationFrame(step);
})"""


@contextmanager
def frames() -> Iterator[Contest]:
    """The frames while games are shown, or those while a long table turns its pages, if they are
    fewer. The slowest second must reach a third."""
    with competition(FINAL) as folder:
        token = _open_show(folder)
        with on_core(0), site(folder, "--web") as running:
            games, table = _count(f"http://localhost:{running.port}/show#{token}", folder)
    slowest = min(*games, *table)
    if slowest < ALLOWED / 3:
        raise AssertionError(f"The page stands still: {games}, {table} frames in its seconds.")
    rate = min(sum(each) / len(each) for each in (games, table))
    yield Contest(recorded_side(rate), recorded_side(ALLOWED), f"30; slowest second {slowest}")


def _open_show(folder: Path) -> str:
    """A show of some games at speed 4; returns its token."""
    with open_competition(folder) as cup:
        run = new_match(
            Brisca(), [load("greedy"), load("osla")], GAMES, RunOptions(clock=False, seed="bench")
        )
        _write_script(s.show_folder(cup.out, PHASE), list(here.play(run, run.fixtures)))
        address = open_show(cup, PHASE)
        _go_to(cup.store, "game")
        for command in (Command("speed", value=SPEED), Command("play")):
            change_show(cup.store, lambda state, each=command: _after(state, each))
        announce(cup)
        write_facts(cup.store, facts_of(cup))
    return address.partition("#")[2]


def _go_to(store: Store, kind: str) -> None:
    """Go to the first scene of this kind."""
    show = read_show(store)
    assert show is not None
    here = settled(show, datetime.now(UTC))
    to = next(cue for cue in show.cues if cue.kind == kind)
    change_show(store, lambda _: _after(here, Command("go", to.id, here.cue, value=1.0)))


def _after(show: ShowState | None, command: Command) -> ShowState:
    assert show is not None
    return obey(show, command, datetime.now(UTC))


def _write_script(folder: Path, records: list[Record]) -> None:
    scenes: list[s.Scene] = [s.TitleScene(id="t", seconds=5, competition="Bench", phase="Final")]
    names = tuple(bot.name for bot in records[0].bots)
    for number, record in enumerate(records, start=1):
        shown = prepare(structs.replace(record, fixture=None))
        s.save_game(folder, shown)
        milliseconds = sum(shown.telling[s.OPEN].hold)
        seats = tuple(record.name(seat) for seat in range(len(record.seats)))
        scenes.append(
            s.GameScene(
                id=f"g{number}", seconds=-(-milliseconds // 1000), match=0, label="final",
                game=record.id, number=number, names=names, seats=seats, before=(0.0, 0.0),
                after=(1.0, 0.0),
            )
        )  # fmt: skip
    rows = tuple(s.TableRow(place, f"Team {place}", 0.0, 0) for place in range(1, TEAMS + 1))
    scenes.append(s.TableScene(id="table", seconds=int(TURNS * SPEED), rows=rows))
    s.save_script(
        folder,
        s.Script(
            format=s.FORMAT, phase=PHASE, game="brisca", options={}, seal="0" * 64, minutes=10,
            scenes=tuple(scenes),
        ),
    )  # fmt: skip


def _count(address: str, folder: Path) -> tuple[list[int], list[int]]:
    """The frames in each second of games, and of a table. Chromium has the second core alone."""
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        raise Unmeasurable("playwright is missing: make bench installs it") from None
    if program is None:
        raise Unmeasurable("There is no Chromium: install the package chromium") from None
    with on_core(1), sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program, args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page(viewport=SCREEN)
        page.goto(address)
        page.wait_for_selector("#stage[data-kind=game] .card")
        page.wait_for_timeout(WARM * 1000)  # the page has just been loaded
        counted: list[int] = page.evaluate(COUNT, SECONDS)
        with open_competition(folder) as cup:
            _go_to(cup.store, "table")
        page.wait_for_selector("#stage[data-kind=table] .which-page:text-is('1 / 5')")
        turning: list[int] = page.evaluate(COUNT, TURNS)
        browser.close()
    return counted, turning
