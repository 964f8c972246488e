import resource

import pytest

from arena.common.errors import ArenaError, ReplayError
from arena.replay.files import to_line
from arena.replay.record_writer import RecordWriter
from arena.store.files import files_in, mend, new_writer, read_at, scan


@pytest.fixture
def path(tmp_path):
    return tmp_path / "league" / "001.jsonl"


@pytest.fixture
def three(path, game):
    """A file with three games; where each stands."""
    with RecordWriter(path) as writer:
        return [writer.add(to_line(game(number))) for number in range(3)]


def ids(path, start=0):
    return [int(record.id, 16) for _, _, record in scan(path, start)]


def test_an_appended_line_is_at_the_returned_place(path, three):
    assert [(start, length) for start, length, _ in scan(path)] == three
    assert [int(read_at(path, *place).id, 16) for place in three] == [0, 1, 2]


def test_a_file_can_be_read_from_a_line_in_the_middle(path, three):
    assert ids(path, start=three[1][0]) == [1, 2]


@pytest.mark.slow
def test_an_incomplete_last_line_is_repaired_wherever_it_ends(path, three):
    whole = path.read_bytes()
    last = three[2][0]
    for size in range(last, len(whole)):
        path.write_bytes(whole[:size])
        assert ids(path) == [0, 1]
        assert mend(path) == size - last
        assert path.read_bytes() == whole[:last]


def test_repairing_does_not_change_a_complete_file(path, three):
    whole = path.read_bytes()
    assert mend(path) == 0
    assert path.read_bytes() == whole


@pytest.mark.parametrize("zeros", [1, 4096, 200_000])
def test_zero_bytes_at_the_end_as_a_power_cut_leaves_them_are_cut_off(path, three, zeros):
    whole = path.read_bytes()
    path.write_bytes(whole[:-10] + bytes(zeros))
    assert mend(path) == three[2][1] - 10 + zeros
    assert ids(path) == [0, 1]


def test_a_file_of_nothing_but_zero_bytes_is_mended_to_an_empty_one(path):
    path.parent.mkdir()
    path.write_bytes(bytes(100_000))
    assert mend(path) == 100_000
    assert path.read_bytes() == b""


@pytest.mark.parametrize("start", [0, 1])
def test_a_broken_line_in_the_middle_is_reported_with_file_and_line(path, three, start):
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(lines[0] + b"nonsense\n" + lines[2])
    with pytest.raises(ReplayError, match=r"001\.jsonl, line 2: this is not a record.*rebuild"):
        ids(path, three[start][0])


def test_zero_bytes_in_the_middle_are_reported_as_such(path, three):
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(lines[0] + bytes(50) + lines[2])
    with pytest.raises(ReplayError, match=r"line 2: there are zero bytes.*Delete this line"):
        ids(path)


def test_a_game_in_the_wrong_place_is_reported(path, three):
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(ReplayError, match="cut or replaced"):
        read_at(path, *three[2])
    path.unlink()
    with pytest.raises(ReplayError, match="cannot be read: No such file"):
        read_at(path, *three[2])


def test_on_a_full_disk_the_line_that_did_not_fit_leaves_no_trace(path, game):
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    with RecordWriter(path) as writer:
        for number in range(3):
            writer.add(to_line(game(number)))
        whole = path.read_bytes()
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(whole) + 100, hard))
        try:
            with pytest.raises(ArenaError, match=r"disk is full: .*001\.jsonl.*Make room"):
                writer.add(to_line(game(3)))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert path.read_bytes() == whole
        writer.add(to_line(game(3)))
    assert ids(path) == [0, 1, 2, 3]


def test_an_impossible_folder_is_refused(tmp_path):
    (tmp_path / "league").write_text("a file")
    with pytest.raises(ArenaError, match="must be a folder"):
        new_writer(tmp_path / "league")


def test_new_files_take_the_next_number_and_are_listed_in_their_order(tmp_path, game):
    for _ in range(3):
        with new_writer(tmp_path) as writer:
            writer.add(to_line(game(1)))
    (tmp_path / "999.jsonl").touch()
    with new_writer(tmp_path) as writer:
        writer.add(to_line(game(1)))
    names = [path.name for path in files_in(tmp_path)]
    assert names == ["001.jsonl", "002.jsonl", "003.jsonl", "999.jsonl", "1000.jsonl"]


def test_a_file_without_games_is_removed(tmp_path):
    with new_writer(tmp_path) as writer:
        assert writer.path.exists()
    assert files_in(tmp_path) == []
