"""`arena recycle`: checks descriptions, writes transcripts and compares with them."""

import pytest
from support.paths import ROOT

CASES = ROOT / "tests" / "game" / "recycle" / "cases"
TEAMS = CASES / "TeamTrick" / "TeamTrick.gdl"


def test_good_descriptions_end_with_nothing_wrong(arena):
    done = arena("recycle", "check", TEAMS, CASES / "PushLuck" / "PushLuck.gdl")
    assert done.code == 0
    assert "TeamTrick.gdl: a game for 4 players in 2 teams." in done.out
    assert "PushLuck.gdl: a game for 3 players in 3 teams." in done.out


def test_a_bad_description_is_shown_where_it_is_wrong_and_the_others_are_checked(arena, tmp_path):
    bad = tmp_path / "bad.gdl"
    bad.write_text(TEAMS.read_text().replace("(shuffle", "(shufle"))
    done = arena("recycle", "check", bad, TEAMS)
    assert done.code == 1
    assert f"{bad}:10:7: Expected an action, found `(shufle ...)`" in done.out
    assert "TeamTrick.gdl: a game for" in done.out
    assert "1 of 2 descriptions cannot be played" in done.err


@pytest.mark.parametrize("data", [b"\xff\xfe\x00", b"", b"\x00" * 50, b"(" * 9999])
def test_a_file_that_is_not_text_is_refused_in_a_sentence(arena, tmp_path, data):
    file = tmp_path / "odd.gdl"
    file.write_bytes(data)
    done = arena("recycle", "check", file)
    assert done.code == 1
    assert "odd.gdl" in done.out
    assert "Traceback" not in done.out + done.err


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252", "utf-8-sig", "utf-16"])
def test_an_old_file_may_have_accents_in_its_comments(arena, tmp_path, encoding):
    file = tmp_path / "old.gdl"
    file.write_bytes((";; Ench\xe8re, \xa9 Jos\xe9\r\n" + TEAMS.read_text()).encode(encoding))
    done = arena("recycle", "check", file)
    assert (done.code, done.err) == (0, "")
    assert done.out == f"{file}: a game for 4 players in 2 teams.\n"


def test_unusual_descriptions_get_a_warning_and_exit_code_0(arena, tmp_path):
    file = tmp_path / "odd.gdl"
    file.write_text(TEAMS.read_text().rstrip() + ")\n")
    done = arena("recycle", "check", file)
    assert done.code == 0
    assert f"  {file}:38:53: The game is closed before this `)`, which is passed over." in done.out
    assert arena("recycle", "transcript", file, "--seed", "1").code == 0


def test_a_correct_transcript_is_reported_as_correct(arena):
    done = arena("recycle", "replay", TEAMS, "--transcript", CASES / "TeamTrick" / "0.transcript")
    assert done.code == 0
    assert "all 153 lines agree with" in done.out


def test_the_first_difference_ends_with_1_and_both_sides(arena, tmp_path):
    spoilt = tmp_path / "spoilt.transcript"
    text = (CASES / "TeamTrick" / "0.transcript").read_text()
    spoilt.write_text(text.replace("S:0 TRICKS 1", "S:0 TRICKS 7"))
    done = arena("recycle", "replay", TEAMS, "--transcript", spoilt)
    assert done.code == 1
    assert "Line 112" in done.err
    assert "transcript: S:0 TRICKS 7" in done.err
    assert "game:       S:0 TRICKS 1" in done.err


def test_a_written_transcript_can_be_checked(arena, tmp_path):
    done = arena("recycle", "transcript", TEAMS, "--seed", "4")
    assert done.code == 0
    assert arena("recycle", "transcript", TEAMS, "--seed", "4").out == done.out
    assert arena("recycle", "transcript", TEAMS, "--seed", "5").out != done.out
    file = tmp_path / "new.transcript"
    file.write_text(done.out)
    assert arena("recycle", "replay", TEAMS, "--transcript", file).code == 0


def test_agram_is_played_by_bots_that_know_nothing_of_it(arena):
    done = arena(
        *("play", "random", "random", "--game", "agram", "--option", "players=2"),
        *("-n", "4", "--seed", "1", "--json"),
    )
    assert done.code == 0
    assert done.json["games"] == 4


LATE = """(game
 (setup (create players 2) (create deck (game iloc STOCK) (deck (CARD (C1, C2, C3)))))
 (do ((repeat 3 (move (top (game iloc STOCK)) (top (game vloc ROW))))))
 (choice
  ((do
    ((any (game vloc ROW) 'C (move 'C (top (game vloc AWAY))))
     (remember (top (game vloc AWAY)) (top (game mem NOTE)))))))
 (scoring max (size (game mem NOTE))))
"""


def test_a_transcript_with_the_mistakes_of_the_first_engine_needs_its_option(arena, tmp_path):
    file, written = tmp_path / "late.gdl", tmp_path / "written"
    file.write_text(LATE, "utf-8")
    done = arena("recycle", "transcript", file, "--seed", "1", "--as-first-engine")
    written.write_text(done.out, "utf-8")
    replay = "recycle", "replay", file, "--transcript", written
    assert arena(*replay, "--as-first-engine").code == 0
    assert arena(*replay).code == 1
    assert arena("play", file, "random", "random", "-n", "1", "--as-first-engine").code == 0


BACKWARDS = """(game
 (setup (create players 2) (create deck (game vloc ROW) (deck (CARD (C1, C2, C3)))))
 (choice
  ((all (game vloc ROW) 'C
    (do ((move 'C (top (game vloc AWAY))) (inc (game sto MOVED) 1))))))
 (scoring max (game sto MOVED)))
"""


@pytest.mark.parametrize("name", ["back.gdl", "back.rcy"])
def test_all_in_an_option_goes_from_the_last_item_to_the_first_as_in_the_first_engine(
    arena, tmp_path, name
):
    file, written = tmp_path / name, tmp_path / "written"
    file.write_text(BACKWARDS, "utf-8")
    done = arena("recycle", "transcript", file, "--seed", "1")
    moved = [line.split()[0] for line in done.out.splitlines() if line[:2] in ("N:", "M:")]
    cards = ["CARD=C3", "CARD=C2", "CARD=C1"]
    assert moved == [f"{mark}:{card}" for mark in "NM" for card in cards], "tried, then made"
    written.write_text(done.out, "utf-8")
    assert arena("recycle", "replay", file, "--transcript", written).code == 0
    written.write_text(done.out.replace("N:CARD=C3", "N:CARD=C1", 1), "utf-8")
    assert arena("recycle", "replay", file, "--transcript", written).code == 1
