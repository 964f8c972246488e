"""The pages of a team: hand in, receipt and verdict, versions, members, archives."""

import io
import re
import zipfile
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from hashlib import sha256

import pytest
from support import cups
from support.archives import hostile_archives
from support.cases import case

from arena.competition.config.folder import open_competition
from arena.server.engine.admission.lane import receive
from arena.server.web.core import intake
from arena.store import clock
from arena.store.live.uploads import StoredStep, add_step, unfinished, uploads_of

BOUND = "----arena"
BOT = cups.source(cups.FIRST).encode()


def form_with(name, content):
    """A form with a file, as a browser sends it, and its headers."""
    head = f'--{BOUND}\r\nContent-Disposition: form-data; name="bot"; filename="{name}"\r\n\r\n'
    body = head.encode() + content + f"\r\n--{BOUND}--\r\n".encode()
    return body, {"content-type": f"multipart/form-data; boundary={BOUND}"}


@pytest.fixture
def drop(visit):
    """Drops a file on the page of a team."""

    def do(team="ada", name="bot.py", content=BOT):
        body, headers = form_with(name, content)
        return visit("POST", "/team/uploads", body, team, headers=headers)

    return do


@pytest.fixture
def post(visit):
    def do(path, team="ada", body=b""):
        headers = {"content-type": "application/x-www-form-urlencoded"}
        return visit("POST", path, body, team, headers=headers)

    return do


@pytest.fixture
def admit(competition):
    """Makes versions of everything that waits, and admits them."""

    def do(status="admitted"):
        store = competition.store
        for upload in unfinished(store.database):
            receive(competition, upload)
        for version in store.versions():
            if not version.status:
                steps = [{"ok": True, "said": "40 positions, 40 legal", "advice": ""}]
                store.judge(version, status, {"steps": steps})

    return do


def test_a_dropped_file_gets_a_receipt_then_steps_then_a_verdict(drop, visit, competition, admit):
    answer = drop()
    assert answer.status == 303
    address = answer.headers["location"]
    first = visit("GET", address, team="ada").text
    [upload] = uploads_of(competition.store.database, "ada")
    for part in (upload.receipt, upload.sha256, upload.received_at.isoformat(" ", "seconds")[:19]):
        assert part in first
    assert "data-waits" in first
    assert "area.js" in first
    add_step(
        competition.store.database,
        upload.id,
        0,
        StoredStep(False, "1 < 2 <b>", "Traceback\n\x1b[2J"),
    )
    second = visit("GET", address, team="ada").text
    assert "1 &lt; 2 &lt;b&gt;" in second
    assert "\x1b" not in second
    admit()
    third = visit("GET", address, team="ada").text
    assert "admitted" in third
    assert "data-waits" not in third
    source = visit("GET", f"{address}/file", team="ada")
    assert source.body == cups.source(cups.FIRST).encode()
    assert source.headers["content-type"].startswith("text/plain")
    assert source.headers["content-disposition"].startswith("attachment")


def test_what_cannot_be_taken_is_said_on_the_page_and_leaves_nothing(drop, visit, cup, competition):
    for name, content, status in (("bot.exe", b"x", 400), ("", b"", 400), ("bot.py", b"", 400)):
        with case(name):
            answer = drop(name=name, content=content)
            assert answer.status == status
            assert 'role="alert"' in answer.text
    assert drop(name="a.zip", content=b"#" * 2_000_000).status == 413
    no_form = {"content-type": "multipart/form-data"}
    assert visit("POST", "/team/uploads", b"x", "ada", headers=no_form).status == 400
    assert not list(cup.glob("Out/uploads/*"))


def test_the_name_of_a_file_is_ours(drop, cup):
    for name in ("../../evil.py", "/etc/passwd.py", "a\\..\\b.py", "x" * 500 + ".py"):
        assert drop(name=name).status == 303
    names = [path.name for path in cup.glob("Out/uploads/*")]
    assert len(names) == 4
    assert all(re.fullmatch(r"[0-9a-f]{16}\.py", name) for name in names)
    assert not list(cup.rglob("*evil*"))


