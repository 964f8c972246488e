"""Codes and sessions."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import text

from arena.common.errors import ArenaError
from arena.store.live import codes as c
from arena.store.live.sessions import (
    begin_session,
    end_session,
    end_sessions_like,
    session_of,
)

NOW = datetime(2026, 4, 3, 12, tzinfo=UTC)


@pytest.fixture
def database(competition):
    return competition.store.database


def test_a_code_has_80_bits_and_is_found_as_people_type_it(database, codes):
    assert len(codes["ada"].replace("-", "")) * 5 == 80
    for typed in (codes["ada"], codes["ada"].lower(), codes["ada"].replace("-", " ") + " "):
        assert c.holder_of(database, typed)[1:] == ("team", "ada", "")
    assert c.tidy("o1il-0000-0000-0000") == "0111-0000-0000-0000"


def test_another_code_with_the_same_prefix_is_not_taken(database, codes):
    wrong = codes["ada"][:-1] + ("0" if codes["ada"][-1] != "0" else "1")
    for typed in (wrong, codes["ada"][:14], "", "0000", codes["ada"] + "0", "UUUU" * 4):
        assert c.holder_of(database, typed) is None


def test_the_database_has_neither_codes_nor_tokens(database, codes, cup):
    token = begin_session(database, c.holder_of(database, codes["ada"]), NOW)
    with database.reading() as connection:
        rows = [
            str(tuple(row))
            for table in ("code", "session")
            for row in connection.execute(text(f"SELECT * FROM {table}"))
        ]
    everything = " ".join(rows)
    assert len(rows) == 3
    assert token not in everything
    for code in codes.values():
        assert code not in everything
        assert code[5:9] not in everything


def test_an_organiser_has_one_code_and_sessions_that_last_a_day(database):
    first, code = (c.make_organiser_code(database, name) for name in ("Ana", " ana "))
    assert c.holder_of(database, first) is None
    holder = c.holder_of(database, code)
    assert holder[1:] == ("organiser", "", "ana")
    token = begin_session(database, holder, NOW)
    assert session_of(database, token, NOW + timedelta(hours=23))[:] == ("organiser", "", "ana")
    assert session_of(database, token, NOW + timedelta(hours=25)) is None
    assert [each.name for each in c.organisers(database)] == ["ana"]
    assert c.revoke_organiser(database, "ANA") == "ana"
    for name, sentence in (("Ana", "no organiser 'Ana'"), ("", "no organiser ''")):
        with pytest.raises(ArenaError, match=sentence):
            c.revoke_organiser(database, name)
    with pytest.raises(ArenaError, match="one line of text"):
        c.make_organiser_code(database, "x" * 41)


def test_a_new_code_leaves_the_old_one_and_reissue_ends_it_with_its_sessions(
    database, codes, competition
):
    ada = competition.store.team("ada")
    token = begin_session(database, c.holder_of(database, codes["ada"]), NOW)
    second = c.make_code(database, ada)
    assert c.holder_of(database, codes["ada"])
    third = c.make_code(database, ada, revoke=True)
    assert [bool(c.holder_of(database, each)) for each in (codes["ada"], second, third)] == [
        False,
        False,
        True,
    ]
    assert session_of(database, token, NOW) is None
    assert c.holder_of(database, codes["bob"])


def test_a_session_ends_at_sign_out_and_after_its_time(database, codes):
    holder = c.holder_of(database, codes["ada"])
    one, two = begin_session(database, holder, NOW), begin_session(database, holder, NOW)
    assert session_of(database, one, NOW)[:] == ("team", "ada", "")
    end_session(database, one)
    assert session_of(database, one, NOW) is None
    assert session_of(database, two, NOW + timedelta(days=29))
    assert session_of(database, two, NOW + timedelta(days=31)) is None
    assert session_of(database, "", NOW) is None


def test_all_sessions_that_began_with_a_code_end_together(database, codes):
    ada, bob = (c.holder_of(database, codes[name]) for name in ("ada", "bob"))
    one, two, other = (begin_session(database, who, NOW) for who in (ada, ada, bob))
    end_sessions_like(database, one)
    assert [bool(session_of(database, each, NOW)) for each in (one, two, other)] == [
        False,
        False,
        True,
    ]


def test_a_clock_that_is_set_back_ends_no_session_and_makes_none_last_for_ever(database, codes):
    token = begin_session(database, c.holder_of(database, codes["ada"]), NOW)
    assert session_of(database, token, NOW - timedelta(hours=3))
    assert session_of(database, token, NOW + timedelta(days=31)) is None
