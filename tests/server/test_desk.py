"""The organisers' desk: who gets in, what it changes, and what it never changes."""

import re
import zipfile
from http.cookies import SimpleCookie
from io import BytesIO
from types import SimpleNamespace
from urllib.parse import urlencode

import pytest
from msgspec import structs
from support import cups, shows
from support.cases import case

from arena.competition.config.folder import open_competition
from arena.competition.entries.decisions import decisions
from arena.pages.words import LANGUAGES
from arena.server.desk_facts import read_desk_facts, write_desk_facts
from arena.server.engine.desk import actions as desk_actions
from arena.server.engine.desk.lane import DeskLane
from arena.server.engine.facts import facts_of
from arena.server.engine.play import lane as play_lane
from arena.server.engine.play.lane import PlayLane
from arena.server.engine.play.ready import next_phase
from arena.server.engine.show.staging import open_show
from arena.server.facts import write_facts
from arena.server.options import Options
from arena.server.show.stored import change_show
from arena.server.show.token import opens_show
from arena.server.web.boundary import failures
from arena.server.web.core import site as core_site
from arena.server.web.desk import acting
from arena.server.web.desk.forms import FIELDS
from arena.store.live.actions import logged_actions
from arena.store.live.codes import make_organiser_code, revoke_organiser

HERE = {"origin": "http://cup.example.org", "content-type": "application/x-www-form-urlencoded"}


@pytest.fixture
def organisers(competition):
    """The codes of two organisers."""
    database = competition.store.database
    return {name: make_organiser_code(database, name) for name in ("Ana", "Ben")}


@pytest.fixture
def send(visit):
    """Sends a form from a page of the site, with this cookie."""

    def do(path, cookie="", headers=None, **fields):
        given = HERE | ({"cookie": cookie} if cookie else {}) | (headers or {})
        return visit("POST", path, urlencode(fields).encode(), headers=given)

    return do


@pytest.fixture
def sign_in(send):
    def do(code, cookie="", at="/desk/sign-in"):
        answer = send(at, cookie, code=code)
        [(name, morsel)] = SimpleCookie(answer.headers["set-cookie"]).items()
        return f"{name}={morsel.value}"

    return do


@pytest.fixture
def desk(cup, competition, visit, send, sign_in, organisers, monkeypatch):
    """The desk of each organiser, and `work`: the engine does what was asked."""
    monkeypatch.setattr(acting, "PATIENCE", 0.0)
    monkeypatch.setattr(core_site, "FRESH", -1.0)
    lane, cookies = DeskLane(cup), {name: sign_in(code) for name, code in organisers.items()}

    def work():
        competition.refresh()
        lane.do_actions(competition)
        lane.wait()
        lane._next_tell = 0.0
        lane.tell(competition)
        write_facts(competition.store, facts_of(competition))

    def page(name="Ana", target="/desk"):
        return visit("GET", target, headers={"cookie": cookies[name]})

    def act(what, name="Ana", **fields):
        """Send the form, let the engine work, and return the page that the organiser sees."""
        answer = send("/desk/actions", cookies[name], what=what, **fields)
        if answer.status != 303:
            return answer
        work()
        return page(name, answer.headers["location"].partition("#")[0])

    work()
    return SimpleNamespace(page=page, act=act, cookies=cookies, work=work, lane=lane)


def test_only_an_organiser_opens_the_desk_and_no_other_door(
    visit, send, sign_in, codes, organisers
):
    assert visit("GET", "/desk").headers["location"] == "/desk/sign-in"
    assert send("/desk/sign-in", code=codes["ada"]).status == 401
    assert send("/sign-in", code=organisers["Ana"]).status == 401
    team, desk = sign_in(codes["ada"], at="/sign-in"), sign_in(organisers["Ana"])
    value = desk.partition("=")[2]
    for cookie, path, status in [
        (desk, "/desk", 200),
        (team, "/desk", 303),
        (f"arena-desk={team.partition('=')[2]}", "/desk", 303),
        (team, "/team/", 200),
        (desk, "/team/", 303),
        (f"arena={value}", "/team/", 303),
        (f"arena={value}", "/desk", 303),
    ]:
        with case((cookie[:12], path)):
            assert visit("GET", path, headers={"cookie": cookie}).status == status
    for code, path, status in [
        (codes["ada"], "/desk", 303),
        (organisers["Ana"], "/desk", 200),
        (organisers["Ana"], "/team/", 303),
        (organisers["Ana"], "/api/v1/team", 401),
    ]:
        with case(path):
            assert visit("GET", path, headers={"authorization": f"Bearer {code}"}).status == status


