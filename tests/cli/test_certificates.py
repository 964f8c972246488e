"""`arena certificates`: a PDF for each team of a published phase, or an error with advice."""

import re
import shutil

import pytest
from support import cups
from support.browser import program

from arena.cli.cups import printing


@pytest.fixture
def cup(tmp_path):
    folder = cups.make(
        tmp_path / "cup", cups.LEAGUE, {"One": cups.FIRST, "El \u00d1and\u00fa": cups.LAST}
    )
    cups.play(folder)
    return folder


@pytest.fixture
def published(cup, arena):
    assert arena("publish", cup).code == 0
    return cup


@pytest.mark.slow
def test_every_team_gets_a_sheet(published, arena):
    program()  # skips the test if there is no browser
    out = published / "Out" / "certificates" / "league"
    assert arena("certificates", published).out == f"2 certificates: {out}\n"
    assert sorted(path.name for path in out.iterdir()) == ["el nandu.pdf", "one.pdf"]
    for path in out.iterdir():
        assert len(re.findall(rb"/Type\s*/Page\b(?!s)", path.read_bytes())) == 1


@pytest.mark.slow
def test_one_team_gets_its_sheet_whatever_the_accents(published, arena):
    program()
    assert arena("certificates", published, "league", "--team", "EL NANDU").out.startswith(
        "1 certificate: "
    )
    assert [path.name for path in (published / "Out" / "certificates" / "league").iterdir()] == [
        "el nandu.pdf"
    ]


def test_without_a_browser_it_says_what_to_install(published, arena, monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    ended = arena("certificates", published)
    assert ended.code == 2
    assert "There is no Chromium on this machine" in ended.err
    assert "apt-get install chromium" in ended.err
    assert "Out/public/PHASE/certificates" in ended.err


def test_an_unpublished_phase_has_no_certificates(cup, arena):
    ended = arena("certificates", cup)
    assert ended.code == 2
    assert "No phase has been published yet. To publish one: arena publish" in ended.err
    ended = arena("certificates", cup, "league")
    assert "league is not published, or it is sealed" in ended.err


def test_a_team_that_is_not_in_the_phase_has_no_certificate(published, arena):
    ended = arena("certificates", published, "--team", "Nobody")
    assert ended.code == 2
    assert "There is no team 'Nobody' in league" in ended.err


def test_a_browser_that_fails_is_quoted(published, arena, monkeypatch, tmp_path):
    broken = tmp_path / "chromium"
    broken.write_text("#!/bin/sh\necho no display >&2\nexit 3\n")
    broken.chmod(0o755)
    monkeypatch.setattr(printing.shutil, "which", lambda name: str(broken))
    ended = arena("certificates", published)
    assert ended.code == 2
    assert "could not print" in ended.err
    assert "no display" in ended.err
