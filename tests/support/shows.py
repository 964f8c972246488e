"""Makes shows for tests quickly: a script of two matches, with games between house bots."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
from msgspec import structs
from support.viewing import games

from arena.competition.config.folder import Competition
from arena.competition.results.publishing import fingerprint_of
from arena.replay.record import Record
from arena.server.show.cues import Cue
from arena.server.show.files import scene_file, stage_folder
from arena.server.show.state import ShowState, scene, settled
from arena.server.show.stored import change_show, read_show
from arena.show import script as s
from arena.store.store import Store

NAMES = ("Ada", "Bob")
SEAL = "5ea1" * 16
RULES: dict[str, Any] = {  # of a phase without teams
    "kind": "round-robin", "source": "", "games": 1, "rounds": 0, "top": None, "tiebreaks": [],
    "third_place": False, "tied": "pairs", "teams": [], "house": [], "absent": [], "void": [],
}  # fmt: skip


@dataclass
class Clock:
    """The clock of a show, which goes only when a test says so."""

    now: datetime = field(default_factory=lambda: datetime.now(UTC))

    def __call__(self) -> datetime:
        return self.now

    def go(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


class Remote:
    """The buttons of the organiser's remote."""

    def __init__(self, tab: Any, store: Store, clock: Clock) -> None:
        self.tab, self.store, self.clock = tab, store, clock
        # Between two answers of the server, no time passes on the page. So a scene does not end
        # there while the machine is busy.
        tab.clock.set_fixed_time(clock.now)

    def press(self, button: str) -> None:
        """Press the button, and wait until the server has obeyed, and the page knows it."""
        before = self.state.revision
        with self.tab.expect_response("**/desk/show/do") as answer:
            self.tab.click(button)
        assert answer.value.status == 200
        assert self.state.revision == before + 1
        while self.tab.text_content("#on") != self.here.label:
            pass  # the next press is about the scene that the page shows

    def play(self, seconds: float) -> None:
        """Let the show go on for so many seconds, and pause."""
        self.press("#play[aria-pressed=false]")
        self.clock.go(seconds)
        self.press("#play[aria-pressed=true]")

    @property
    def state(self) -> ShowState:
        return state_of(self.store)

    @property
    def here(self) -> Cue:
        """The scene on stage."""
        return scene(settled(self.state, self.clock()))