@pytest.mark.filterwarnings("ignore:Duplicate name:UserWarning")
def test_a_hostile_archive_is_stored_unread_and_then_refused_in_a_sentence(
    drop, visit, cup, competition, tmp_path
):
    cups.edit(cup, 'name = "Cup"', 'name = "Cup"\nsubmission-size = "20 KiB"')
    before = sorted(cup.rglob("*"))
    path, receipts = tmp_path / "bot.zip", []
    for name, _ in hostile_archives(path):
        content = path.read_bytes()
        if content:
            answer = drop(name="bot.zip", content=content)
            with open_competition(cup) as now:
                receive(now, unfinished(now.store.database)[0])
            page = visit("GET", answer.headers["location"], team="ada").text
            receipts.append(answer.headers["location"].rpartition("/")[2])
            with case(name):
                assert 'class="no"' in page
                assert "refused" in page
                assert str(cup) not in page
    assert competition.store.versions() == []
    new = {path.name for path in cup.rglob("*")} - {path.name for path in before}
    assert new == {"uploads", *(f"{receipt}.zip" for receipt in receipts)}


def test_two_files_of_a_team_at_once_are_two_uploads(drop, competition, admit):
    contents = [cups.source(think).encode() for think in (cups.FIRST, cups.LAST)]
    with ThreadPoolExecutor() as both:
        answers = list(both.map(lambda content: drop(content=content), contents))
    assert [each.status for each in answers] == [303, 303]
    later, first = uploads_of(competition.store.database, "ada")
    assert first.receipt != later.receipt
    admit()
    assert [each.number for each in competition.store.versions()] == [1, 2]
    hashes = {sha256(content).hexdigest() for content in contents}
    assert {each.sha256 for each in competition.store.versions()} == hashes


def test_in_the_second_of_the_deadline_the_time_of_arrival_decides(
    drop, visit, cup, competition, tell_again, monkeypatch, admit
):
    deadline = datetime(2026, 6, 1, 12, tzinfo=UTC)
    cups.edit(
        cup, 'kind = "round-robin"', f'kind = "round-robin"\ndeadline = {deadline.isoformat()}'
    )
    monkeypatch.setattr(clock, "JITTER", timedelta(days=999999))
    for late, status in ((timedelta(0), 303), (timedelta(milliseconds=1), 403)):

        class At(datetime):
            @classmethod
            def now(cls, tz=None, late=late):
                return deadline + late

        monkeypatch.setattr(clock, "datetime", At)
        competition.store.set_note(clock.CLOCK, deadline.isoformat())
        tell_again()
        answer = drop(content=BOT + str(late).encode())
        assert answer.status == status
    assert "received the file at 2026-06-01 12:00:00.001 UTC" in answer.text
    [upload] = uploads_of(competition.store.database, "ada")
    receipt = visit("GET", f"/team/uploads/{upload.receipt}", team="ada").text
    assert "2026-06-01 12:00:00.000 UTC" in receipt
    with open_competition(cup) as later:  # it is read only after the deadline
        receive(later, upload)
    [version] = competition.store.versions()
    assert version.received_at == deadline


def test_a_team_cannot_fill_the_queue(drop, monkeypatch):
    monkeypatch.setattr(intake, "MOST_WAITING", 2)
    assert [drop().status for _ in range(3)] == [303, 303, 429]
    assert drop("bob").status == 303


def bots(page):
    """Each file on the page: its name, its verdict, where it plays, and what can be done."""
    shown = []
    for item in re.findall(r'<li class="\w+">(.*?)</li>', page, re.DOTALL):
        name, verdict = re.findall(r'">([^<>]+)</a></b> <span class="state">(\w[\w ]*)<', item)[0]
        plays = re.findall(r"<b><bdi>([^<]*)</bdi></b>", item)
        shown.append((name, verdict, *plays, *re.findall(r'action="[^"]*/([\w-]+)"', item)))
    return shown