def test_a_session_ends_with_its_code_and_is_new_at_each_sign_in(
    visit, sign_in, competition, organisers
):
    database = competition.store.database

    def opens(cookie):
        return visit("GET", "/desk", headers={"cookie": cookie}).status == 200

    assert not opens("arena-desk=mine")  # a token that somebody else has chosen
    first = sign_in(organisers["Ana"], "arena-desk=mine")
    second = sign_in(organisers["Ana"], first)
    other = sign_in(organisers["Ben"])
    assert "mine" not in first
    assert [opens(each) for each in (first, second, other)] == [False, True, True]
    rotated = make_organiser_code(database, "ANA")
    assert [opens(each) for each in (second, other)] == [False, True]
    revoke_organiser(database, "ben")
    assert not opens(other)
    assert opens(sign_in(rotated))


def test_wrong_codes_are_slowed_down_at_the_desk_too(send, monkeypatch):
    async def no_pause(seconds):
        return None

    monkeypatch.setattr(failures.anyio, "sleep", no_pause)
    monkeypatch.setattr(failures, "FREE", {"address": 2, "prefix": 2})
    seen = [send("/desk/sign-in", code="7K3M-Q2XD-9RTB-0HVN").status for _ in range(4)]
    assert seen == [401, 401, 429, 429]


def test_nothing_changes_without_a_form_of_this_site(desk, visit, send, competition):
    cookie = {"cookie": desk.cookies["Ana"]}
    before = len(logged_actions(competition.store.database, 99))
    for path in ("/desk/actions", "/desk/codes", "/desk/sign-out"):
        assert visit("GET", f"{path}?what=announce&text=x", headers=cookie).status == 404
        stranger = {"origin": "http://evil.example"}
        assert send(path, desk.cookies["Ana"], stranger, what="announce", text="x").status == 403
    assert send("/desk/actions", what="announce", text="x").status == 303  # nobody has signed in
    assert send("/desk/codes", team="Eve").status == 303
    desk.work()
    assert len(logged_actions(competition.store.database, 99)) == before
    assert desk.page().status == 200


def test_what_the_desk_does_not_know_is_refused_with_a_sentence(desk):
    for fields, sentence in [
        ({"what": "delete"}, "no such action"),
        ({"what": "extend-window", "until": "tomorrow"}, "A time is written like"),
        ({"what": "accept", "version": "-1"}, "A version is a number from 1"),
        ({"what": "announce", "text": "x" * 301}, "At most 300 characters"),
    ]:
        with case(fields):
            answer = desk.act(**fields)
            assert answer.status == 400
            assert sentence in answer.text
    for fields, sentence in [
        ({"what": "pause", "phase": "nothing", "reason": "x"}, "has no phase"),
        ({"what": "withdraw", "team": "eve", "reason": "x"}, "There is no team"),
        ({"what": "announce"}, "A reason is one line of text"),
    ]:
        with case(fields):
            assert sentence in desk.act(**fields).text


def test_an_organiser_steers_a_phase_and_the_other_one_sees_it(desk, competition):
    assert "<h1>The organisers" in desk.page().text
    said = desk.act("pause", phase="league", reason="the projector is broken").text
    assert "league is paused" in said
    other = desk.page("Ben").text
    assert "the projector is broken" in other
    assert "Ana (desk)" in other
    assert "is paused since" in desk.act("pause", "Ben", phase="league", reason="me too").text
    assert "league is played, or goes on" in desk.act("start", "Ben", phase="league").text
    assert [each.what for each in decisions(competition)] == ["pause", "start"]
    log = [(each.actor.name, each.request.what, each.status)
           for each in logged_actions(competition.store.database, 9)]  # fmt: skip
    assert log == [("Ben", "start", "done"), ("Ben", "pause", "refused"), ("Ana", "pause", "done")]


def test_the_page_has_the_forms_that_make_sense_now(desk):
    def offered(page):
        return set(re.findall(r'name="what" value="([\w-]+)"', page.text))

    assert offered(desk.page()) >= {"pause", "stop", "close-window", "freeze", "withdraw"}
    assert not offered(desk.page()) & {"start", "unfreeze", "rerun", "publish", "silence"}
    desk.act("freeze", phase="league", reason="the last minutes")
    desk.act("announce", text="Pizza in room 3")
    desk.act("withdraw", team="bob", reason="ill")
    page = desk.act("stop", phase="league", reason="a bot hangs")
    assert offered(page) >= {"start", "unfreeze", "silence", "restore"}
    assert "stop" not in offered(page)
    assert offered(page) <= FIELDS.keys()


