"""Nobody gets a scene of a show before it is on stage, by any address, in any state of the show."""

import pytest
from support import planted as p
from support import shows
from support.cases import case
from support.crawling import addresses, walk

from arena.competition.config.folder import open_competition
from arena.server.engine.facts import facts_of
from arena.server.engine.live.lane import LiveLane
from arena.server.engine.show.staging import open_show
from arena.server.facts import write_facts
from arena.server.show.cues import on_stage
from arena.server.show.state import Command, loadable, obey, scene, settled
from arena.server.show.stored import change_show
from arena.server.web.app import make_app
from arena.server.web.core.site import Site
from arena.server.web.show import waiting

HOLDER = "holder"  # of the token
ROLES = ("public", "ada", "dan", "organiser", HOLDER)


@pytest.fixture
def show(cup, monkeypatch):
    """A show of the sealed phase, with a mark in every scene."""
    clock = shows.Clock()
    monkeypatch.setattr(waiting, "clock", clock)
    monkeypatch.setattr(waiting, "WAIT", 0.0)
    with open_competition(cup.folder) as competition:
        monkeypatch.setattr(type(competition), "now", lambda self: (clock.now, ""))
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
        self.headers = {role: p.headers_of(cup, role) for role in ROLES}
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
        self.do("go", to=cue.id, seen=here.cue)

    def seen(self, role, starts):
        """The scenes whose marks this role finds, and what it finds of other secrets."""
        texts = [text for each in walk(self.app, starts, self.headers[role]) for text in each.texts]
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
                assert scenes == (may if role in (HOLDER, "organiser") else set()), role
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


def test_public_pages_show_the_matches_that_the_show_has_told(show):
    """Nothing before, and then no more than these."""
    lane, competition = LiveLane(), show.competition
    pages = ["/", f"/{p.PHASE}/index.html", f"/{p.PHASE}/matches.html", f"/{p.PHASE}/matches.json",
             f"/api/v1/phases/{p.PHASE}", f"/{p.PHASE}/replays/1.js"]  # fmt: skip
    order = list(on_stage(show.state.cues))

    def games_in_table():
        lane.look(competition, show.clock.now)
        path = competition.out / "live" / p.PHASE / "matches.json"
        for role in ("public", HOLDER, "dan"):
            scenes, others = show.seen(role, pages)
            assert not scenes
            assert not others & {"result", "log", "house", "game"}
        return path.read_text().count('"games"') if path.exists() else 0

    show.clock.go(1)
    assert games_in_table() == 0
    bracket = next(cue for cue in order if cue.kind == "bracket")
    show.go_to(bracket)
    assert show.state.told == (0,)
    show.clock.go(1)
    told = games_in_table()
    show.go_to(next(cue for cue in order if cue.kind == "table"))
    assert show.state.told == (0, 1)
    show.clock.go(1)
    assert games_in_table() >= told > 0


def test_the_reveal_publishes_the_phase_as_it_was_sealed(show):
    lane = LiveLane()
    show.do("reveal")
    lane.look(show.competition, show.clock.now)
    assert p.PHASE in show.competition.shown_phases()
    _, others = show.seen("public", [f"/{p.PHASE}/index.html"])
    assert "result" in others
