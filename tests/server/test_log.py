"""The log and /metrics: useful, and without secrets."""

import json
import logging
import subprocess
import sys

from arena.server import log as logs

CODE = "7K3M-Q2XD-9RTB-0HVN"


def logged(monkeypatch, capsys, do):
    root = logging.getLogger()
    before, level = root.handlers, root.level
    try:
        logs.begin_log("web")
        do()
    finally:
        root.handlers, root.level = before, level
    return [json.loads(line) for line in capsys.readouterr().err.splitlines()]


def test_a_request_is_one_line_with_who_what_and_how_long(visit, monkeypatch, capsys):
    lines = logged(
        monkeypatch,
        capsys,
        lambda: visit("GET", f"/api/v1/uploads?code={CODE}", team="ada", headers={"cookie": "x=y"}),
    )
    [line] = [line for line in lines if line["logger"] == "arena.access"]
    assert (line["method"], line["path"], line["status"]) == ("GET", "/api/v1/uploads", 200)
    assert (line["role"], line["team"], line["address"]) == ("team", "ada", "192.0.2.7")
    assert line["ms"] > 0
    assert line["service"] == "web"
    assert CODE not in str(lines)


def test_secrets_become_stars_wherever_they_are(monkeypatch, capsys, codes):
    def tell():
        log = logging.getLogger("test")
        log.warning("it was %s", CODE.lower(), extra={"cookie": "abc", "more": {"token": "def"}})
        log.warning("postgresql://ana:pass123@host/cup and Bearer qwerty", extra={"list": [CODE]})
        try:
            raise ValueError(CODE)
        except ValueError:
            log.exception("failed")

    written = str(logged(monkeypatch, capsys, tell))
    for secret in (CODE, CODE.lower(), "abc", "def", "pass123", "qwerty"):
        assert secret not in written
    assert "ValueError" in written


def test_only_this_machine_gets_the_metrics_and_they_tell_no_results(visit, hand_in):
    hand_in("ada")
    assert visit("GET", "/metrics").status == 404
    passed_on = {"x-forwarded-for": "192.0.2.7"}  # by a proxy of which we were not told
    assert visit("GET", "/metrics", address="127.0.0.1", headers=passed_on).status == 404
    text = visit("GET", "/metrics", address="127.0.0.1").text
    assert "arena_uploads_waiting 1.0" in text
    assert 'arena_requests_total{kind="api",status="201"}' in text
    assert "ada" not in text


def test_a_service_that_cannot_start_says_why_and_is_not_started_again(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "arena", "serve", str(tmp_path), "--no-open"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2
    assert "no competition" in done.stderr
