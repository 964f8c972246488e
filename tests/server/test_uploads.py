"""Files that teams hand in over the network."""

from datetime import UTC, datetime, timedelta
from hashlib import sha256

from support import cups

from arena.server.engine.admission.lane import receive
from arena.store.live.uploads import unfinished, uploads_of


def test_a_file_gets_a_receipt_with_its_hash_and_its_place_in_the_queue(hand_in, codes):
    first, second = hand_in("ada"), hand_in("bob", cups.LAST)
    assert (first.status, second.status) == (201, 201)
    assert first.json["sha256"] == sha256(cups.source(cups.FIRST).encode()).hexdigest()
    assert [each.json["place"] for each in (first, second)] == [1, 2]
    assert first.json["phase"] == "league"
    age = datetime.now(UTC) - datetime.fromisoformat(first.json["received_at"])
    assert timedelta() <= age < timedelta(minutes=1)


def test_an_upload_becomes_a_version_with_the_time_at_which_it_came(hand_in, competition):
    shown = hand_in("ada").json
    [upload] = unfinished(competition.store.database)
    receive(competition, upload)
    [version] = competition.store.versions()
    assert (version.team, version.number, version.status) == ("ada", 1, "")
    assert version.received_at == datetime.fromisoformat(shown["received_at"])
    assert version.sha256 == shown["sha256"]


def test_a_file_that_is_no_bot_is_refused_with_a_sentence(visit, competition):
    sent = visit("POST", "/api/v1/uploads?name=bot.zip", b"not a zip", "ada")
    [upload] = unfinished(competition.store.database)
    receive(competition, upload)
    shown = visit("GET", f"/api/v1/uploads/{sent.json['receipt']}", team="ada").json
    assert shown["verdict"] == "refused"
    assert "your file" in shown["steps"][0]["said"]
    assert str(competition.path) not in shown["steps"][0]["said"]


def test_what_cannot_be_taken_is_refused_and_leaves_no_file(visit, cup, competition):
    url = "/api/v1/uploads?name=bot.py"
    large = b"#" * (competition.settings.submission_size + 100_000)
    cases = {
        (url, b"", "ada"): 400,
        (url, large, "ada"): 413,
        ("/api/v1/uploads?name=bot.exe", b"x", "ada"): 400,
        ("/api/v1/uploads", b"x", "ada"): 400,
        (url, b"x", ""): 401,
    }
    for (target, body, team), status in cases.items():
        assert visit("POST", target, body, team).status == status, target
    wrong = {"authorization": "Bearer 0000-0000-0000-0000"}
    assert visit("POST", url, b"x", headers=wrong).status == 401
    assert not list(cup.glob("Out/uploads/*"))


def test_nobody_else_sees_an_upload(hand_in, visit):
    address = f"/api/v1/uploads/{hand_in('ada').json['receipt']}"
    assert [visit("GET", address, team=team).status for team in ("ada", "bob", "")] == [
        200,
        404,
        404,
    ]
    assert visit("GET", "/api/v1/uploads", team="bob").json == {"uploads": []}


def test_after_the_deadline_no_file_is_taken_and_the_time_of_the_server_is_told(
    hand_in, cup, competition, tell_again
):
    cups.edit(cup, 'kind = "round-robin"', 'kind = "round-robin"\ndeadline = 2026-01-01T00:00:00Z')
    tell_again()
    answer = hand_in("ada")
    assert answer.status == 403
    assert "took files until 2026-01-01" in answer.json["error"]
    assert "received the file at" in answer.json["error"]
    assert not uploads_of(competition.store.database, "ada")
