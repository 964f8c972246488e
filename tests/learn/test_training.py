"""A training run: what it collects, that it learns, and that it can be stopped at any moment."""

import io
from importlib import import_module
from itertools import count
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from arena.common.errors import ArenaError
from arena.learn.batch import BatchEnv
from arena.learn.training.collecting import Collector, Decisions, points_scale
from arena.learn.training.curve import Point
from arena.learn.training.dmc import Settings as DmcSettings
from arena.learn.training.dqn import Dqn
from arena.learn.training.dqn import Settings as DqnSettings
from arena.learn.training.network import Adam, Network, legal_best
from arena.learn.training.opponents import answer_of, load_bot, new_player
from arena.learn.training.ppo import Ppo, advantages, log_chances
from arena.learn.training.ppo import Settings as PpoSettings
from arena.learn.training.run import (
    ALGORITHMS,
    CHECKPOINT,
    Settings,
    Trainer,
    new_trainer,
    open_run,
    train,
)
from Game.core.stream import Stream
from Game.core.turn import OVER
from Game.registry import find

SMALL = Settings(
    game="brisca", features="turned", against=("greedy",), chapter=800, deals=2, seed="s"
)


def test_a_gradient_is_the_slope_of_the_outputs() -> None:
    dice = np.random.default_rng(1)
    network = Network((5, 4, 3), dice)
    rows = dice.standard_normal((6, 5), np.float32)
    slope = dice.standard_normal((6, 3), np.float32)
    result = network.gradients(network.activations(rows), slope)
    step = np.float32(1e-2)
    for weight, gradient in zip(network.weights, result, strict=True):
        place = (0,) * weight.ndim
        weight[place] += step
        higher = float((network(rows) * slope).sum())
        weight[place] -= 2 * step
        lower = float((network(rows) * slope).sum())
        weight[place] += step
        assert gradient[place] == pytest.approx((higher - lower) / 0.02, abs=0.02)


def test_adam_finds_a_minimum() -> None:
    goal, weight = np.float32([1, -2]), np.zeros(2, np.float32)
    adam = Adam([weight])
    for _ in range(400):
        adam.step([weight - goal], 0.02)
    assert weight == pytest.approx(goal, abs=0.01)


def random_choices(seed: int):
    dice = np.random.default_rng(seed)

    def choose(observations, masks):
        luck = dice.random(masks.shape, np.float32)
        return legal_best(luck, masks), np.zeros((len(masks), 0), np.float32)

    return choose


@pytest.mark.parametrize("game, target", [
    ("brisca", "points"), ("brisca", "result"), ("boerenbridge", "points"),
    ("boerenbridge", "result"),
])  # fmt: skip
def test_a_decision_has_the_outcome_of_its_deal_or_game(game: str, target: str) -> None:
    """Watch the games while they are played, and compute the outcomes from the states."""
    env = BatchEnv(game, 2)
    collector, choose, seen = Collector(env, ["self"], target), random_choices(3), []

    def watch(observations, masks):
        actions, notes = choose(observations, masks)
        for number, action in enumerate(actions):
            state = env.state(number)
            points = [state.points(seat) for seat in range(4)]
            key = observations[number].tobytes(), int(action)
            seen.append((key, state, state.deal_number(), points, state.turn))
        return actions, notes

    batches = list(collector.play("7", 1000, 100, watch))
    given = {
        (batch.observations[row].tobytes(), int(batch.actions[row])): float(batch.outcomes[row])
        for batch in batches
        for row in range(len(batch.actions))
    }
    assert len(given) > 700
    checked, leads = 0, []
    for key, state, deal, _, seat in seen:
        if key not in given:  # its deal was not over when the chapter ended
            continue
        checked += 1
        if target == "result":
            assert given[key] == pytest.approx(2 * state.value(state.side(seat)) - 1)
            continue
        later = [after for _, same, number, after, _ in seen if same is state and number > deal]
        began = next(before for _, same, number, before, _ in seen
                     if same is state and number == deal)  # fmt: skip
        end = later[0] if later else [state.points(each) for each in range(4)]
        made = [after - before for after, before in zip(end, began, strict=True)]
        own = [gain for each, gain in enumerate(made) if state.side(each) == state.side(seat)]
        others = (sum(made) - sum(own)) / (len(env.game.sides) - 1)
        leads.append((given[key], sum(own) - others))
    assert checked == len(given)
    if target == "points":
        outcomes, exact = np.array(leads).T
        scale = np.abs(exact).sum() / np.abs(outcomes).sum()
        assert outcomes * scale == pytest.approx(exact, abs=1e-3)


