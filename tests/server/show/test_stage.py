"""What the server tells the projector and the remote."""

import errno
import json
import re
from datetime import timedelta
from importlib.resources import files

import pytest
from support import shows
from support.asking import ask
from support.cases import case

from arena.common.errors import ArenaError
from arena.competition.results import publishing
from arena.pages.site.show import show_files
from arena.server.engine.desk.lane import DeskLane
from arena.server.engine.facts import facts_of
from arena.server.engine.show.staging import open_live_show, open_show
from arena.server.show.files import stage_folder
from arena.server.show.outage import pause_show
from arena.server.show.state import LEAD
from arena.server.show.stored import change_show
from arena.server.web.app import make_app
from arena.server.web.show import waiting
from arena.store.live.actions import logged_actions
from arena.store.live.heartbeats import DESK, SILENT, beat


def scene_of(projector):
    return projector("/show/state").json["scene"]


def test_the_page_follows_the_remote(projector, press, competition, clock):
    assert scene_of(projector)["kind"] == "title"
    opening, game = (shows.cue(competition.store, kind).id for kind in ("opening", "game"))
    title = scene_of(projector)["id"]
    assert press("go", to=opening, seen=title).status == 200
    shown = projector(f"/show/scenes/{opening}").json
    assert shown["shown"]["names"] == ["Ada", "Bob"]
    assert shown["shown"]["label"] == "Semi-final 1"
    press("play")
    clock.go(5)
    state = projector("/show/state").json
    assert state["scene"]["id"] == game
    assert state["now"] - state["scene"]["since"] == 1000
    played = projector(f"/show/scenes/{game}").json["shown"]
    positions = len(played["data"]["games"][0]["plays"]) + 1
    assert len(played["hold"]) == positions
    assert [len(curve["chances"]) for curve in played["curves"]] == [positions] * 2
    assert played["sides"] == [0, 1]


def test_a_scene_is_sent_only_when_it_is_on_stage_or_about_to_be(
    projector, press, competition, clock
):
    ids = [cue.id for cue in shows.state_of(competition.store).cues]

    def sent():
        return [n for n, id in enumerate(ids) if projector(f"/show/scenes/{id}").status == 200]

    assert sent() == [0]
    press("play")
    clock.go(100)
    assert sent() == [0]  # a title waits
    press("play")
    assert sent() == [1]
    clock.go(LEAD + 4 - LEAD + 0.01)
    assert sent() == [1, 2]
    assert projector("/show/state").json["next"]["id"] == ids[2]
    press("pause")
    assert sent() == [1]
    assert projector("/show/state").json["next"] is None


def test_the_state_tells_nothing_about_what_comes(projector, press, competition, clock):
    store = competition.store
    for _ in range(3):
        press("play")
        clock.go(5)
        answer = projector("/show/state")
        here = answer.json["scene"]["id"]
        others = [cue.id for cue in shows.state_of(store).cues if cue.id != here]
        assert not [id for id in others if id in answer.text]
        assert set(answer.json) == {
            "tag", "now", "scene", "next", "playing", "speed", "comments", "rehearsal",
        }  # fmt: skip
        assert answer.headers["cache-control"] == "no-store"


def test_the_page_has_every_function_of_the_viewer_that_it_calls():
    """It takes only some files of the viewer. A missing one would stop a show in the middle."""
    made = re.compile(r"^(?:function|const) (\w+)", re.MULTILINE)
    folder = files("arena.pages").joinpath("viewer", "static")
    viewer = [file.read_text("utf-8") for file in folder.iterdir() if file.name.endswith(".js")]
    script = show_files()["show.js"]
    inside = set(re.findall(r"(?:function|const|let) (\w+)", script))
    absent = {name for text in viewer for name in made.findall(text)} - inside
    assert "factText" in inside
    assert absent & {"controls", "play", "placeText"}
    assert sorted(set(re.findall(r"(?<![.\w])(\w+)\(", script)) & absent) == []


def test_only_the_token_opens_the_show(site, token, visit, competition):
    app, id = make_app(site), shows.cue(competition.store, "title").id
    addresses = ("/show/state", f"/show/scenes/{id}")
    for headers in ({}, {"authorization": "Show wrong"}, {"authorization": f"Basic {token}"},
                    {"cookie": f"arena={token}"}):  # fmt: skip
        for address in addresses:
            assert ask(app, "GET", address, headers=headers).status == 404
    assert visit("GET", addresses[0], team="ada").status == 404
    page = ask(app, "GET", "/show").text
    assert token not in page
    assert "league" not in page


