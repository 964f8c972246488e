"""Nobody gets a scene of a show before it is on stage, by any address, in any state of the show."""

import json

import msgspec
import pytest
from msgspec.structs import replace
from support import planted as p
from support import shows
from support.asking import ask
from support.cases import case
from support.crawling import addresses

from arena.competition.config.folder import open_competition
from arena.competition.play.phase_state import phase_state
from arena.competition.results.publishing import publish
from arena.server.engine.desk.lane import DeskLane
from arena.server.engine.facts import facts_of
from arena.server.engine.live import phase as live_phase
from arena.server.engine.live.lane import LiveLane
from arena.server.engine.show.staging import open_live_show, open_show
from arena.server.facts import write_facts
from arena.server.show.cues import on_stage
from arena.server.show.files import LIVE_GAME, LIVE_TABLES
from arena.server.show.state import Command, loadable, obey, scene, settled
from arena.server.show.steering import steer
from arena.server.show.stored import change_show
from arena.server.web.app import make_app
from arena.server.web.core.site import Site
from arena.server.web.show import waiting
from arena.server.web.visitor import kept_files
from arena.store.live.actions import DESK, Actor

HOLDER = "holder"  # of the token
ROLES = ("public", "ada", "organiser", HOLDER)


@pytest.fixture
def show(cup, monkeypatch):
    """A show of the sealed phase, with a mark in every scene."""
    clock = shows.Clock()
    monkeypatch.setattr(Site, "now", lambda _: clock())
    monkeypatch.setattr(waiting, "WAIT", 0.0)
    monkeypatch.setattr(kept_files, "FRESH", 0)
    with open_competition(cup.folder) as competition:
        monkeypatch.setattr(type(competition), "now", lambda self, **_: (clock.now, ""))
        p.set_state(cup, competition, "sealed results")
        shows.write_script(competition.out, p.PHASE)
        token = open_show(competition, p.PHASE).partition("#")[2]
        write_facts(competition.store, facts_of(competition))
        yield Show(cup, competition, clock, token)


class Show:
    def __init__(self, cup, competition, clock, token):
        self.cup, self.competition, self.clock = cup, competition, clock
        self.store = competition.store
        self.marks = shows.mark_scenes(competition.out, self.state)
        self.app = make_app(Site(cup.folder, self.store, "http://cup.example.org"))
        self.headers = {role: p.headers_of(cup, role) for role in (*ROLES, "dan")}
        self.headers[HOLDER] = {"authorization": f"Show {token}"}

    @property
    def state(self):
        return shows.state_of(self.store)

    def do(self, name, **more):
        command = Command(name, **more)
        change_show(self.store, lambda show: obey(show, command, self.clock.now))

    def go_to(self, cue):
        here = settled(self.state, self.clock.now)
        change_show(self.store, lambda _: here)
        self.do("go", to=cue.id, seen=here.cue, value=1.0)

    def seen(self, role, targets):
        """The scenes whose marks this role finds, and what it finds of other secrets."""
        answers = [ask(self.app, "GET", target, headers=self.headers[role]) for target in targets]
        texts = [f"{answer.headers}\n{answer.text}" for answer in answers]
        whole = "\n".join(texts)
        scenes = {id for mark, id in self.marks.items() if mark in whole}
        return scenes, {kind for kind, _ in self.cup.found(texts)}

    def starts(self):
        """The addresses of the show. The ids of all scenes are known to the crawler."""
        values = values_of(self)
        found = addresses(self.app, values)
        return [each for each in found if each.startswith(("/show", "/desk/show"))]


def values_of(show):
    names = ("path", "phase", "receipt", "number", "page", "game", "name")
    return {name: [p.PHASE] for name in names} | {
        "number": ["1"],
        "page": ["1"],
        "id": [cue.id for cue in show.state.cues],
    }


def test_in_no_state_of_a_show_a_scene_is_seen_too_early(show):
    starts = show.starts()

    def check(what):
        now = settled(show.state, show.clock.now)
        may = {cue.id for cue, since in loadable(now, show.clock.now) if since <= show.clock.now}
        with case(what):
            for role in ROLES:
                scenes, others = show.seen(role, starts)
                assert scenes == (may if role == HOLDER else set()), role
                assert not others & {"seed", "sign-in", "contact", "code", "game", "house"}, role

    check("before")
    for cue in on_stage(show.state.cues):
        if cue.kind == "end":
            continue
        show.go_to(cue)
        check(f"{cue.kind}, paused")
        show.do("play")
        show.clock.go(1.5)
        check(f"{cue.kind}, playing")
        show.clock.go(scene(settled(show.state, show.clock.now)).seconds - 2)
        check(f"{cue.kind}, about to end")
        show.do("pause")
    show.do("reveal")
    check("revealed")


