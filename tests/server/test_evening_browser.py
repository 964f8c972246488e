"""A whole evening, from the deadline to the reveal: two organisers, one of them with a phone, a
projector, and people who look at the site."""

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from threading import Event, Thread
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from support import cups, shows
from support.browser import OF_COLOURS, PHONE, WIDE, chromium, findings, shots
from support.cases import case
from support.serving import NAME, served

from arena.competition.config.folder import open_competition
from arena.competition.entries.decisions import decisions
from arena.competition.play.phase_state import phase_state
from arena.competition.results.publishing import announce
from arena.server.engine.desk.lane import DeskLane
from arena.server.engine.facts import facts_of
from arena.server.engine.live import phase as live_phase
from arena.server.engine.live.lane import LiveLane
from arena.server.engine.play import ready
from arena.server.engine.play.lane import PlayLane
from arena.server.engine.show.staging import open_show
from arena.server.facts import write_facts
from arena.server.options import Options
from arena.server.web.core import site as core_site
from arena.server.web.core.site import Site
from arena.server.web.show import waiting
from arena.server.web.visitor import kept_files
from arena.show import tension
from arena.show.making import Show
from arena.show.script import CounterScene, GameScene, read_script, show_folder
from arena.store.live.codes import make_organiser_code
from arena.workers.here import Here

pytestmark = pytest.mark.slow

DEADLINE = "deadline = 2998-01-01T00:00:00+00:00\n"
SECRET = 'broadcast = "sealed"\n'  # the results of the final
SCREEN = {"width": 1920, "height": 1080}
MINUTES = 4  # of the show


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium(f"--host-resolver-rules=MAP {NAME} 127.0.0.1") as opened:
        yield opened


@pytest.fixture
def event(tmp_path, monkeypatch):
    """A competition before its deadline. Its engine has a lane for the desk, as on a server."""
    monkeypatch.setattr(core_site, "FRESH", -1.0)
    monkeypatch.setattr(kept_files, "FRESH", 0)
    monkeypatch.setattr(live_phase, "LEAST", 0)
    monkeypatch.setattr(live_phase, "SHARE", 0)
    monkeypatch.setattr("arena.competition.entries.waiting.SETTLED", timedelta(0))
    monkeypatch.setattr(tension, "MOST", 0)  # as few imagined games as possible
    qualifying = cups.QUALIFYING.replace("games = 4", f"games = 2\n{DEADLINE}")
    phases = qualifying.replace("top = 2", "top = 3") + cups.FINAL.replace(
        "games = 4", f"games = 2\n{SECRET}"
    )
    cup = cups.make(tmp_path / "cup", phases, {"Ada": cups.FIRST, "Bob": cups.LAST})
    refused = cups.hand_in(cup, "Cleo", cups.MIDDLE)
    with open_competition(cup, alone=True) as competition:
        competition.store.judge(refused, "refused", {})
        announce(competition)
    return cup


@contextmanager
def desk_lane(cup) -> Iterator[None]:
    """The lane of the engine, in a thread."""
    stopped, lane = Event(), DeskLane(cup)

    def work() -> None:
        with open_competition(cup) as competition:
            while not stopped.wait(0.05):
                competition.refresh()
                lane.do_actions(competition)
                lane.tell(competition)
                write_facts(competition.store, facts_of(competition))

    thread = Thread(target=work, daemon=True)
    with open_competition(cup) as competition:
        write_facts(competition.store, facts_of(competition))
    thread.start()
    try:
        yield
    finally:
        stopped.set()
        thread.join()
        lane.wait()


class Evening:
    """The engine, the clock of the show, and the eyes of those who look at the site."""

    def __init__(self, event, browser, folder, monkeypatch):
        self.play = PlayLane(Options(str(event)), 1, cups.in_process)
        self.lane, self.clock, self.folder = LiveLane(), shows.Clock(), folder
        self.browser, self.url, self.said = browser, "", list[str]()
        monkeypatch.setattr(Site, "now", lambda _: self.clock())
        monkeypatch.setattr(waiting, "WAIT", 0.5)  # a server that stops waits for its answers

    def play_all(self, competition, phase):
        """Play until the phase is over. The lane stops when a command wants the lock."""
        while not phase_state(competition, phase).progress.over:
            self.play.look()
            competition.refresh()

    def listen(self, tab):
        tab.on("console", lambda message: self.said.append(message.text))
        tab.on("pageerror", lambda error: self.said.append(str(error)))

    def projector(self, address):
        """The projector page, in a context of its own."""
        tab = self.browser.new_context(viewport=SCREEN, reduced_motion="reduce").new_page()
        # A scene that was left at once is not sent any more, and the browser says so.
        tab.on("pageerror", lambda error: self.said.append(str(error)))
        tab.goto(self.url + address)
        return tab

    def visitor(self, path):
        """What everybody gets at this address; None if there is nothing yet."""
        host = self.url.partition("//")[2]
        with suppress(HTTPError), urlopen(
            Request(f"http://127.0.0.1:{host.rpartition(':')[2]}{path}", headers={"Host": host})
        ) as answer:  # fmt: skip
            return json.load(answer)
        return None