def test_following_decisions_are_of_the_same_seat() -> None:
    env = BatchEnv("brisca", 4)
    for batch in Collector(env, ["self"]).play("1", 700, 300, random_choices(1)):
        places = np.flatnonzero(batch.following >= 0)
        assert len(places) == len(batch.actions) * 9 // 10  # each seat has ten decisions in a game
        # `tricks` is the last block: the next decision of a seat is in the next trick
        for place in places:
            later = batch.following[place]
            own = batch.observations[later] - batch.observations[place]
            assert own[:40].sum() in (0, -1)  # a card has gone; another one may have come


def test_bots_play_the_other_side_and_sides_change_with_each_game() -> None:
    """The bot plays the first action of the hand, the learner the last one."""
    env = BatchEnv("brisca", 1)
    collector, seen = Collector(env, ["alwaysfirst"]), []

    def choose_last(observations, masks):
        state = env.state(0)
        actions = np.array([state.legal()[-1]], np.int32)
        seen.append((state, state.turn, state.legal(), actions))  # the bot's action replaces ours
        return actions, np.zeros((1, 0), np.float32)

    (batch,) = collector.play("1", 61, 60, choose_last)
    assert len(batch.actions) == 60  # half of the decisions of three games
    games = list(dict.fromkeys(state for state, *_ in seen))
    assert len(games) == 4  # the last one has just begun
    for state, seat, legal, (action,) in seen:
        is_own = state.side(seat) == games.index(state) % 2
        assert action == legal[-1 if is_own else 0]


def curve_of(trainer: Trainer) -> list[Point]:
    """The points without the times of day."""
    return [replace(point, time=0.0, seconds=0.0) for point in trainer.curve]


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_run_that_is_stopped_continues_bit_for_bit(tmp_path: Path, algorithm: str) -> None:
    settings = replace(SMALL, algorithm=algorithm)
    whole = train(settings, tmp_path / "whole", lambda run: len(run.curve) < 3)
    train(settings, tmp_path / "parts", lambda run: len(run.curve) < 1)

    def stop(run: Trainer) -> bool:
        if len(run.curve) == 2:
            run.learner.policy.weights[0][:] = 7  # whatever an unfinished chapter has done
            raise KeyboardInterrupt
        return True

    with pytest.raises(KeyboardInterrupt):
        train(settings, tmp_path / "parts", stop)
    parts = train(settings, tmp_path / "parts", lambda run: len(run.curve) < 3)
    assert curve_of(parts) == curve_of(whole)
    for name, array in whole.learner.arrays().items():
        assert (parts.learner.arrays()[name] == array).all(), name
    other = train(replace(settings, seed="t"), tmp_path / "other", lambda run: not run.curve)
    assert curve_of(other) != curve_of(whole)[:1]


def test_a_folder_keeps_its_settings(tmp_path: Path) -> None:
    other = replace(SMALL, features="raw", seed="t")
    train(SMALL, tmp_path, lambda run: not run.curve)
    with pytest.raises(
        ArenaError, match=r"other settings: features \(turned, not raw\), seed \(s, not t\)\. Use"
    ):
        train(other, tmp_path, lambda run: False)