def test_only_the_projector_can_wait(site, token, competition, monkeypatch):
    """Everybody else is answered at once, also if the tag is right."""

    async def no_wait(seconds):
        raise AssertionError("it waits")

    monkeypatch.setattr(waiting.anyio, "sleep", no_wait)
    tag = waiting.tag_of(shows.state_of(competition.store))
    app, projector = make_app(site), {"authorization": f"Show {token}"}
    for headers in ({}, {"authorization": "Show wrong"}):
        for after in (tag, ""):
            assert ask(app, "GET", f"/show/state?after={after}", headers=headers).status == 404
    with pytest.raises(AssertionError, match="it waits"):
        ask(app, "GET", f"/show/state?after={tag}", headers=projector)


def test_the_token_opens_nothing_else_and_a_new_one_ends_it(site, token, projector, competition):
    for address in ("/desk/show", "/desk/show/state", "/team/", "/league/index.html"):
        assert projector(address).status in (303, 404)
    again = open_show(competition, "league", new_token=True)
    assert projector("/show/state").status == 404
    headers = {"authorization": f"Show {again.partition('#')[2]}"}
    assert ask(make_app(site), "GET", "/show/state", headers=headers).status == 200
    assert open_show(competition, "league") == ""


def test_only_organisers_steer(site, token, visit, press, projector):
    app = make_app(site)
    form = {"content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin"}
    body, holder = b"do=play", form | {"authorization": f"Show {token}"}
    for headers in (form, holder):
        answer = ask(app, "POST", "/desk/show/do", body, headers)
        assert (answer.status, answer.headers["location"]) == (303, "/desk/sign-in")
    elsewhere = {"sec-fetch-site": "cross-site", "cookie": "arena=x"}
    assert ask(app, "POST", "/desk/show/do", body, elsewhere).status == 403
    assert visit("GET", "/desk/show", team="ada").status == 303
    assert projector("/show/state").json["playing"] is False


def test_the_remote_says_why_it_cannot_obey(press, competition):
    kinds = ("title", "opening", "end")
    title, opening, end = (shows.cue(competition.store, kind).id for kind in kinds)
    for (command, to, seen), message in {
        ("go", end, title): "press Reveal",
        ("go", opening, end): "moved on",
        ("dance", "", ""): "does not know",
    }.items():
        with case(message):
            answer = press(command, to=to, seen=seen)
            assert answer.status == 409
            assert message in answer.text
    for value in ("quick", "nan", "inf"):
        assert press("move", value=value).status == 400


def test_only_the_results_that_were_shown_are_revealed(press, competition):
    path = competition.out / "public" / "league" / "sealed.json"
    path.parent.mkdir()
    path.write_text(json.dumps({"sha256": "0" * 64}))
    answer = press("reveal")
    assert answer.status == 409
    assert "was sealed again after its show was made" in answer.text
    assert not shows.state_of(competition.store).revealed
    path.write_text(json.dumps({"sha256": shows.SEAL}))
    assert press("reveal").status == 200
    assert shows.state_of(competition.store).revealing


@pytest.fixture
def engine(competition, cup):
    """The lane of the engine that does what organisers ask for."""
    return lambda: DeskLane(cup).do_actions(competition)


def test_the_end_comes_when_the_phase_is_published_and_not_before(
    press, projector, competition, engine
):
    shows.seal_results(competition, "league")
    asked = press("reveal").json
    assert (asked["revealing"], asked["revealed"]) == (True, False)
    assert press("reveal").json["tag"] == asked["tag"]  # once is enough
    assert scene_of(projector)["kind"] == "title"
    engine()
    assert competition.shown_phases() == ["league"]
    assert scene_of(projector)["kind"] == "end"
    logged = logged_actions(competition.store.database, 9)
    assert [(each.actor.name, each.request.what, each.status) for each in logged] == [
        ("Olga", "reveal", "done")
    ]