def test_a_team_gets_its_code_once_and_the_code_is_nowhere_else(desk, send, sign_in, competition):
    def code_in(answer):
        return re.findall(r'class="new-code">([0-9A-Z-]{19})<', answer.text)

    desk.lane.do_actions(competition)
    first = send("/desk/codes", desk.cookies["Ana"], team="Ada", again="1")
    [code] = code_in(first)
    assert first.headers["cache-control"] == "no-store"
    assert sign_in(code, at="/sign-in")
    desk.work()
    assert code not in desk.page().text
    stored = repr(logged_actions(competition.store.database, 9))
    assert "team-code" in stored
    assert code not in stored
    again = send("/desk/codes", desk.cookies["Ben"], team="Ada", again="1")
    assert code_in(again) != [code]
    assert send("/sign-in", code=code).status == 401  # the earlier one has ended
    assert send("/desk/codes", desk.cookies["Ana"], team="Eve", again="1").status == 404


def test_a_new_team_is_added_by_the_engine_and_gets_a_code(desk, send, competition, monkeypatch):
    monkeypatch.setattr(acting, "PATIENCE", 60.0)

    async def engine(*given):  # while web waits, the engine works
        desk.work()

    monkeypatch.setattr(acting.anyio, "sleep", engine)
    page = send("/desk/codes", desk.cookies["Ana"], team="Los Ases").text
    assert re.search(r'Los Ases</bdi>: <code class="new-code">[0-9A-Z-]{19}<', page)
    assert competition.store.team("los ases")
    again = send("/desk/codes", desk.cookies["Ben"], team="los ases")
    assert again.status == 303
    page = desk.page("Ben", again.headers["location"].partition("#")[0])
    assert "would look the same" in page.text or "There is a team" in page.text


def test_a_late_file_is_handed_in_at_the_desk(desk, visit, competition, cup):
    def send_file(received="2026-01-01T10:00", name="bot.py", body=b"print('late')", **more):
        fields = {"what": "late-file", "team": "ada", "reason": "by mail", "received": received}
        parts = [
            f'--X\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'.encode()
            for key, value in (fields | more).items()
        ]
        head = f'--X\r\nContent-Disposition: form-data; name="bot"; filename="{name}"\r\n\r\n'
        headers = {"origin": HERE["origin"], "cookie": desk.cookies["Ana"],
                   "content-type": "multipart/form-data; boundary=X"}  # fmt: skip
        whole = b"".join([*parts, head.encode(), body, b"\r\n--X--\r\n"])
        answer = visit("POST", "/desk/late-files", whole, headers=headers)
        if answer.status != 303:
            return answer.text
        desk.work()
        return desk.page(target=answer.headers["location"].partition("#")[0]).text

    assert "No file was chosen" in send_file(name="")
    assert "A bot is a Python file" in send_file(name="bot.exe")
    assert "The file is empty" in send_file(body=b"")
    assert "is in the future" in send_file(received="2999-01-01T10:00")
    assert "Say when the file arrived" in send_file(received="")
    team = competition.store.team("ada")
    before = len(competition.store.versions(team))
    source = cups.source(cups.LAST).encode()
    said = send_file(body=source)
    assert "received at 2026-01-01 10:00" in said
    assert len(competition.store.versions(team)) == before + 1
    assert decisions(competition)[-1].what == "late file"
    [kept, *_] = (cup / "Out" / "late").iterdir()
    assert visit("GET", f"/late/{kept.name}").status == 404
    assert visit("POST", "/desk/late-files").status in (303, 403)


def test_the_desk_shows_the_show_and_warns_before_a_reveal(desk, send, competition, monkeypatch):
    monkeypatch.setattr(desk_actions, "WORKERS", 1)
    assert "No show is open" in desk.page().text
    shows.write_script(competition.out, "league")
    open_show(competition, "league", rehearse=True)
    desk.work()
    page = desk.page().text
    assert "Scene 1 of " in page
    assert 'value="end-rehearsal"' in page
    board = read_desk_facts(competition.store)
    sealed = structs.replace(board.phase("league"), state="sealed", actions=["publish", "reveal"])
    write_desk_facts(competition.store, structs.replace(board, phases=[sealed]))
    assert desk.page().text.count("This phase is on show now") == 2  # they publish it all the same
    assert send("/desk/show/do", desk.cookies["Ana"], do="end-rehearsal").status == 303
    desk.work()
    page = desk.page().text
    assert 'value="end-rehearsal"' not in page
    write_desk_facts(competition.store, structs.replace(board, phases=[sealed]))
    assert desk.page().text.count("This phase is on show now") == 2
    said = send("/desk/show/address", desk.cookies["Ana"]).text
    [token] = re.findall(r"/show#([\w-]+)<", said)
    assert opens_show(competition.store, f"Show {token}")
    assert token not in desk.page().text
    assert token not in repr(logged_actions(competition.store.database, 9))


