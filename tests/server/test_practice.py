"""Practice matches: asked for by teams, played by the admission lane when no file waits."""

import re

import pytest
from support import cups

from arena.pages.words import Words
from arena.replay.files import from_line
from arena.server.engine.admission import practice as practices
from arena.server.engine.admission.examiner import BrokenOff, ExaminerDied
from arena.server.engine.admission.lane import AdmissionLane
from arena.server.options import Options
from arena.store.live import practice as rows
from arena.workers import here


class InThisProcess:
    """Plays without boxes. `ends` has the errors with which the next matches end."""

    def __init__(self):
        self.ends = []

    def examine(self, examination, bot, goes_on):
        for line in examination.steps(bot):
            if not goes_on():
                raise BrokenOff("a file waits")
            if self.ends:
                raise self.ends.pop()
            yield line


@pytest.fixture
def lane(cup, competition, monkeypatch):
    monkeypatch.setattr(practices, "level_of", lambda *_: "inprocess")
    monkeypatch.setattr(practices, "GAMES", 4)
    return AdmissionLane(Options(str(cup), trusted=True), competition.store, InThisProcess())


@pytest.fixture
def ask_for(visit, competition, cup):
    """Asks for a practice match of a version with these lines in `think`."""

    def do(team="ada", think=cups.FIRST, opponent="random"):
        number = cups.enter(cup, team.title(), think).number
        body = f"version={number}&opponent={opponent}".encode()
        headers = {"content-type": "application/x-www-form-urlencoded"}
        return visit("POST", "/team/practice", body, team, headers=headers)

    return do


def test_a_practice_match_is_played_and_its_team_sees_result_and_replays(
    ask_for, lane, visit, cup, competition
):
    address = ask_for().headers["location"]
    assert "Place in the queue: 1" in visit("GET", address, team="ada").text
    lane.look()
    page = visit("GET", address, team="ada").text
    assert re.search(r"\d(\.5)? of 4", page)
    replays = visit("GET", f"{address}/replays", team="ada")
    assert replays.status == 200
    policy = replays.headers["content-security-policy"]
    assert re.search(r"script-src 'sha256-[\w+/=]+';", policy)
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    records = visit("GET", f"{address}/records", team="ada")
    first = from_line(records.body.splitlines()[0], "test")
    assert {bot.name for bot in first.bots} == {"Ada", "RandomPlayer"}
    assert competition.store.count("league") == 0
    assert page.count("<tr><td>") == 4


def test_its_faults_are_shown_with_what_the_bot_said(ask_for, lane, visit):
    address = ask_for(think="raise ValueError('<b>why</b>')").headers["location"]
    lane.look()
    page = visit("GET", address, team="ada").text
    assert "&lt;b&gt;why&lt;/b&gt;" in page
    assert "Traceback" in page


def test_nobody_else_sees_it(ask_for, lane, visit):
    address = ask_for().headers["location"]
    lane.look()
    for more in ("", "/replays", "/records"):
        assert visit("GET", address + more, team="bob").status == 404
        assert visit("GET", address + more).status == 303
    assert address not in visit("GET", "/team/practice", team="bob").text


def test_only_own_admitted_versions_and_public_house_bots(visit, cup, ask_for):
    for opponent in ("slow", "house/mine.py", "../x.py", ""):
        assert ask_for(opponent=opponent).status == 400
    cups.hand_in(cup, "Bob", cups.FIRST)
    headers = {"content-type": "application/x-www-form-urlencoded"}
    for version in ("1", "9", "", "x"):  # nobody has examined version 1
        body = f"version={version}&opponent=random".encode()
        assert visit("POST", "/team/practice", body, "bob", headers=headers).status == 400


def test_a_team_waits_for_its_match_and_has_a_few_in_an_hour(ask_for, lane, monkeypatch, cup):
    assert [ask_for().status, ask_for().status] == [303, 429]
    assert ask_for("bob").status == 303
    monkeypatch.setattr(rows, "MOST", 2)
    monkeypatch.setattr(rows, "KEPT", 2)
    for expected in (303, 429):
        lane.look()
        assert ask_for().status == expected
    assert len(list(cup.glob("Out/practice/*.html"))) == 3


def test_a_file_that_comes_ends_the_match_which_is_played_later(
    ask_for, lane, hand_in, visit, monkeypatch, competition
):
    address = ask_for().headers["location"]
    monkeypatch.setattr(lane, "_examine_all", lambda: None)
    hand_in("bob")
    lane.look()
    assert "data-waits" in visit("GET", address, team="ada").text
    competition.store.database.close()
    monkeypatch.setattr(lane, "_no_file_waits", lambda: True)
    lane.look()
    assert "data-waits" not in visit("GET", address, team="ada").text


def test_a_match_at_which_the_process_dies_is_not_tried_for_ever(ask_for, lane, visit):
    address = ask_for().headers["location"]
    lane._examiner.ends = [ExaminerDied("gone")]
    lane.look()
    assert "could not be played" in visit("GET", address, team="ada").text


def test_its_deals_have_nothing_to_do_with_those_of_the_competition(ask_for, lane, monkeypatch):
    used = []
    monkeypatch.setattr(
        practices, "play", lambda run, fixtures: used.append(run.seed) or here.play(run, fixtures)
    )
    for team in ("ada", "bob"):
        ask_for(team)
    lane.look()
    assert len(set(used)) == 2


def test_the_page_says_how_many_games_and_matches_there_are():
    """The texts have the numbers as words: change them with the constants."""
    assert (practices.GAMES, rows.MOST) == (10, 10)
    for language, ten in (("en", "ten"), ("es", "diez"), ("nl", "tien")):
        text = Words(language)("site.area.practice_text")
        assert text.split().count(ten) == 2, text