def test_a_reveal_that_fails_is_told_and_can_be_tried_again(
    press, projector, competition, engine, monkeypatch
):
    hidden = shows.seal_results(competition, "league")
    (hidden / "more.txt").write_text("changed")
    press("reveal")
    engine()
    remote = press("speed", value="2").json
    assert "has changed since it was sealed" in remote["refused"]
    assert "arena publish" in remote["refused"]
    assert (remote["revealing"], remote["revealed"]) == (False, False)
    (hidden / "more.txt").unlink()

    def full(path, data):
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    with monkeypatch.context() as patch:
        patch.setattr(publishing, "save", full)
        press("reveal")
        engine()
    assert "Make room on the disk" in press("speed", value="4").json["refused"]
    assert scene_of(projector)["kind"] == "title"
    assert competition.shown_phases() == []
    press("reveal")
    engine()
    assert scene_of(projector)["kind"] == "end"
    assert press("pause").json["refused"] == ""
    statuses = [each.status for each in logged_actions(competition.store.database, 9)
                if each.request.what == "reveal"]  # fmt: skip
    assert statuses == ["done", "refused", "refused"]


def test_another_show_does_not_stop_a_reveal_that_was_asked_for(press, competition, engine):
    shows.seal_results(competition, "league")
    press("reveal")
    open_show(competition, "league", again=True)
    engine()
    assert competition.shown_phases() == ["league"]
    assert not shows.state_of(competition.store).revealed


def test_a_rehearsal_tells_the_site_nothing_and_begins_again(press, projector, competition, engine):
    def told():
        [phase] = [each for each in facts_of(competition).phases if each.name == "league"]
        return phase.on_stage, phase.show_began, phase.told

    open_show(competition, "league", rehearse=True)
    hidden = shows.seal_results(competition, "league")
    assert projector("/show/state").json["rehearsal"] is True
    table, title = (shows.cue(competition.store, kind).id for kind in ("table", "title"))
    jumped = press("go", to=table, seen=title).json  # no second press
    assert jumped["scene"]["kind"] == "table"
    assert told() == (False, None, [])
    assert press("reveal").json["revealed"]
    engine()
    assert scene_of(projector)["kind"] == "end"
    assert competition.shown_phases() == []
    assert hidden.exists()
    open_show(competition, "league")
    assert shows.state_of(competition.store).rehearsal  # until somebody ends it
    begun = press("end-rehearsal").json
    assert (begun["rehearsal"], begun["revealed"], begun["scene"]["kind"]) == (
        False,
        False,
        "title",
    )
    assert told()[0]


def test_a_show_that_has_told_results_is_no_rehearsal(press, competition):
    table, title = (shows.cue(competition.store, kind).id for kind in ("table", "title"))
    assert press("go", to=table, seen=title, value="1").status == 200
    with pytest.raises(ArenaError, match="its first results are public"):
        open_show(competition, "league", rehearse=True)
    open_show(competition, "league", rehearse=True, again=True)
    assert shows.state_of(competition.store).told == ()


def test_a_show_that_went_on_by_itself_is_no_rehearsal(press, competition, clock):
    """It has told results since the last command. The database has the show as it was then."""
    press("play")
    clock.go(10)
    press("play")
    clock.go(3600)
    assert shows.state_of(competition.store).told == ()
    with pytest.raises(ArenaError, match="its first results are public"):
        open_show(competition, "league", rehearse=True)


def test_a_jump_over_a_match_is_told_by_the_remote_and_refused_once(press, competition):
    table, title = (shows.cue(competition.store, kind).id for kind in ("table", "title"))
    answer = press("go", to=table, seen=title)
    assert answer.status == 409
    assert "the room has not seen them: Semi-final 1" in answer.text
    [over] = [cue["over"] for cue in press("pause").json["cues"] if cue["id"] == table]
    assert over == 2
    assert press("go", to=table, seen=title, value="1").json["scene"]["id"] == table


def test_every_command_is_in_the_log_of_actions(press, competition):
    opening = shows.cue(competition.store, "opening").id
    press("go", to=opening, seen=shows.cue(competition.store, "title").id)
    press("speed", value="4")
    press("go", to=opening, seen="nothing")
    press("dance")
    press("go", to=shows.cue(competition.store, "table").id, seen="nothing")
    games = [cue.id for cue in shows.state_of(competition.store).cues if cue.kind == "game"]
    for value in ("1", "0"):
        press("comments", value=value)
        press("skip", to=games[3], value=value)
    logged = logged_actions(competition.store.database, 11)
    done = [each for each in logged if each.status == "done"]
    assert [(each.actor.name, each.request.what, each.request.reason) for each in done] == [
        ("Olga", "show", "take in Final: Ada \u2013 Bob, Game 1"),
        ("Olga", "show", "comments off"),
        ("Olga", "show", "leave out Final: Ada \u2013 Bob, Game 1"),
        ("Olga", "show", "comments on"),
        ("Olga", "show", "go Semi-final 1: Ada \u2013 Bob"),
        ("Olga", "show", "speed 4"),
        ("Olga", "show", "go Semi-final 1: Ada \u2013 Bob"),
    ]
    refused = [(each.request.reason, each.answer) for each in logged if each.status == "refused"]
    assert [reason for reason, _ in refused] == ["go Table", "dance"]
    assert "moved on meanwhile" in refused[0][1][0]


