"""An evening at the desk, from the deadline to the reveal: two organisers, one with a phone."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from threading import Event, Thread
from typing import Any

import pytest
from support import cups
from support.browser import OF_COLOURS, PHONE, WIDE, chromium, findings, keep_pictures, shots
from support.cases import case
from support.serving import NAME, served

from arena.competition.config.folder import open_competition
from arena.competition.entries.decisions import decisions
from arena.competition.results.publishing import announce
from arena.server.engine.desk.lane import DeskLane
from arena.server.engine.facts import facts_of
from arena.server.engine.play import ready
from arena.server.engine.play.lane import PlayLane
from arena.server.facts import write_facts
from arena.server.options import Options
from arena.server.web.core import site as core_site
from arena.store.live.codes import make_organiser_code

pytestmark = pytest.mark.slow

DEADLINE = "deadline = 2998-01-01T00:00:00+00:00\n"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium(f"--host-resolver-rules=MAP {NAME} 127.0.0.1") as opened:
        yield opened


@pytest.fixture
def event(tmp_path, monkeypatch):
    """A competition before its deadline. Its engine has a lane for the desk, as on a server."""
    monkeypatch.setattr(core_site, "FRESH", -1.0)
    monkeypatch.setattr("arena.competition.entries.waiting.SETTLED", timedelta(0))
    qualifying = cups.QUALIFYING.replace("games = 4", f"games = 2\n{DEADLINE}")
    cup = cups.make(tmp_path / "cup", qualifying, {"Ada": cups.FIRST, "Bob": cups.LAST})
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
        for _ in keep_pictures(tab, shots(folder), f"desk-{name}"):
            pass
        tab.set_viewport_size({**tab.viewport_size, "width": width})


def test_an_evening_from_the_deadline_to_the_reveal(browser, event, tmp_path):
    play = PlayLane(Options(str(event)), 1, cups.in_process)
    said: list[str] = []
    with open_competition(event) as competition:
        codes = {name: make_organiser_code(competition.store.database, name)
                 for name in ("Ana", "Ben")}  # fmt: skip
        with served(event, competition.store) as url, desk_lane(event):
            ana = sign_in(browser, url, codes["Ana"], PHONE)
            ben = sign_in(browser, url, codes["Ben"], WIDE)
            for tab in (ana, ben):
                tab.on("console", lambda message: said.append(message.text))
                tab.on("pageerror", lambda error: said.append(str(error)))
            assert ready.next_phase(competition) is None  # nothing is played before the deadline
            act(ana, "extend-window-qualifying", "takes files until 2999",
                until="2999-01-01T00:00", reason="the network was away")  # fmt: skip
            ben.wait_for_selector("#list-of-actions >> text=Ana (desk)")  # by itself
            act(ben, "accept-cleo", "admitted by your decision", reason="the camera saw it work")
            act(ana, "close-window-qualifying", "takes no more files", reason="all are here")
            check(ana, "deadline", tmp_path)
            act(ben, "pause-qualifying", "is paused", reason="the projector")
            play.look()
            assert competition.store.count("qualifying") == 0
            ana.wait_for_selector("#acts-qualifying #start-qualifying", state="attached")
            act(ana, "start-qualifying", "is played")
            act(ben, "freeze-qualifying", "is frozen", reason="the last minutes")
            act(ana, "disqualify-bob", "is disqualified", reason="two bots in one file")
            play.look()
            assert competition.store.count("qualifying") > 0
            ana.wait_for_selector("#state-qualifying .state.over")
            act(ana, "announce", "Announcement: Results at nine", text="Results at nine")
            ana.wait_for_selector("#publish-qualifying", state="attached")
            ana.click("#publish-qualifying > summary")
            ana.check("#publish-qualifying-sealed")
            ana.click("#publish-qualifying form button.main")
            ana.wait_for_selector("#said >> text=sealed")
            ben.wait_for_selector("#reveal-qualifying", state="attached")
            check(ben, "before-the-reveal", tmp_path)
            assert "qualifying" not in competition.shown_phases()
            act(ben, "reveal-qualifying", "published")
            ana.wait_for_selector("#state-qualifying .state.published")
            check(ana, "published", tmp_path)
            ana.get_by_role("button", name="Sign out", exact=True).click()
            ana.wait_for_url(f"{url}/desk/sign-in")
        made = [each.what for each in decisions(competition)]
        assert competition.shown_phases() == ["qualifying"]
    assert made == ["extend window", "accept", "close window", "pause", "start", "freeze",
                    "disqualify", "announce"]  # fmt: skip
    assert said == []
    for context in list(browser.contexts):
        context.close()


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
            assert tab.is_visible("#state-qualifying .state.paused")
            context.close()
