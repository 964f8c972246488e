"""The viewer's page as a file: its policy, its size, its languages."""

import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest
from support.viewing import NASTY, data_in, games, nasty, packed_in

import arena
from arena.common.errors import ArenaError
from arena.pages.viewer import document, page
from arena.pages.words import LANGUAGES, Words
from arena.replay.files import to_line
from arena.replay.record import Record
from arena.replay.record_writer import RecordWriter

VIEWER = Path(document.__file__).parent
KB = 1000


@pytest.fixture(scope="module")
def record() -> Record:
    return games("osla", "random")[0]


@pytest.fixture(scope="module")
def html(record) -> str:
    return page([record])


def test_the_policy_admits_our_script_and_style_by_their_hashes_and_nothing_else(html):
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="(.*?)"', html)
    rules = dict(rule.split(" ", 1) for rule in policy.replace("&#39;", "'").split("; "))

    def hashes(texts: list[str]) -> str:
        return " ".join(
            f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" for text in texts
        )

    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == hashes(re.findall(r"<script>(.*?)</script>", html, re.DOTALL))
    assert rules["style-src"] == hashes(re.findall(r"<style>(.*?)</style>", html, re.DOTALL))
    assert "unsafe" not in policy


def test_the_page_names_no_place_on_the_network(html):
    assert set(re.findall(r"https?://[\w./]+", html)) == {"http://www.w3.org/2000/svg"}
    assert not re.findall(r"url\(|@import|<link(?! rel=\"icon\" href=\"data:,\")", html)


def test_no_element_has_a_style_or_a_script_of_its_own(html):
    assert not re.findall(r"<[^>]* (?:style|on\w+)=", html.split("<script")[0])


def test_the_data_cannot_leave_its_element(record):
    html = page([nasty(record)])
    assert re.fullmatch(r"[\w+/]+=*", packed_in(html), re.ASCII)
    said = data_in(html)["said"]
    assert any(NASTY[0] in each for each in said)
    assert "<script>alert" not in html


def test_a_page_of_one_game_is_small(html):
    assert len(html.encode()) < 200 * KB


@pytest.mark.slow
def test_a_page_of_a_hundred_games_is_below_a_megabyte():
    records = games("osla", "random", number=100)
    assert len(records) == 100
    assert len(page(records).encode()) < 1000 * KB


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_is_in_the_language_that_was_asked_for(record, language):
    html = page([record], language)
    assert f'<html lang="{language}">' in html
    assert data_in(html)["words"]["moves"] == Words(language)("viewer.moves")


def test_an_unknown_language_is_refused(record):
    with pytest.raises(ArenaError, match="only in en, es, nl"):
        page([record], "fr")


def test_a_page_without_games_is_refused():
    with pytest.raises(ArenaError, match="no game"):
        page([])


def test_every_text_and_card_is_stored_once(record):
    data = data_in(page([record, record]))
    assert len(set(data["said"])) == len(data["said"])
    assert sorted(data["cards"]) == sorted(set(data["cards"]))
    assert len(data["cards"]) == 40


def test_a_notebook_shows_games_in_a_frame_that_may_run_the_script_and_nothing_else(
    record, tmp_path
):
    writer = RecordWriter(tmp_path / "games.jsonl")
    writer.add(to_line(record))
    writer.close()
    for wanted in (None, 1, "1", record.id):
        shown = arena.replay(tmp_path / "games.jsonl", game=wanted)._repr_html_()
        assert 'sandbox="allow-scripts"' in shown
        assert shown.count("<") == 2  # the frame opens and closes: its page is all escaped
    with pytest.raises(ArenaError, match="no game 'x'"):
        arena.replay(tmp_path / "games.jsonl", game="x")


def test_arena_replay_is_still_the_package():
    import arena.replay.record

    assert arena.replay.record.Record is Record
    assert callable(arena.replay)