def test_before_the_first_checkpoint_the_settings_can_be_changed(tmp_path: Path) -> None:
    train(replace(SMALL, features="raw", opponents=("osla",)), tmp_path, lambda run: False)
    run = train(SMALL, tmp_path, lambda run: not run.curve)
    assert open_run(tmp_path).settings == run.settings == SMALL


def test_a_damaged_checkpoint_is_refused(tmp_path: Path) -> None:
    train(SMALL, tmp_path, lambda run: not run.curve)
    path = tmp_path / CHECKPOINT
    whole = path.read_bytes()
    end = len(whole)
    array = io.BytesIO()
    np.save(array, np.zeros(3))
    flipped = bytearray(whole)
    for place in range(1000, end, 5000):
        flipped[place] ^= 255
    header = whole.replace(b"'shape': (", b"'shape': [")
    for damaged in (
        b"nothing", b"", array.getvalue(), whole[:100], whole[: end // 2], whole[:-1], header,
        bytes(flipped), whole.replace(b"curve", b"Curve"),
    ):  # fmt: skip
        path.write_bytes(damaged)
        with pytest.raises(ArenaError, match="damaged"):
            open_run(tmp_path)
        with pytest.raises(ArenaError, match="damaged"):
            train(SMALL, tmp_path, lambda run: False)
        assert path.read_bytes() == damaged


def test_settings_that_no_training_has_are_refused() -> None:
    for wrong in (
        {"algorithm": "dnc"}, {"target": "fame"}, {"hidden": (64, 0)}, {"hidden": (10**9,)},
        {"chapter": 0}, {"deals": 1}, {"games": 0},
    ):  # fmt: skip
        with pytest.raises(ArenaError, match=f"{next(iter(wrong))}"):
            new_trainer(replace(SMALL, **wrong))


@pytest.mark.parametrize("game, bot, module", [
    ("boerenbridge", "kripke", "Players.KripkePlayer"),
    ("kuhn", "greedy", "Players.greedy.described"),
])  # fmt: skip
def test_a_busy_machine_does_not_change_what_a_house_bot_plays(
    game: str, bot: str, module: str, monkeypatch
) -> None:
    """These bots look at the clock where a move has a time limit. Here it has none."""

    def game_with(seconds: float) -> list[int]:
        """The actions of a game in which the clock advances so fast."""
        times = count(0, seconds)
        monkeypatch.setattr(import_module(module), "perf_counter", lambda: next(times))
        played = find(game)(rounds="3") if game == "boerenbridge" else find(game)()
        player = new_player(load_bot(bot, played), played, b"key", 1)
        state, actions = played.deal(Stream(5)), []
        while state.turn != OVER:
            actions.append(answer_of(player, state, bot))
            state.play(actions[-1])
        return actions

    assert game_with(0.0) == game_with(100.0)


def test_bots_that_cannot_be_used_are_refused_before_anything_is_written(tmp_path: Path) -> None:
    for wrong, sentence in (
        ({"against": ("greedy", "self")}, "cannot be measured against self"),
        ({"against": ("human",)}, "human is a person"),
        ({"against": ("ismcts",)}, r"ismcts failed: .* as in ismcts\(simulations=100\)"),
        ({"opponents": ("self", "human")}, "human is a person"),
    ):
        with pytest.raises(ArenaError, match=sentence):
            train(replace(SMALL, **wrong), tmp_path / "run", lambda run: True)
        assert not (tmp_path / "run").exists()


def test_few_points_are_good_where_the_lowest_score_wins() -> None:
    assert points_scale(BatchEnv("brisca", 8)) > 0 > points_scale(BatchEnv("lastcard", 8))


QUICK = {  # hyperparameters with which a few thousand decisions are enough
    "dmc": DmcSettings(rows=2048, minibatch=256),
    "dqn": DqnSettings(explore_decisions=1e4, rate=2e-3, repeats=6, minibatch=256, copy=100),
    "ppo": PpoSettings(rows=4096, minibatch=512),
}


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_each_algorithm_learns_to_beat_random_play(algorithm: str) -> None:
    settings = replace(SMALL, algorithm=algorithm, against=("random",), chapter=30_000, deals=100)
    trainer = new_trainer(settings)
    trainer.learner.settings = QUICK[algorithm]
    assert trainer.chapter().shares["random"].low > 0.5


def test_the_gradient_of_ppo_is_that_of_its_goal() -> None:
    """Compare one step of each number of a choice with the clipped goal and the bonus."""
    dice = np.random.default_rng(2)
    settings = PpoSettings(hidden=(3,), entropy=0.3, longest=0)
    learner = Ppo(4, 3, dice, settings)
    learner.policy.weights[-2][:] = dice.standard_normal((3, 3), np.float32)
    rows, masks = dice.standard_normal((5, 4), np.float32), np.ones((5, 3), np.uint8)
    masks[:, 0] = [1, 0, 1, 0, 1]
    actions, gains = np.int32([1, 2, 0, 1, 2]), dice.standard_normal(5).astype(np.float32)
    before = log_chances(learner.policy(rows), masks)[np.arange(5), actions]
    notes = np.stack([before + np.float32([0.1, -0.1, 0.5, -0.5, 0]), before], axis=1)
    batch = Decisions(rows, masks, actions, notes, gains, np.full(5, -1))

    def goal() -> float:
        logs = log_chances(learner.policy(rows), masks).astype(np.float64)
        ratio = np.exp(logs[np.arange(5), actions] - notes[:, 0])
        clipped = np.clip(ratio, 0.8, 1.2)
        entropy = -(np.exp(logs) * np.where(masks, logs, 0)).sum(axis=1)
        return float((np.minimum(ratio * gains, clipped * gains) + 0.3 * entropy).mean())

    results = {}
    learner.adam.step = lambda gradients, *_: results.update(enumerate(gradients))
    learner.improve_policy(batch, np.arange(5), gains, 0.1)
    for number, weight in enumerate(learner.policy.weights):
        for place in np.ndindex(weight.shape):
            kept = weight[place]
            weight[place] = kept + np.float32(1e-2)
            higher = goal()
            weight[place] = kept - np.float32(1e-2)
            lower = goal()
            weight[place] = kept
            assert -results[number][place] == pytest.approx((higher - lower) / 0.02, abs=0.01)


def test_advantages_follow_the_decisions_of_a_seat() -> None:
    notes = np.float32([[0, 0.5], [0, 0.1], [0, 0.7]])
    empty = np.zeros((3, 1), np.float32)
    batch = Decisions(
        empty, empty, empty, notes, np.float32([1, -1, 1]), np.array([2, -1, -1])
    )  # the first and the last decision are of one seat, which wins
    assert advantages(batch, 1.0, 1.0) == pytest.approx([0.5, -1.1, 0.3])
    assert advantages(batch, 1.0, 0.0) == pytest.approx([0.2, -1.1, 0.3])


def test_q_learning_takes_the_reward_at_the_end_and_the_best_next_action_before() -> None:
    learner = Dqn(2, 2, np.random.default_rng(1), DqnSettings(hidden=(8,), rate=1e-2, discount=0.5))
    rows = np.float32([[1, 0], [0, 1]])  # two turns of a seat; at the second only action 1 is legal
    masks = np.uint8([[1, 1], [0, 1]])
    batch = Decisions(rows, masks, np.int32([0, 1]), np.zeros((2, 0), np.float32),
                      np.float32([0.8, 0.8]), np.array([1, -1]))  # fmt: skip
    for _ in range(1500):
        learner.update(batch, np.array([0, 1]))
    numbers = learner.policy(rows)
    assert numbers[1, 1] == pytest.approx(0.8, abs=0.02)
    assert numbers[0, 0] == pytest.approx(0.4, abs=0.02)
