"""From the card to the replay in a real browser, over plain HTTP as in a class room."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from support import cups
from support.browser import OF_COLOURS, PHONE, chromium, findings, keep_pictures, shots
from support.cases import case
from support.cups import in_process
from support.serving import NAME, served

from arena.competition.config.folder import open_competition
from arena.competition.play.phase_state import phase_state
from arena.competition.results.publishing import publish
from arena.match.findings import Step
from arena.server.cards import CodeCard, card_page
from arena.server.engine.admission.lane import AdmissionLane
from arena.server.options import Options
from arena.store.live.codes import make_code

pytestmark = pytest.mark.slow

SHOWN = {
    "en": ("Sign in", "Hand in", "admitted", "refused", "Watch the replay"),
    "es": ("Entrar", "Entregar", "admitida", "rechazada", "Ver la repetici\u00f3n"),
}


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium(f"--host-resolver-rules=MAP {NAME} 127.0.0.1") as opened:
        yield opened


class Waits:
    """An examiner that admits what has no word BAD in it."""

    def examine(self, examination, bot, goes_on):
        yield Step(True, "Mine: one Player subclass")
        is_bad = b"BAD" in bot.code.source
        yield Step(
            not is_bad, "40 positions", "line 7: <script>alert(1)</script>" if is_bad else ""
        )


def check(tab, name, folder, *, for_everybody=False):
    """The page fits on a phone. With `for_everybody`, axe-core looks at it by day and by night."""
    tab.wait_for_load_state()
    tab.set_viewport_size(PHONE)
    with case(name):
        assert tab.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        if for_everybody:
            assert not findings(tab)
            tab.emulate_media(color_scheme="dark")
            assert not findings(tab, OF_COLOURS)
            for _ in keep_pictures(tab, shots(folder), f"team-{name}"):
                pass
            tab.emulate_media(color_scheme="light")


@pytest.mark.parametrize("language", ["en", "es"])
def test_from_the_card_to_the_replay(browser, cup, competition, tmp_path, language, engine):
    said, is_first = SHOWN[language], language == "en"
    competition.store.set_note("language", language)
    engine.tell_web()
    code = make_code(competition.store.database, competition.store.team("ada"))
    lane = AdmissionLane(Options(str(cup), trusted=True), competition.store, Waits())
    console: list[str] = []
    context = browser.new_context(color_scheme="light")
    tab = context.new_page()
    tab.on("console", lambda message: console.append(message.text))
    tab.on("pageerror", lambda error: console.append(str(error)))
    tab.on("dialog", lambda dialog: console.append(dialog.message))
    with served(cup, competition.store) as url:
        card = card_page(competition, [CodeCard("Ada", code)], url)
        address = re.search(rf"{re.escape(url)}/[\w-]+", card)[0]
        tab.goto(f"{address}#{code}")
        assert tab.input_value("#code") == code
        assert code not in tab.url
        check(tab, "sign-in", tmp_path, for_everybody=is_first)
        tab.get_by_role("button", name=said[0], exact=True).click()
        tab.wait_for_url(f"{url}/team/")
        assert tab.inner_text("h1") == "Ada"
        check(tab, "empty", tmp_path)
        files = [(f"x = 'BAD'\n{cups.LAST}", said[3]), (cups.FIRST, said[2])]
        for think, verdict in files if is_first else files[1:]:
            tab.goto(f"{url}/team/")
            file = {"name": "bot.py", "mimeType": "", "buffer": cups.source(think).encode()}
            tab.set_input_files("#bot", file)
            tab.get_by_role("button", name=said[1], exact=True).click()
            tab.wait_for_selector("#state[data-waits]")
            check(tab, "waits", tmp_path)
            lane.look()
            tab.wait_for_selector("#state:not([data-waits]) .checks")  # by itself, without loading
            assert verdict in tab.inner_text("#state")
            check(tab, "verdict", tmp_path, for_everybody=is_first and verdict == said[3])
        tab.goto(f"{url}/team/")
        check(tab, f"files-{language}", tmp_path, for_everybody=is_first)
        _publish(cup, engine.tell_web)
        for page in ("games", "practice"):
            tab.goto(f"{url}/team/{page}")
            check(tab, page, tmp_path, for_everybody=is_first)
        tab.goto(url)
        tab.get_by_role("link", name=re.compile(said[4])).first.click()
        tab.wait_for_selector("html.ready")
        assert console == []
    context.close()


def _publish(cup, tell_web):
    """The league is played and published, with the admitted file."""
    cups.enter(cup, "Bob", cups.MIDDLE)
    cups.play(cup, "league", open_engine=in_process)
    with open_competition(cup) as competition:
        publish(phase_state(competition, "league"), sealed=False)
    tell_web()


def test_a_file_is_dropped_on_the_page_and_a_folder_is_explained(browser, cup, competition, codes):
    context = browser.new_context()
    tab = context.new_page()
    with served(cup, competition.store) as url:
        _sign_in(tab, url, codes["ada"])
        drop = """folder => {
          const data = new DataTransfer();
          data.items.add(new File(["from Players.Player import Player"], "mine.py"));
          const event = new DragEvent("drop", { dataTransfer: data, cancelable: true });
          if (folder) {
            Object.defineProperty(event, "dataTransfer",
              { value: { items: [{ webkitGetAsEntry: () => ({ isDirectory: true }) }] } });
          }
          document.getElementById("drop").dispatchEvent(event);
        }"""
        tab.evaluate(drop, True)
        assert "zip" in tab.inner_text("#drop-said")
        tab.evaluate(drop, False)
        tab.wait_for_url(f"{url}/team/uploads/*")
    context.close()


def test_everything_works_without_javascript(browser, cup, competition, codes):
    context = browser.new_context(java_script_enabled=False)
    tab = context.new_page()
    with served(cup, competition.store) as url:
        _sign_in(tab, url, codes["ada"])
        tab.fill("#members", "Ana\nLuis")
        tab.get_by_role("button", name="Save").click()
        assert tab.input_value("#members") == "Ana\nLuis"
        file = {"name": "bot.py", "mimeType": "", "buffer": cups.source(cups.FIRST).encode()}
        tab.set_input_files("#bot", file)
        tab.get_by_role("button", name="Hand in", exact=True).click()
        tab.wait_for_url(f"{url}/team/uploads/*")
        tab.get_by_role("link", name="Load this page again").click()
        assert tab.is_visible("#state[data-waits]")
        tab.goto(f"{url}/team/")
        tab.get_by_role("button", name="Sign out", exact=True).click()
        tab.goto(f"{url}/team/")
        assert tab.url == f"{url}/sign-in"
    context.close()


def _sign_in(tab, url, code):
    tab.goto(f"{url}/sign-in")
    tab.fill("#code", code.lower())
    tab.get_by_role("button", name="Sign in", exact=True).click()
    tab.wait_for_url(f"{url}/team/")
