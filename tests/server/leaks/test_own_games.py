"""What a team sees of its games."""

import re

import pytest
from support import planted as p
from support.asking import ask
from support.cases import case
from support.crawling import walk

from arena.competition.config.folder import open_competition
from arena.replay.files import from_line
from arena.replay.replayer import verify
from arena.server.web.app import make_app
from arena.server.web.core.site import Site
from arena.server.web.visitor import kept_files
from arena.store.live.own_games import own_games

GAMES = f"/team/games/{p.PHASE}"


@pytest.fixture
def visit(cup, monkeypatch):
    monkeypatch.setattr(kept_files, "FRESH", 0)  # the state changes between two requests
    with open_competition(cup.folder) as competition:
        app = make_app(Site(cup.folder, competition.store, "http://cup.example.org"))

        def do(target, state="live", role="ada"):
            p.set_state(cup, competition, state)
            return ask(app, "GET", target, headers=p.headers_of(cup, role))

        do.store = competition.store
        do.app = app
        yield do


def test_the_games_come_by_deals_the_worst_first(visit):
    page = visit(GAMES).text
    rows = re.findall(r"<tr><td class=\"left\">.*?</tr>", page)
    assert len(rows) == 4  # two house bots, two deals with each
    faults, credits = [], []
    for row in rows:
        credit, games, margin = re.search(r"<td>([\d.]+) of (\d)</td><td>(\S+)</td>", row).groups()
        faults.append(int(re.search(r"(\d+) exception", row)[1]))
        credits.append((float(credit), float(margin.replace("\u2212", "-"))))
        assert row.count("href") == int(games) == 2
    assert faults == [2] * 4
    assert credits == sorted(credits)
    assert "8 games, 8 faults" in page


def test_a_game_has_the_score_and_the_faults_of_the_team_only(visit, cup):
    game = cup.games["ada"][0]
    page = visit(f"{GAMES}/{game}").text
    own = [mark for mark, secret in cup.marks.items() if secret == ("log", "ada") and mark in page]
    assert len(own) == 3  # reason, traceback and output of one fault
    assert "House bot" in page
    assert f"arena repro {game}.jsonl --ply" in page


def test_while_files_are_taken_there_are_results_but_no_cards_and_no_logs(visit, cup):
    page = visit(f"{GAMES}/{cup.games['ada'][0]}", "open").text
    assert "1 exception" in page
    assert "a new version plays on the same deals" in page
    assert "canary" not in page
    assert visit(f"{GAMES}/{cup.games['ada'][0]}/record", "open").status == 404
    assert visit(f"{GAMES}/records", "open").status == 404


def test_its_records_can_be_replayed_and_hide_the_others(visit, cup):
    for state, is_hidden in (("live", True), ("published", False)):
        answer = visit(f"{GAMES}/records", state)
        assert answer.headers["content-disposition"].startswith("attachment")
        records = [from_line(line, "test") for line in answer.body.splitlines()]
        assert len(records) == 8
        for record in records:
            verify(record)
            for bot in record.bots:
                assert bot.spec == ""
                assert (bot.sha256 == "") is (is_hidden and bot.name != "Ada")
    one = visit(f"{GAMES}/{cup.games['ada'][0]}/record", "live").body
    assert len(one.splitlines()) == 1


def test_a_game_can_be_watched_by_its_team_while_its_phase_is_sealed(visit, cup):
    address = f"{GAMES}/{cup.games['ada'][0]}/replay"
    assert f'href="{address}"' in visit(f"{GAMES}/{cup.games['ada'][0]}", "sealed").text
    policy = visit(address, "sealed").headers["content-security-policy"]
    assert "script-src 'sha256-" in policy
    assert "frame-ancestors 'none'" in policy
    [seen] = walk(visit.app, [address], p.headers_of(cup, "ada"))
    kinds = {kind for kind, owner in cup.found(seen.texts) if owner in ("ada", "")}
    assert kinds == {"log", "hands"}
    assert visit(address, "open").status == 404
    assert address not in visit(f"{GAMES}/{cup.games['ada'][0]}", "open").text


def test_a_team_without_games_is_told_so(visit):
    page = visit("/team/games", role="dan")
    assert page.status == 200
    assert "No phase has begun" in page.text


def test_a_name_that_is_a_part_of_another_has_its_own_games(visit):
    store = visit.store
    assert len(own_games(store, p.PHASE, "Ada")) == 8
    for name in ("A_a", "%", "ada", "Ad", "House", '"Ada"'):
        assert own_games(store, p.PHASE, name) == []


def test_a_game_leads_to_its_public_replay_if_there_is_one(visit):
    games = own_games(visit.store, p.PHASE, "Ada")
    for game in games:
        assert "replays.html" not in visit(f"{GAMES}/{game.name}", "sealed").text
    for game in games:
        page = visit(f"{GAMES}/{game.name}", "published").text
        [shown] = re.findall(rf'href="/{p.PHASE}/replays.html#match=\d+&amp;game=(\w+)"', page)
        assert shown == game.id


def test_the_games_of_a_sealed_phase_are_secret_for_their_teams_until_it_is_published(visit, cup):
    """Unless the organiser wants it otherwise: `sealed` has own-games = "live"."""
    [game, *_] = own_games(visit.store, p.PHASE, "Ada")
    below = ("", f"/{game.name}", f"/{game.name}/record", f"/{game.name}/replay", "/records")
    for state, status in (("sealed", 200), ("sealed results", 404), ("published", 200)):
        page, headers = visit("/team/games", state), p.headers_of(cup, "ada")
        assert (page.status, "are sealed. You see yours when" in page.text) == (
            (200, True) if status == 404 else (303, False)
        )
        for start in (GAMES, f"/api/v1{GAMES}"):
            for address in (start + each for each in below):
                if not address.startswith("/api") or not address.endswith("/replay"):
                    with case((address, state)):
                        assert ask(visit.app, "GET", address, headers=headers).status == status