def write_script(out: Path, phase: str, hold: int = 1000) -> s.Script:
    """Two matches: of the first, one game is shown whole and two are counted."""
    folder = s.show_folder(out, phase)
    records = games("greedy", "random", number=3)
    ids = [_save_game(folder, record, hold) for record in records]
    length = len(records[0].moves) + 1
    seconds = max(1, length * hold // 1000)
    match = {"label": "semi-final 1", "names": NAMES}
    final = {"label": "final", "names": NAMES}
    meeting = s.ShownMeeting("semi-final 1", NAMES, ((2.0, 1.0),), "Ada", "games")
    script = s.Script(
        format=s.FORMAT,
        phase=phase,
        game="brisca",
        options={},
        seal=SEAL,
        minutes=10,
        scenes=(
            s.TitleScene(id="a1", seconds=5, competition="Cup", phase="Final"),
            s.OpeningScene(id="a2", seconds=4, match=0, seats=NAMES * 2, **match),
            s.GameScene(
                id="a3", seconds=seconds, match=0, game=ids[0], number=1, seats=NAMES * 2,
                before=(0.0, 0.0), after=(1.0, 0.0), **match,
            ),
            s.CounterScene(
                id="a4", seconds=8, match=0, before=(1.0, 0.0), after=(2.0, 1.0),
                games=(
                    s.CountedGame(ids[1], 2, (1.0, 0.0)), s.CountedGame("0" * 16, 3, (0.0, 1.0)),
                ), **match,
            ),
            s.BracketScene(
                id="a5", seconds=6,
                rounds=((meeting, s.ShownMeeting("semi-final 2", ("Cid", ""), (), "Cid", "bye")),
                        (s.ShownMeeting("final", ("Ada", "Cid")),)),
            ),
            s.NextScene(id="a6", seconds=5, match=1, **final),
            s.OpeningScene(id="a7", seconds=4, match=1, seats=NAMES * 2, **final),
            s.GameScene(
                id="a8", seconds=seconds, match=1, game=ids[2], number=1, seats=NAMES * 2,
                before=(0.0, 0.0), after=(0.0, 1.0), **final,
            ),
            s.TableScene(
                id="a9", seconds=6,
                rows=(s.TableRow(1, "Bob", 2.0, 4), s.TableRow(2, "Ada", 2.0, 4)),
            ),
            s.EndScene(
                id="b1", seconds=10,
                places=(s.ShownPlace(1, 1, ("Bob",)), s.ShownPlace(2, 2, ("Ada",)),
                        s.ShownPlace(3, 4, ("Cid", "Dan"))),
            ),
        ),
    )  # fmt: skip
    s.save_script(folder, script)
    return script


def seal_results(competition: Competition, phase: str) -> Path:
    """Sealed results of the phase, with the hash that its show has; returns their folder."""
    hidden, public = (competition.out / name / phase for name in ("sealed", "public"))
    hidden.mkdir(parents=True)
    (hidden / "standings.json").write_text("{}")
    (hidden / "phase.json").write_text(json.dumps(RULES))
    seal = fingerprint_of(hidden)
    public.mkdir(parents=True)
    (public / "sealed.json").write_text(json.dumps({"sha256": seal}))
    change_show(competition.store, lambda show: structs.replace(show, seal=seal))
    return hidden


def _save_game(folder: Path, record: Record, hold: int, names: Sequence[str] = NAMES) -> str:
    bots = [structs.replace(bot, name=name) for bot, name in zip(record.bots, names, strict=True)]
    positions = len(record.moves) + 1
    even = (0,) * (len(names) - 2)
    curve = tuple(
        (5000 + 100 * (place % 40), 5000 - 100 * (place % 40), *even) for place in range(positions)
    )
    telling = s.Telling(turning=(7,), hold=(hold,) * positions, comments=())
    shown = s.ShownGame(
        format=s.GAME_FORMAT,
        record=structs.replace(record, bots=bots),
        open=curve,
        table=curve,
        telling={s.OPEN: telling, s.TABLE: telling},
    )
    s.save_game(folder, shown)
    return record.id


def write_game(out: Path, phase: str, record: Record, names: Sequence[str]) -> None:
    """A script of this game alone, with these names of its bots."""
    folder = s.show_folder(out, phase)
    id = _save_game(folder, record, 1000, names)
    scene = s.GameScene(
        id="a1", seconds=len(record.moves) + 1, match=0, game=id, number=1, seats=tuple(names),
        before=(0.0,) * len(names), after=(1.0,) * len(names), label="final", names=tuple(names),
    )  # fmt: skip
    s.save_script(
        folder,
        s.Script(
            format=s.FORMAT, phase=phase, game=record.game, options={}, seal=SEAL, minutes=10,
            scenes=(scene,),
        ),
    )  # fmt: skip


def state_of(store: Store) -> ShowState:
    show = read_show(store)
    assert show is not None
    return show


def cue(store: Store, kind: str, number: int = 0) -> Cue:
    """The cue of this kind with this number, of those that have a file."""
    return [each for each in state_of(store).cues if each.kind == kind][number]


def mark_scenes(out: Path, show: ShowState) -> dict[str, str]:
    """Put a mark into the file of each scene; returns mark -> the id of its cue."""
    marks = {}
    for place, each in enumerate(show.cues):
        path = scene_file(stage_folder(out, show.phase, show.edition), each.id)
        if path.exists():
            shown: dict[str, Any] = msgspec.json.decode(path.read_bytes())
            mark = f"canary{place:03}scene"
            path.write_bytes(msgspec.json.encode({"mark": mark} | shown))
            marks[mark] = each.id
    return marks