def sign_in(browser: Any, url: str, code: str, viewport: dict[str, int]) -> Any:
    context = browser.new_context(viewport=viewport, color_scheme="light")
    tab = context.new_page()
    tab.goto(f"{url}/desk")
    assert tab.url == f"{url}/desk/sign-in"
    tab.fill("#code", code.lower())
    tab.get_by_role("button", name="Sign in", exact=True).click()
    tab.wait_for_url(f"{url}/desk")
    return tab


def act(tab: Any, form: str, says: str, **fields: str) -> None:
    """Open the form, fill it in, send it, and wait for the answer."""
    tab.click(f"#{form} > summary")
    for name, value in fields.items():
        tab.fill(f"#{form}-{name}", value)
    tab.click(f"#{form} form button.main")
    tab.wait_for_selector(f"#said >> text={says}")


def check(tab: Any, name: str, folder: Any) -> None:
    with case(name):
        width = tab.viewport_size["width"]
        assert tab.evaluate("document.documentElement.scrollWidth") <= width
        assert not findings(tab)
        tab.emulate_media(color_scheme="dark")
        assert not findings(tab, OF_COLOURS)
        tab.emulate_media(color_scheme="light")
        tab.screenshot(path=str(shots(folder) / f"desk-{name}.png"), full_page=True)


def seal(tab: Any, phase: str) -> None:
    """Publish the hash of the results, and not the results."""
    tab.wait_for_selector(f"#publish-{phase}", state="attached")
    tab.click(f"#publish-{phase} > summary")
    tab.check(f"#publish-{phase}-sealed")
    tab.click(f"#publish-{phase} form button.main")
    tab.wait_for_selector("#said >> text=sealed")


def test_an_evening_from_the_deadline_to_the_reveal(browser, event, tmp_path, monkeypatch):
    evening = Evening(event, browser, tmp_path, monkeypatch)
    with open_competition(event) as competition:
        codes = {name: make_organiser_code(competition.store.database, name)
                 for name in ("Ana", "Ben")}  # fmt: skip
        with served(event, competition.store) as evening.url, desk_lane(event):
            ana = sign_in(browser, evening.url, codes["Ana"], PHONE)
            ben = sign_in(browser, evening.url, codes["Ben"], WIDE)
            for tab in (ana, ben):
                evening.listen(tab)
            qualifying(evening, competition, ana, ben)
            assert competition.shown_phases() == ["qualifying"]
            final(evening, competition, ana, ben)
            show(evening, competition, ana)
            assert competition.shown_phases() == ["qualifying", "final"]
            ana.goto(f"{evening.url}/desk")
            ana.get_by_role("button", name="Sign out", exact=True).click()
            ana.wait_for_url(f"{evening.url}/desk/sign-in")
        made = [each.what for each in decisions(competition)]
    assert made == ["extend window", "accept", "close window", "pause", "start", "freeze",
                    "disqualify", "restore", "announce", "start"]  # fmt: skip
    assert evening.said == []
    for context in list(browser.contexts):
        context.close()


def qualifying(evening, competition, ana, ben):
    """Files are taken and refused, games are played, and what is sealed is revealed."""
    folder = evening.folder
    assert ready.next_phase(competition) is None  # nothing is played before the deadline
    act(ana, "extend-window-qualifying", "takes files until 2999",
        until="2999-01-01T00:00", reason="the network was away")  # fmt: skip
    ben.wait_for_selector("#list-of-actions >> text=Ana (desk)")  # by itself
    act(ben, "accept-cleo", "admitted by your decision", reason="the camera saw it work")
    act(ana, "close-window-qualifying", "takes no more files", reason="all are here")
    check(ana, "deadline", folder)
    act(ben, "pause-qualifying", "is paused", reason="the projector")
    evening.play.look()
    assert competition.store.count("qualifying") == 0
    ana.wait_for_selector("#acts-qualifying #start-qualifying", state="attached")
    act(ana, "start-qualifying", "is played")
    act(ben, "freeze-qualifying", "is frozen", reason="the last minutes")
    act(ana, "disqualify-bob", "is disqualified", reason="two bots in one file")
    act(ben, "restore-bob", "takes part again", reason="it was one bot")
    evening.play_all(competition, "qualifying")
    ana.wait_for_selector("#state-qualifying .state.over")
    act(ana, "announce", "Announcement: Results at nine", text="Results at nine")
    seal(ana, "qualifying")
    ben.wait_for_selector("#reveal-qualifying", state="attached")
    check(ben, "before-the-reveal", folder)
    assert "qualifying" not in competition.shown_phases()
    act(ben, "reveal-qualifying", "published")
    ana.wait_for_selector("#state-qualifying .state.published")
    check(ana, "published", folder)


