"""A whole show in a browser, steered by a phone.

The clock of the server goes only when a test says so. Between two commands, the page goes on by its
own clock. So the tests pause the show before they look.
"""

import pytest
from msgspec import structs
from support import shows
from support.browser import PHONE, findings, new_tab, shots
from support.cases import case
from support.serving import serving

from arena.server.engine.show.staging import open_show
from arena.server.show.cues import on_stage
from arena.server.show.stored import change_show
from arena.store.live.codes import holder_of
from arena.store.live.sessions import begin_session

pytestmark = pytest.mark.slow

SCREEN = {"width": 1920, "height": 1080}


@pytest.fixture
def served(site):
    with serving(site) as url:
        yield f"{url}/"


@pytest.fixture
def remote(browser, served, competition, organiser, token, clock):
    """The remote on a phone, in a context of its own."""
    holder = holder_of(competition.store.database, organiser)
    session = begin_session(competition.store.database, holder, clock())
    context = browser.new_context(viewport=PHONE, reduced_motion="reduce")
    context.add_cookies([{"name": "arena-desk", "value": session, "url": served}])
    tab = context.new_page()
    tab.goto(f"{served}desk/show")
    tab.wait_for_selector("#remote:visible")
    yield shows.Remote(tab, competition.store, clock)
    context.close()


@pytest.fixture
def projector(browser, served, token):
    tab, said = new_tab(browser, SCREEN), []
    tab.on("console", lambda message: said.append(message.text))
    tab.on("pageerror", lambda error: said.append(str(error)))
    tab.goto(f"{served}show#{token}")
    tab.wait_for_selector("#stage[data-kind=title]")
    yield tab
    tab.context.set_offline(False)
    assert [text for text in said if not text.startswith("Failed to load resource")] == []
    tab.goto("about:blank")


def kind(projector, name):
    projector.wait_for_selector(f"#stage[data-kind={name}]")


def test_a_game_has_turning_points_and_a_curve_and_the_other_games_are_counted(projector, remote):
    remote.press("#next")
    remote.press("#next")
    kind(projector, "game")
    remote.play(7.5)  # a second for each position
    projector.wait_for_selector(".turning.on")
    lines = projector.locator(".curve .line").all()
    assert len(lines) == 4  # of two sides, as all cards tell and as the table sees it
    assert [line.get_attribute("d").count("L") for line in lines] == [7] * 4
    remote.play(34)
    kind(projector, "counter")
    remote.play(7)
    projector.wait_for_selector(".counters > :last-child .count:text-is('1')")
    assert projector.locator(".count").all_inner_texts() == ["2", "1"]


def test_an_answer_that_comes_late_does_not_put_the_remote_back(remote):
    states, late = "**/desk/show/state?after=*", []
    remote.tab.route(states, lambda route: late.append((route, route.fetch())), times=1)
    with remote.tab.expect_request(states):
        pass
    while not late:
        remote.tab.wait_for_timeout(10)
    remote.press("#next")
    [(route, answer)] = late
    with remote.tab.expect_request(states):  # the page asks again when it has read the answer
        route.fulfill(response=answer)
    assert remote.tab.text_content("#on") == remote.here.label


def test_the_show_goes_on_without_a_connection_until_the_end_of_its_scene(
    projector, remote, competition, press
):
    remote.press("#next")
    remote.press("#next")
    kind(projector, "game")
    scenes = "**/show/scenes/*"
    projector.route(scenes, lambda route: route.abort())  # the connection is bad already
    press("speed", value="8")
    press("play")
    remote.clock.go(4.5)  # five seconds of the game are left: less than one at this speed
    press("comments", value="0")
    projector.wait_for_selector("#stage[data-ply^='3'], #stage[data-ply^='4']")
    projector.context.set_offline(True)
    projector.wait_for_selector("#table .result")
    kind(projector, "game")
    bracket = shows.cue(competition.store, "bracket").id
    press("pause")
    press("go", to=bracket, seen=remote.state.cue, value="1")
    projector.unroute(scenes)
    projector.context.set_offline(False)
    kind(projector, "bracket")


def test_each_scene_is_the_same_on_two_projectors_after_a_reload_and_a_restart(
    browser, site, competition, token, clock, press
):
    def place(tab):
        return tab.inner_text("#scene"), tab.get_attribute("#stage", "data-ply")

    with serving(site) as url:
        tabs = [browser.new_context(viewport=SCREEN, reduced_motion="reduce").new_page()
                for _ in range(2)]  # fmt: skip
        for tab in tabs:
            tab.clock.set_fixed_time(clock.now)  # the time of the page is that of the server
            tab.goto(f"{url}/show#{token}")
        for cue in on_stage(shows.state_of(competition.store).cues):
            if cue.kind == "end":
                continue
            seen = shows.state_of(competition.store).cue
            assert press("go", to=cue.id, seen=seen, value="1").status == 200
            press("play")
            clock.go(1.5)
            press("pause")
            with case(cue.label):
                for tab in tabs:
                    tab.wait_for_selector(f"#stage[data-scene='{cue.id}']")
                if cue.kind == "game":
                    for tab in tabs:
                        tab.wait_for_selector("#stage[data-ply='1']")
                assert place(tabs[0]) == place(tabs[1])
                assert [tab.title() for tab in tabs] == ["Cup"] * 2
                tabs[0].reload()
                tabs[0].wait_for_selector(f"#stage[data-scene='{cue.id}']")
                assert place(tabs[0]) == place(tabs[1])
    opening = shows.cue(competition.store, "opening").id
    press("go", to=opening, seen=shows.state_of(competition.store).cue, value="1")
    with serving(site, port=int(url.rpartition(":")[2])):
        for tab in tabs:
            tab.wait_for_selector(f"#stage[data-scene='{opening}']")
        open_show(competition, "league", new_token=True)
        for tab in tabs:
            tab.wait_for_selector("#sign >> text=not valid any more")
    for tab in tabs:
        tab.context.close()


def test_two_remotes_and_a_changed_running_order(projector, remote, press, competition):
    tab = remote.tab
    of_games = [cue for cue in remote.state.cues if cue.kind == "game"]
    row = tab.locator("#cues li", has_text="Game 2")
    row.locator(".more").click()
    row = tab.locator("#cues li", has_text="Game 2")
    with tab.expect_response("**/desk/show/do"):
        row.locator(".acts button").first.click()
    assert not next(cue for cue in remote.state.cues if cue.id == of_games[1].id).counted
    press("speed", value="4")
    tab.wait_for_selector("input[value='4']:checked")
    press("comments", value="0")
    tab.wait_for_selector("#comments:not(:checked)")
    opening = shows.cue(competition.store, "opening").id
    press("go", to=opening, seen=remote.state.cue)
    tab.wait_for_selector("#cues li.here:has-text('semi-final')")
    kind(projector, "opening")
    assert not projector.is_visible("#rehearsal")
    change_show(
        competition.store,
        lambda show: structs.replace(show, rehearsal=True, revision=show.revision + 1),
    )
    projector.wait_for_selector("#rehearsal >> text=Rehearsal")


def test_the_remote_fits_a_phone(remote, tmp_path):
    tab = remote.tab
    assert tab.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    for scheme in ("light", "dark"):
        tab.emulate_media(color_scheme=scheme)
        assert not findings(tab)
        tab.screenshot(path=str(shots(tmp_path) / f"remote-{scheme}.png"), full_page=True)