def test_a_team_goes_back_to_an_older_version_and_takes_one_back(drop, post, visit, admit):
    for think in (cups.FIRST, cups.LAST):
        drop(content=cups.source(think).encode())
        admit()
    assert bots(visit("GET", "/team/", team="ada").text) == [
        ("Version 2", "admitted", "league", "take-back"),
        ("Version 1", "admitted", "again", "take-back"),
    ]
    assert post("/team/versions/2/take-back").status == 303
    page = bots(visit("GET", "/team/", team="ada").text)
    assert page == [
        ("Version 2", "taken back", "again"),
        ("Version 1", "admitted", "league", "take-back"),
    ]
    last = post("/team/versions/1/take-back")
    assert last.status == 409
    assert "only one" in last.text
    answer = post("/team/versions/2/again")
    assert answer.headers["location"].startswith("/team/uploads/")
    assert bots(visit("GET", "/team/", team="ada").text)[0] == ("File", "waits")
    admit()
    page = visit("GET", "/team/", team="ada").text
    assert bots(page)[0] == ("Version 3", "admitted", "league", "take-back")
    again = visit("GET", "/team/versions/3/file", team="ada").body
    assert again == cups.source(cups.LAST).encode()


def test_after_the_deadline_nothing_can_be_changed(drop, post, visit, admit, cup, tell_again):
    drop()
    admit()
    cups.edit(cup, 'kind = "round-robin"', 'kind = "round-robin"\ndeadline = 2026-01-01T00:00:00Z')
    tell_again()
    page = visit("GET", "/team/", team="ada").text
    assert bots(page) == [("Version 1", "admitted", "league")]
    assert 'id="drop"' not in page
    late = drop()
    assert late.status == 403
    assert re.search(r"received the file at [\d-]+ [\d:]+\.\d{3} UTC", late.text)
    assert post("/team/versions/1/again").status == 403
    assert post("/team/versions/1/take-back").status == 409
    assert "admitted" in visit("GET", "/team/versions/1", team="ada").text


def test_members_are_stored_as_they_are_typed(post, competition, visit):
    body = b"members=Ana+Mar%C3%ADa%0D%0A++Luis+%0D%0A%0D%0A"
    assert post("/team/members", body=body).status == 303
    assert competition.store.team("ada").members == ("Ana Mar\u00eda", "Luis")
    assert "Ana Mar\u00eda\nLuis</textarea>" in visit("GET", "/team/", team="ada").text
    bad = post("/team/members", body=b"members=Ana%0AAna")
    assert bad.status == 400
    assert "twice" in bad.text
    assert competition.store.team("ada").members == ("Ana Mar\u00eda", "Luis")


def test_an_archive_comes_when_there_is_one(visit, cup, tell_again):
    assert "archives" not in visit("GET", "/team/", team="ada").text
    folder = cup / "Out" / "teams" / "league"
    folder.mkdir(parents=True)
    for team in ("ada", "bob"):
        with zipfile.ZipFile(folder / f"{team}.zip", "w") as archive:
            archive.writestr("whose.txt", team)
    assert visit("GET", "/team/archives/league", team="ada").status == 404  # not published
    published = cup / "Out" / "public" / "league"
    published.mkdir()
    (published / "standings.json").write_text("{}")
    tell_again()
    assert "/team/archives/league" in visit("GET", "/team/", team="ada").text
    answer = visit("GET", "/team/archives/league", team="ada")
    with zipfile.ZipFile(io.BytesIO(answer.body)) as archive:
        assert archive.read("whose.txt") == b"ada"
    for name in ("nothing", "..", "league%2f..", "league/../league"):
        assert visit("GET", f"/team/archives/{name}", team="ada").status == 404


def test_the_pages_speak_the_language_of_the_competition(competition, visit, tell_again):
    competition.store.set_note("language", "es")
    tell_again()
    assert "Vuestros archivos" in visit("GET", "/team/", team="ada").text
    assert 'lang="es"' in visit("GET", "/sign-in").text