def test_public_pages_show_the_matches_that_the_show_has_told(show, monkeypatch):
    """Nothing before, and then no more than these."""
    for name in ("LEAST", "SHARE"):
        monkeypatch.setattr(live_phase, name, 0)
    lane, competition = LiveLane(), show.competition
    pages = [f"/{p.PHASE}/{page}" for page in ("index.html", "matches.html", "replays/1.js")]
    pages += ["/", f"/{p.PHASE}/summary.json", f"/api/v1/phases/{p.PHASE}/table"]
    order = list(on_stage(show.state.cues))

    def games_shown():
        """The games in the table that everybody gets."""
        show.clock.go(0.001)  # the pages are older than the requests, whose clock is the real one
        lane.look(competition, show.clock.now)
        for role in ("public", HOLDER, "dan"):
            scenes, others = show.seen(role, pages)
            assert not scenes
            assert not others & {"result", "log", "house", "game"}
        answer = ask(show.app, "GET", f"/{p.PHASE}/summary.json")
        return answer.json["games"] if answer.status == 200 else 0

    assert games_shown() == 0
    show.go_to(next(cue for cue in order if cue.kind == "counter"))
    assert games_shown() == 0
    show.go_to(next(cue for cue in order if cue.kind == "bracket"))
    assert (show.state.told, games_shown()) == ((0,), 4)
    show.go_to(next(cue for cue in order if cue.kind == "table"))
    assert (show.state.told, games_shown()) == ((0, 1), 8)


def test_a_rehearsal_tells_nobody_anything(show, monkeypatch):
    """The projector has its scenes. Everybody else gets the bytes from before."""
    for name in ("LEAST", "SHARE"):
        monkeypatch.setattr(live_phase, name, 0)
    lane, starts = LiveLane(), show.starts()
    pages = ["/", f"/{p.PHASE}/index.html", f"/{p.PHASE}/summary.json", "/api/v1/phases"]

    def public():
        lane.look(show.competition, show.clock.now)
        answers = [ask(show.app, "GET", page, headers=show.headers["dan"]) for page in pages]
        return [(answer.status, answer.body) for answer in answers]

    open_show(show.competition, p.PHASE, rehearse=True)
    show.marks = shows.mark_scenes(show.competition.out, show.state)
    before = public()
    for cue in on_stage(show.state.cues):
        if cue.kind == "end":
            show.do("reveal")
            show.clock.go(2)
        else:
            show.go_to(cue)
        assert public() == before
        assert show.seen("public", starts)[0] == show.seen("ada", starts)[0] == set()
        assert cue.id in show.seen(HOLDER, [f"/show/scenes/{cue.id}"])[0]
    assert show.state.revealed
    assert show.competition.shown_phases() == []


def test_the_reveal_publishes_the_phase_as_it_was_sealed(show):
    lane, page = LiveLane(), f"/{p.PHASE}/index.html"
    publish(phase_state(show.competition, p.PHASE), sealed=True)  # without marks in its files
    lane.look(show.competition, show.clock.now)
    assert ask(show.app, "GET", page).status == 404
    promise = show.competition.out / "public" / p.PHASE / "sealed.json"
    seal = json.loads(promise.read_bytes())["sha256"]
    change_show(show.store, lambda state: replace(state, seal=seal))
    actor, public = Actor("Olga", DESK), show.competition.out / "public"
    steer(show.store, public, actor, Command("reveal"), show.clock.now)
    DeskLane(show.cup.folder).do_actions(show.competition)
    lane.look(show.competition, show.clock.now)
    assert show.state.revealed
    assert p.PHASE in show.competition.shown_phases()
    assert ask(show.app, "GET", page).status == 200


STATES = {  # what a mark in the files of a live projection says, and whether everybody may know it
    "open": {"table"},  # a file may still come, so nobody sees cards
    "live": {"table", "game"},
    "delayed": set(),
    "frozen": set(),
    "sealed": set(),
    "sealed results": set(),
    "published": {"table", "game"},
}


def test_a_live_projection_shows_what_everybody_sees_and_only_to_its_address(cup, monkeypatch):
    """The files are those of the open phase. In each other state, web must hide what is left."""
    monkeypatch.setattr(waiting, "WAIT", 0.0)
    monkeypatch.setattr(kept_files, "FRESH", 0)
    assert set(STATES) == set(p.STATES)
    with open_competition(cup.folder) as competition:
        p.set_state(cup, competition, "open")
        token = open_live_show(competition, p.PHASE).partition("#")[2]
        p.set_state(cup, competition, "live")
        LiveLane().look(competition, competition.now()[0])
        place, marked = competition.out / "live" / p.PHASE, {}
        for name, mark in ((LIVE_GAME, "game"), (LIVE_TABLES, "table")):
            shown = msgspec.json.decode((place / name).read_bytes())
            told = shown if mark == "game" else shown["table"]
            marked[name] = msgspec.json.encode(shown | {mark: told | {"mark": f"canary {mark}"}})
        app = make_app(Site(cup.folder, competition.store, "http://cup.example.org"))
        headers = {role: p.headers_of(cup, role) for role in p.ROLES}
        headers[HOLDER] = {"authorization": f"Show {token}"}
        targets = ["/show/live", "/show/live?after=0", "/show/state", "/show", "/desk/show/state"]
        cue = shows.state_of(competition.store).cue
        for state, known in STATES.items():
            p.set_state(cup, competition, state)
            for name, content in marked.items():
                (place / name).write_bytes(content)
            for role, header in headers.items():
                with case((state, role)):
                    answers = [
                        ask(app, "GET", target, headers=header)
                        for target in [*targets, f"/show/scenes/{cue}"]
                    ]
                    whole = "\n".join(f"{each.headers}\n{each.text}" for each in answers)
                    found = {mark for mark in ("game", "table") if f"canary {mark}" in whole}
                    assert found == (known if role == HOLDER else set())
