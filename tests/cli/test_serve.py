"""`arena serve`, `arena team` and `arena submit --to URL`: what is refused, cards, and codes."""

import re
import stat

import pytest
from support import cups
from support.paths import ROOT

from arena.cli.cups import serve
from arena.competition.config.folder import no_server, open_competition
from arena.store.live.codes import holder_of

CODE = re.compile(r"[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){3}")


@pytest.fixture
def cup(tmp_path):
    return cups.make(tmp_path / "cup")


def codes_in(text: str) -> list[str]:
    return CODE.findall(text)


def owners(cup, *codes: str) -> list[str]:
    with open_competition(cup) as competition:
        found = [holder_of(competition.store.database, code) for code in codes]
    return [holder.team if holder else "" for holder in found]


def test_a_new_team_gets_a_code_and_a_lost_one_ends(cup, arena):
    done = arena("team", "add", "Los Ases", "--to", cup, "--members", "Ana,  Luis ")
    [first] = codes_in(done.out)
    assert done.out == f"Los Ases: {first}\n"
    assert arena("team", "Los Ases", "--to", cup, "--json").json[0]["members"] == ["Ana", "Luis"]
    [second] = codes_in(arena("team", "reissue", "los ases", "--to", cup).out)
    assert owners(cup, first, second) == ["", "los ases"]
    again = arena("team", "add", "LOS ASES", "--to", cup)
    assert again.code == 2
    assert "reissue" in again.err


def test_every_team_gets_a_card_with_a_code_of_its_own_that_only_we_can_read(cup, arena, tmp_path):
    file = tmp_path / "cards.html"
    for name in ("Los Ases", "Ñandú <b>"[:5]):
        arena("team", "add", name, "--to", cup)
    done = arena("team", "cards", cup, file, "--url", "https://cup.example.org/")
    assert done.out == f"2 cards: {file}\n"
    page = file.read_text("utf-8")
    found = codes_in(page)
    assert sorted(owners(cup, *found)) == ["los ases", "nandu"]
    assert page.count("<svg") == 2
    assert "https://cup.example.org/sign-in" in page
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.slow
def test_the_cards_become_a_pdf_file(cup, arena, tmp_path):
    arena("team", "add", "Los Ases", "--to", cup)
    assert arena("team", "cards", cup, tmp_path / "cards.pdf").code == 0
    assert (tmp_path / "cards.pdf").read_bytes().startswith(b"%PDF")
    assert stat.S_IMODE((tmp_path / "cards.pdf").stat().st_mode) == 0o600


def test_what_cannot_be_served_or_sent_is_refused_in_a_sentence(cup, arena, tmp_path, monkeypatch):
    refused = {
        ("serve", cup, "--web", "--engine"): "give one of them",
        ("serve", tmp_path): "no competition",
        ("team", "cards", cup, tmp_path / "cards.txt"): "ends in .pdf",
        ("team", "cards", cup, tmp_path / "cards.pdf"): "no teams so far",
        ("submit", cup / "x.py", "--to", "http://127.0.0.1:9"): "--code",
        ("submit", cup / "x.py", "--code", "0000"): "--to",
        ("submit", __file__, "--to", "http://127.0.0.1:9", "--code", "0"): "does not answer",
        ("submit", cup / "x.txt", "--to", "http://127.0.0.1:9", "--code", "0"): "ends in .py",
    }
    for words, said in refused.items():
        done = arena(*words)
        assert (done.code, done.out) == (2, ""), words
        assert said in done.err
        assert "Traceback" not in done.err
    monkeypatch.setattr(serve, "PACKAGES", ("nowhere_to_be_found",))
    said = arena("serve", cup).err
    assert f"-m pip install -e '{ROOT}[server]'" in said


def test_a_database_is_not_moved_while_the_site_runs(cup, arena):
    with no_server(cup):
        done = arena("move-database", "postgresql://nobody@nowhere/cup", "--to", cup)
    assert done.code == 2
    assert "Another arena works" in done.err
