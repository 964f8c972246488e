"""An experiment's blocks: played once, saved, and the same in every process."""

from dataclasses import replace

import msgspec
import pytest
from support.trials import COINS

from arena.common.errors import ArenaError
from arena.experiments.blocks import FILE, Blocks
from arena.experiments.catalogue import EXPERIMENTS, find
from arena.experiments.experiment import Setting, Task
from arena.experiments.running import gather

SETTING = Setting(25, "1")


def played(folder, setting=SETTING, workers=1, experiment=COINS, heard=None):
    heard = [] if heard is None else heard
    return gather(experiment, setting, folder, workers, heard.append)


def test_blocks_come_in_their_order_and_hold_all_games(tmp_path):
    results = played(tmp_path)
    assert [result["games"] for result in results] == [4, 4, 4, 4, 4, 4, 1]


@pytest.mark.slow
def test_the_number_of_workers_changes_nothing(tmp_path):
    assert played(tmp_path / "a", workers=1) == played(tmp_path / "b", workers=3)


def test_another_seed_gives_other_games(tmp_path):
    assert played(tmp_path / "a") != played(tmp_path / "b", Setting(25, "2"))


def test_the_size_of_blocks_changes_no_total(tmp_path):
    one = played(tmp_path / "a")
    other = played(tmp_path / "b", experiment=replace(COINS, block=7))
    assert sum(each["heads"] for each in one) == sum(each["heads"] for each in other)


def test_a_plan_of_its_own_takes_the_place_of_equal_blocks(tmp_path):
    plan = replace(COINS, plan=lambda setting: [Task(0, 0, 3, setting.seed), Task(1, 3, 9, "x")])
    assert [each["games"] for each in played(tmp_path, experiment=plan)] == [3, 9]


def test_finished_blocks_are_not_played_again_and_count_as_progress(tmp_path):
    whole = played(tmp_path)
    lines = (tmp_path / FILE).read_bytes().splitlines(keepends=True)
    (tmp_path / FILE).write_bytes(b"".join(lines[:4]))
    heard: list[int] = []
    assert played(tmp_path, heard=heard) == whole
    assert heard == [12, 4, 4, 4, 1]
    heard.clear()
    assert played(tmp_path, heard=heard) == whole
    assert heard == [25]


def test_a_torn_last_line_is_dropped_and_its_block_played_again(tmp_path):
    whole = played(tmp_path)
    kept = (tmp_path / FILE).read_bytes()
    for cut in (1, 5, len(kept) - 10, len(kept)):
        (tmp_path / FILE).write_bytes(kept[:-cut])
        assert played(tmp_path) == whole
        lines = (tmp_path / FILE).read_bytes().splitlines()
        assert len({msgspec.json.decode(line).get("block") for line in lines}) == len(lines) == 8


@pytest.mark.parametrize(
    "setting, experiment, said",
    [
        (Setting(26, "1"), COINS, "with games 25, not 26"),
        (Setting(25, "2"), COINS, "with the seed 1, not 2"),
        (Setting(25, "1", {"a": 1}), COINS, "with a null, not 1"),
        (SETTING, replace(COINS, block=5), "with games in a block 4, not 5"),
        (SETTING, replace(COINS, name="dice"), "begun coins, not dice"),
    ],
)
def test_other_settings_in_the_same_folder_are_refused(tmp_path, setting, experiment, said):
    played(tmp_path)
    with pytest.raises(ArenaError, match=said):
        played(tmp_path, setting, experiment=experiment)


def test_a_file_of_something_else_is_refused_and_left_alone(tmp_path):
    (tmp_path / FILE).write_text("my diary\n")
    with pytest.raises(ArenaError, match="line 1: this line is not a block of an experiment"):
        played(tmp_path)
    assert (tmp_path / FILE).read_text() == "my diary\n"


def test_two_at_once_in_a_folder_are_refused(tmp_path):
    with (
        Blocks(tmp_path, COINS, SETTING),
        pytest.raises(ArenaError, match=r"Another arena works on .*: process .* Wait until"),
    ):
        played(tmp_path)


def test_a_folder_that_is_a_file_is_refused(tmp_path):
    (tmp_path / "x").write_text("")
    with pytest.raises(ArenaError, match="is a file, but must be a folder"):
        played(tmp_path / "x")


@pytest.mark.slow
@pytest.mark.parametrize(
    "trouble, said",
    [
        ("refuses", "The coin fell on its edge"),
        ("breaks", "Block 3 failed with ZeroDivisionError: a coin of no size"),
        ("dies", r"exit code -9\) while it played block 3: .* All finished blocks are saved"),
    ],
)
def test_an_error_in_a_worker_is_reported_and_finished_blocks_are_stored(tmp_path, trouble, said):
    setting = Setting(25, "1", {"3": trouble})
    with pytest.raises(ArenaError, match=said):
        played(tmp_path, setting, workers=2)
    with Blocks(tmp_path, COINS, setting) as blocks:
        assert blocks.done
        assert 3 not in blocks.done


@pytest.mark.parametrize("name", list(EXPERIMENTS))
def test_every_experiment_of_the_list_is_there_under_its_name(name):
    experiment = find(name)
    assert experiment.name == name
    assert experiment.about.endswith(".")
    assert (
        sum(task.games for task in experiment.tasks(Setting(experiment.games, "1")))
        >= experiment.games
    )