def final(evening, competition, ana, ben):
    """The final is played beforehand. Its results are sealed, and its show is prepared."""
    ben.wait_for_selector("#start-final", state="attached")
    act(ben, "start-final", "is played")
    evening.play_all(competition, "final")
    ana.wait_for_selector("#state-final .state.over")
    seal(ana, "final")
    assert evening.visitor("/final/sealed.json")["sha256"]
    show = Show(competition, "final")
    show.prepare(show.candidates(), 1, lambda _: None, lambda job, _: Here(job))
    show.make(MINUTES)


def show(evening, competition, ana):
    """The phone steers it. The projector shows the scenes of the script, and the site follows."""
    address = open_show(competition, "final")
    evening.clock.now = competition.now()[0]
    projector = evening.projector(address)
    script = read_script(show_folder(competition.out, "final"))
    results = Show(competition, "final").results
    ana.goto(f"{evening.url}/desk/show")
    ana.wait_for_selector("#remote:visible")
    remote, whole = shows.Remote(ana, competition.store, evening.clock), 0
    pictures = set[str]()
    for place, scene in enumerate(script.scenes[:-1]):
        kind = str(scene.__struct_config__.tag)
        with case(f"{kind} {scene.id}"):
            while remote.here.source != scene.id:  # a counter that has no games may come between
                remote.press("#next")
            projector.wait_for_selector(f"#stage[data-kind={kind}]")
            if kind == "game":
                whole += 1
                game_on_stage(projector, remote, scene)
            if kind in ("opening", "next"):
                assert projector.locator(".contestant").all_inner_texts() == list(scene.names)
            if kind not in pictures:
                pictures.add(kind)
                projector.screenshot(path=str(shots(evening.folder) / f"evening-{kind}.png"))
            evening.lane.look(competition, competition.now()[0])
            left = script.scenes[place:]
            coming = {each.match for each in left if isinstance(each, GameScene | CounterScene)}
            coming |= {match for each in left[1:] for match in getattr(each, "matches", ())}
            told = [match for number, match in enumerate(results.matches) if number not in coming]
            games = sum(len(match.games) for match in told)
            seen = evening.visitor("/final/summary.json")
            assert (seen["games"] if seen else 0) == games
            assert competition.shown_phases() == ["qualifying"]
    assert whole
    assert games == len(results.games)
    winner = results.places[0].names[0]
    ana.wait_for_selector("#next:disabled")
    ana.click("#reveal")
    ana.wait_for_selector("#reveal.sure")
    evening.clock.go(3600)  # it is later than the clock of the engine, which goes by itself
    ana.click("#reveal")
    ana.wait_for_selector("#reveal >> text=Revealed")  # the engine has published it
    projector.wait_for_selector(".placed.on.place-1")
    assert projector.locator(".placed.place-1 .name").all_inner_texts() == [winner]
    projector.screenshot(path=str(shots(evening.folder) / "evening-end.png"))
    evening.lane.look(competition, competition.now()[0])
    published = evening.visitor("/final/standings.json")
    assert published["teams"][0]["name"] == winner


def game_on_stage(projector, remote, scene):
    """In the middle of the game, the page is loaded again."""
    score = {name: f"{each:g}" for name, each in zip(scene.names, scene.before, strict=True)}
    projector.wait_for_selector(f".which:text-is('Game {scene.number}')")
    assert projector.locator("#table .result").count() == 0
    remote.play(scene.seconds / 2)
    projector.wait_for_selector("#stage:not([data-ply='0'])")
    names = projector.locator(".contender .name").all_inner_texts()
    won = projector.locator(".contender .won").all_inner_texts()
    assert dict(zip(names, won, strict=True)) == score

    def place(tab):
        line = tab.get_attribute(".curve .line", "d")
        return (
            tab.get_attribute("#stage", "data-ply"),
            line,
            tab.locator(".points").all_inner_texts(),
        )

    before = place(projector)
    projector.reload()
    projector.wait_for_selector(f"#stage[data-ply='{before[0]}']")
    assert place(projector) == before


def test_everything_works_without_javascript(browser, event):
    with open_competition(event) as competition:
        code = make_organiser_code(competition.store.database, "Ana")
        with served(event, competition.store) as url, desk_lane(event):
            context = browser.new_context(viewport=PHONE, java_script_enabled=False)
            tab = context.new_page()
            tab.goto(f"{url}/desk/sign-in")
            tab.fill("#code", code)
            tab.get_by_role("button", name="Sign in", exact=True).click()
            tab.wait_for_url(f"{url}/desk")
            act(tab, "pause-qualifying", "is paused", reason="the projector")
            while not tab.is_visible("#state-qualifying .state.paused"):
                tab.reload()  # the engine tells the desk a little later
            context.close()