def test_the_organiser_chooses_another_game(press, projector, competition):
    games = [cue for cue in shows.state_of(competition.store).cues if cue.kind == "game"]
    assert [(cue.counted, cue.whole) for cue in games] == [
        (False, True), (True, True), (True, False), (False, True),
    ]  # fmt: skip
    state = press("skip", to=games[1].id, value="0").json
    assert [cue["on"] for cue in state["cues"] if cue["kind"] == "game"] == [
        True, True, False, True,
    ]  # fmt: skip
    counter = next(cue for cue in state["cues"] if cue["kind"] == "counter")
    title = state["scene"]["id"]
    press("go", to=counter["id"], seen=title)
    shown = projector(f"/show/scenes/{counter['id']}").json
    assert (shown["before"], shown["counted"]) == ([2.0, 0.0], [[0.0, 1.0]])


def test_a_new_script_stays_at_its_scene(press, projector, competition, clock):
    press("play")
    clock.go(10)
    press("play")
    clock.go(LEAD + 1)
    before, known = scene_of(projector), shows.state_of(competition.store)
    assert before["kind"] == "opening"
    for _ in range(3):
        last = shows.state_of(competition.store).edition
        open_show(competition, "league")
    after = scene_of(projector)
    assert (after["kind"], after["at"]) == (before["kind"], before["at"])
    assert after["id"] != before["id"]
    editions = {each.name for each in stage_folder(competition.out, "league", "x").parent.iterdir()}
    assert editions == {last, shows.state_of(competition.store).edition}
    open_live_show(competition, "league")  # the files of the other shows are not needed any more
    assert len(list(stage_folder(competition.out, "league", "x").parent.iterdir())) == 1
    change_show(competition.store, lambda _: known)  # as web has read it before the last change
    gone = projector(f"/show/scenes/{known.cue}")
    assert gone.status == 404


def test_after_a_power_cut_the_show_waits_where_it_was(press, projector, competition, clock):
    """It has a clock, but nobody has seen what would have been shown meanwhile."""
    press("play")
    clock.go(10)
    press("play")
    clock.go(LEAD + 1)
    for away, (playing, at) in {SILENT.seconds - 1: (True, 0.0), 3600: (False, 1.0)}.items():
        beat(competition.store.database, DESK, "", clock.now)
        pause_show(competition.store, clock.now + timedelta(seconds=away))
        state = shows.state_of(competition.store)
        assert (state.playing, round(state.at, 2), state.told) == (playing, at, ())
    clock.go(3600)
    assert (scene_of(projector)["kind"], projector("/show/state").json["playing"]) == (
        "opening",
        False,
    )


def test_before_a_show_there_is_nothing_to_see(visit, organiser, site, clock):
    assert visit("GET", "/show").status == 200
    assert visit("GET", "/show/state").status == 404
    headers = {"authorization": f"Bearer {organiser}"}
    page = ask(make_app(site), "GET", "/desk/show", headers=headers)
    assert "arena show" in page.text


@pytest.mark.parametrize("word", ["Ada", "5ea1"])
def test_the_files_of_a_show_are_no_pages(word, visit, token, competition):
    edition = shows.state_of(competition.store).edition
    id = shows.cue(competition.store, "title").id
    inside = (f"league/stage/{edition}/{id}.json", "league/script.json")
    for path in [
        start + each for start in ("/show/", "/../show/", "/Out/show/") for each in inside
    ]:
        answer = visit("GET", path)
        assert answer.status == 404
        assert word not in answer.text


def test_a_live_phase_is_shown_without_a_script(competition, clock, site):
    token = open_live_show(competition, "league").partition("#")[2]
    app, headers = make_app(site), {"authorization": f"Show {token}"}
    assert ask(app, "GET", "/show/state", headers=headers).json["scene"]["kind"] == "live"
    answer = ask(app, "GET", "/show/live", headers=headers)
    assert json.loads(answer.body) == {"game": None, "table": None, "bracket": None}
    assert ask(app, "GET", "/show/live").status == 404
