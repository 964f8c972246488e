"""A network that was exported chooses as it did in training, in the bot and in `learned`."""

import errno
import importlib.util
import json
import re
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

import Players.learned.policy as house
from arena.common.errors import ArenaError
from arena.learn.batch import BatchEnv
from arena.learn.training.export import FILES, MOST, export, too_large
from arena.learn.training.network import legal_best
from arena.learn.training.run import Settings, Trainer, new_trainer, open_run, train
from Game.boerenbridge.deck import CARDS, RANKS
from Game.core.stream import Stream
from Game.registry import find

POSITIONS = 10_000
CLOSE = 0.01  # two scores that 16 bits may exchange


@pytest.fixture(scope="module")
def trained() -> Trainer:
    settings = Settings(
        game="brisca", features="turned", against=("random",), games=64, chapter=20_000, deals=2
    )
    trainer = new_trainer(settings)
    trainer.chapter()
    return trainer


@pytest.fixture(scope="module")
def package(trained, tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("exported") / "my_bot"
    assert export(trained, folder) == sum(path.stat().st_size for path in folder.iterdir())
    return folder


def bot_in(package: Path):
    """A player of the package, made without the arena."""
    spec = importlib.util.spec_from_file_location("exported_bot", package / "bot.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.LearnedBot()


def test_the_bot_and_the_house_choose_like_the_network_in_10_000_positions(trained, package):
    """They differ only where the network holds two actions for equally good."""
    bot, policy = bot_in(package), house.Policy(package)
    batch, dice = BatchEnv("brisca", 500, seed=4, features="turned"), Stream(1)
    actions, checked, equal = np.zeros(500, np.int32), 0, 0
    while checked < POSITIONS:
        scores = trained.learner.policy(batch.observations)
        best = legal_best(scores, batch.masks)
        for row, expected in enumerate(best):
            own = bot.scores(batch.observations[row])
            assert (own == policy.scores(batch.observations[row])).all()
            place = int(np.where(batch.masks[row], own, -np.inf).argmax())
            assert scores[row, expected] - scores[row, place] < CLOSE
            equal += place == expected
        checked += len(best)
        batch.random_actions(dice, actions)
        batch.step(actions)
    assert equal > 0.99 * checked


def test_the_bot_plays_the_action_of_the_network(trained, package):
    game, bot, policy = find("brisca")(), bot_in(package), house.Policy(package)
    encoder, state = game.encoder("turned"), game.deal(Stream(3))
    while not state.is_terminal():
        observation = game.observe(state.view(state.turn), Stream(5))
        action = observation.number(bot.think(observation, 1))
        assert action == policy.choose(encoder, state, state.turn)
        state.play(action)


def test_a_package_says_how_it_was_made(trained, package):
    about = json.loads((package / "about.json").read_bytes())
    assert about["command"] == (
        "arena train brisca --features turned --chapter 20000 --deals 2 --decisions 20000"
    )
    assert about["curve"][-1][0] == about["decisions"] == 20_000
    assert (package / "weights.npy").stat().st_size < MOST


def test_weights_that_are_too_large_are_refused(trained, tmp_path):
    """The sentence says which layers fit, and they do."""
    settings = Settings(game="tarot", against=(), games=8, chapter=2000, hidden=(200, 200))
    trainer = new_trainer(settings)
    trainer.chapter()
    with pytest.raises(ArenaError, match=r"and a bot may have 256 KiB: .*--hidden 1") as refused:
        export(trainer, tmp_path / "bot")
    assert not (tmp_path / "bot").exists()
    smaller = re.findall(r"\d+", str(refused.value).partition("--hidden")[2])
    trainer = new_trainer(replace(settings, hidden=tuple(map(int, smaller))))
    trainer.chapter()
    assert not too_large(trainer)


def test_a_bot_that_was_changed_is_not_overwritten(trained, tmp_path):
    folder = tmp_path / "my_bot"
    export(trained, folder)
    export(trained, folder)  # an unchanged export may be replaced
    (folder / "bot.py").write_text("# my own work")
    with pytest.raises(ArenaError, match="choose another folder"):
        export(trained, folder)
    assert (folder / "bot.py").read_text() == "# my own work"


def test_a_bot_is_written_as_a_whole_or_not_at_all(trained, tmp_path, monkeypatch):
    """If the disk is full, a new folder is not left, and an earlier bot stays as it was."""
    old, new = tmp_path / "old", tmp_path / "new"
    export(trained, old)
    before = {path.name: path.read_bytes() for path in old.iterdir()}
    write = Path.write_bytes

    def fill(path: Path, data: bytes) -> int:
        if "about" in path.name:
            write(path, data[:10])
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(path, data)

    monkeypatch.setattr(Path, "write_bytes", fill)
    for folder in (old, new):
        with pytest.raises(ArenaError, match="Make room on the disk"):
            export(trained, folder)
    assert {path.name: path.read_bytes() for path in old.iterdir()} == before
    assert not new.exists()


def test_an_export_that_was_killed_can_be_repeated(trained, tmp_path):
    (tmp_path / "weights.npy.new").write_bytes(b"half")
    export(trained, tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(FILES)


def test_the_bot_refuses_a_game_with_other_options(tmp_path):
    """A row of another length has other meanings, so it must not be guessed."""
    settings = Settings(game="agram", options={"players": "2"}, against=(), chapter=400)
    trainer = new_trainer(settings)
    trainer.chapter()
    export(trainer, tmp_path)
    for players in "2", "3":
        game = find("agram")(players=players)
        state = game.deal(Stream(1))
        observation = game.observe(state.view(state.turn), Stream(2))
        if players == "2":
            assert bot_in(tmp_path).think(observation, 1) in observation.get_list_actions()
        else:
            with pytest.raises(ValueError, match=r"has learned agram, players=2: .* This game has"):
                bot_in(tmp_path).think(observation, 1)


def test_a_network_is_exported_without_the_bots_that_trained_it(tmp_path):
    """They may be files that are elsewhere now."""
    bot = tmp_path / "mine.py"
    bot.write_text(
        "from Players.Player import Player\n\n\nclass Mine(Player):\n"
        "    def think(self, observation, budget):\n"
        "        return observation.get_list_actions()[0]\n"
    )
    settings = Settings(
        game="kuhn", opponents=(str(bot),), against=(str(bot),), chapter=400, deals=2
    )
    train(settings, tmp_path / "run", lambda run: not run.curve)
    bot.unlink()
    assert export(open_run(tmp_path / "run"), tmp_path / "bot")
    with pytest.raises(ArenaError, match="there is no such file"):
        train(settings, tmp_path / "run", lambda run: True)


def test_a_folder_with_other_files_is_left_alone(trained, tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(ArenaError, match="choose another folder"):
        export(trained, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


def test_a_network_that_has_not_learned_is_refused(tmp_path):
    with pytest.raises(ArenaError, match="has not learned yet"):
        export(new_trainer(Settings(game="brisca", against=())), tmp_path / "bot")


def test_learned_plays_the_games_for_which_there_are_weights():
    for name in house.learned_games():
        policy, game = house.policy_for(name), find(name)()
        encoder = game.encoder(policy.features)
        assert policy.layers[0][0].shape[0] == len(policy.inputs) <= encoder.size
        assert policy.inputs.max() < encoder.size
        assert policy.layers[-1][0].shape[1] == encoder.actions
        about = json.loads((house.FOLDER / name / house.ABOUT).read_bytes())
        assert about["inputs"] == encoder.size
        assert about["command"].startswith(f"arena train {name} ")
        assert (house.FOLDER / name / house.WEIGHTS).stat().st_size < MOST


def test_inputs_of_cards_that_are_never_dealt_are_left_out(tmp_path):
    settings = Settings(
        game="boerenbridge", features="turned", against=(), games=16, chapter=12_000, seed="z"
    )
    trainer = new_trainer(settings)
    trainer.chapter()
    export(trainer, tmp_path)
    policy = house.Policy(tmp_path)
    dealt = [card for card in range(CARDS) if card % RANKS >= RANKS - 5]  # five cards each at most
    assert policy.inputs[policy.inputs < CARDS].tolist() == dealt  # the first block is the hand
    row = np.zeros(trainer.encoder.size, np.float32)
    row[policy.inputs] = np.linspace(0, 1, len(policy.inputs), dtype=np.float32)
    expected = trainer.learner.policy(row[np.newaxis])[0]
    assert policy.scores(row) == pytest.approx(expected, abs=CLOSE)