def test_a_show_is_opened_at_the_desk(desk, competition):
    said = desk.act("open-show", phase="league", minutes="20").text
    assert "league is shown while it is played" in said
    assert "make an address on the desk" in said
    assert shows.state_of(competition.store).is_live
    said = desk.act("open-show", phase="league", rehearse="1").text
    assert "cannot be rehearsed" in said
    refused = desk.act("open-show", phase="league", minutes="0")
    assert (refused.status, "a number from 1 to 600" in refused.text) == (400, True)


def test_the_desk_warns_before_a_show_takes_the_place_of_another_one(desk, competition):
    """What that one has told would leave the site."""
    shows.write_script(competition.out, "league")
    open_show(competition, "league")
    desk.work()
    for told, warnings in [((), 0), ((0,), 1)]:
        change_show(competition.store, lambda show, told=told: structs.replace(
            show, phase="final", told=told))  # fmt: skip
        assert desk.page().text.count("The show of another phase goes on now") == warnings


def test_everything_has_neither_the_seed_nor_a_code(desk, visit, cup, codes, organisers):
    assert visit("GET", "/desk/everything").status == 303
    assert desk.page(target="/desk/everything").status == 404
    assert "everything.zip" in desk.act("everything").text
    answer = desk.page("Ben", "/desk/everything")
    seed = (cup / "Out" / "seed").read_bytes().strip()
    with zipfile.ZipFile(BytesIO(answer.body)) as archive:
        names = archive.namelist()
        content = b"".join(map(archive.read, names))
    assert {"competition.toml", "teams.json", "decisions.json", "actions.json"} <= set(names)
    assert not any("competition.db" in name for name in names)
    assert seed not in content
    for code in (*codes.values(), *organisers.values()):
        assert code.encode() not in content


def test_the_page_is_there_in_every_language_and_escapes_what_teams_write(desk, competition):
    store = competition.store
    store.register("Zed & co", "zed co")
    titles = set()
    for language in LANGUAGES:
        store.set_note("language", language)
        desk.work()
        page = desk.act("announce", text=f"<b>{language}</b>").text
        assert f"<b>{language}</b>" not in page
        assert f"&lt;b&gt;{language}&lt;/b&gt;" in page
        titles.add(re.search(r"<h1>(.*?)</h1>", page)[1])
    assert len(titles) == len(LANGUAGES)


def test_a_pause_is_done_while_another_action_waits_for_games(desk, cup, competition, send):
    with open_competition(cup, alone=True, yields=True):  # the server plays
        first = send(
            "/desk/actions", desk.cookies["Ana"], what="withdraw", team="bob", reason="ill"
        )
        send("/desk/actions", desk.cookies["Ben"], what="pause", phase="league", reason="noise")
        desk.lane.do_actions(competition)
        statuses = {each.request.what: each.status
                    for each in logged_actions(competition.store.database, 9)}  # fmt: skip
        assert statuses["pause"] == "done"
        assert statuses["withdraw"] in ("waiting", "begun")
        waits = desk.page("Ana", first.headers["location"].partition("#")[0]).text
        assert "waits until the games under way are finished" in waits
    desk.work()
    assert [each.what for each in decisions(competition)] == ["pause", "withdraw"]


def test_the_desk_shows_who_has_handed_in_and_the_faults_of_each_team(desk, cup, competition):
    cups.enter(cup, "Ada", "return None")
    cups.enter(cup, "Bob", cups.FIRST)
    cups.hand_in(cup, "Cleo", cups.LAST)
    cups.play(cup, "league", open_engine=cups.in_process)
    desk.work()
    page = desk.page().text
    assert "2 of 3 teams have an admitted bot" in page
    assert "Without one: Cleo" in page
    assert "Cleo, since" in page  # it waits for its verdict
    assert re.search(r"league: \d+ illegal", page)
    assert "4 games were played" in page


def test_the_play_service_does_not_mind_that_files_are_closed_while_it_looks(
    desk, cup, monkeypatch
):
    """It has read the times of the phase just before the organiser changes them."""
    for team in ("Ada", "Bob"):
        cups.enter(cup, team, cups.FIRST)
    lane = PlayLane(Options(str(cup)), 1, cups.in_process)
    lane.look()
    cups.hand_in(cup, "Cid", cups.FIRST)  # there is something new to look at
    closed = []

    def after_closing(competition):
        closed.append(desk.act("close-window", phase="league", reason="It is late").text)
        return next_phase(competition)

    monkeypatch.setattr(play_lane, "next_phase", after_closing)
    lane.look()
    assert "took files until" not in closed[0]
    with open_competition(cup) as again:
        assert [each.what for each in decisions(again)] == ["close window"]
