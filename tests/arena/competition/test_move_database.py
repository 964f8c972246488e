"""A competition moves to another database and back. A database belongs to one competition."""

import shutil

import pytest
from sqlalchemy import text
from support import cups
from support.deciding import leaves

from arena.common.errors import ArenaError
from arena.competition.config.folder import open_competition
from arena.competition.config.move_database import move_database
from arena.competition.config.settings import FILE
from arena.competition.entries.team_data import TeamData
from arena.competition.play.phase_state import phase_state
from arena.competition.results.publishing import publish

pytestmark = pytest.mark.usefixtures("games_here")


class Killed(BaseException):
    pass


def move(cup, database: str, progress=lambda done, total: None) -> int:
    with open_competition(cup, alone=True) as competition:
        return move_database(competition, database, progress)


def test_everything_moves_there_and_back(played, postgres):
    address = postgres.emptied()
    tables = [cups.table(played, phase) for phase in ("qualifying", "final")]
    config = (played / FILE).read_text()
    with open_competition(played, alone=True) as competition:
        [one, *_] = competition.store.teams()
        data = TeamData(("Ana Ñ.", "O'Brien"), "ana@example.org", True)
        competition.store.change_team(data.added_to(one))
        teams = competition.store.teams()
    rows = move(played, address)
    with open_competition(played) as competition:
        assert competition.store.teams() == teams
    assert rows > 20
    assert (played / FILE).read_text() != config
    assert [cups.table(played, phase) for phase in ("qualifying", "final")] == tables
    winner = next(iter(cups.rows(played, "final")))
    cups.enter(played, winner, cups.MIDDLE)  # its number follows those of the copied rows
    assert len(cups.versions(played, winner)) == 2
    assert cups.play(played) > 0
    shutil.copy(played / FILE, played / "moved.toml")
    (played / FILE).write_text(config)
    with pytest.raises(ArenaError, match="Everything was moved from"):
        cups.table(played, "final")
    shutil.copy(played / "moved.toml", played / FILE)
    after = cups.table(played, "final")
    assert move(played, "") > rows
    assert cups.table(played, "final") == after
    with open_competition(played) as competition:
        assert competition.store.teams() == teams
    assert cups.play(played) == 0


def site(cup) -> dict[str, bytes]:
    """Publish all phases, with the code of the bots; returns the files of the site."""
    with open_competition(cup, alone=True) as competition:
        publish(phase_state(competition, "qualifying"), sealed=False)
        public = publish(phase_state(competition, "final"), sealed=False, with_code=True).parent
    return {str(path.relative_to(public)): path.read_bytes()
            for path in public.rglob("*") if path.is_file()}  # fmt: skip


def test_the_site_is_the_same_from_both_databases(played, postgres):
    leaves(played, "Crash")
    before = site(played)
    assert len(before) > 30
    move(played, postgres.emptied())
    assert site(played) == before


def test_a_move_that_is_killed_changes_nothing(played, postgres):
    address = postgres.emptied()
    before = cups.table(played, "final"), (played / FILE).read_text()

    def die(done: int, total: int) -> None:
        if done > total // 2:
            raise Killed

    with pytest.raises(Killed):
        move(played, address, die)
    assert (cups.table(played, "final"), (played / FILE).read_text()) == before
    assert move(played, address) > 20


def test_a_copy_that_differs_is_refused(played, postgres, monkeypatch):
    from arena.store import moving

    count_on = moving._count_on

    def spoil(connection, table) -> None:
        count_on(connection, table)
        connection.execute(text("UPDATE team SET name = 'Other'"))

    monkeypatch.setattr(moving, "_count_on", spoil)
    with pytest.raises(ArenaError, match=r"The table team of .* so nothing was moved"):
        move(played, postgres.emptied())


def test_a_database_of_another_competition_is_refused(played, tmp_path, postgres):
    address = postgres.emptied()
    move(played, address)
    other = cups.make(tmp_path / "other", cups.LEAGUE, {"A": cups.FIRST})
    with pytest.raises(ArenaError, match="belongs to the competition 'Cup'"):
        move(other, address)
    cups.edit(other, 'name = "Cup"\n', f'name = "Cup"\ndatabase = "{address}"\n')
    with pytest.raises(ArenaError, match="belongs to the competition 'Cup'"):
        cups.hand_in(other, "B", cups.FIRST)


def test_an_empty_database_beside_records_is_refused(played, postgres):
    with pytest.raises(ArenaError, match=r"is in .* already"):
        move(played, "")
    address = postgres.emptied()
    cups.edit(played, 'name = "Cup"\n', f'name = "Cup"\ndatabase = "{address}"\n')
    with pytest.raises(ArenaError, match=r"has no teams, but .* has games"):
        cups.table(played, "final")
