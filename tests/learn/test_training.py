"""A training run: what it collects, that it learns, and that it can be stopped at any moment."""

from pathlib import Path

import numpy as np
import pytest

from arena.common.errors import ArenaError
from arena.learn.batch import BatchEnv
from arena.learn.training.collecting import Collector, points_scale
from arena.learn.training.network import Adam, Network, legal_best
from arena.learn.training.run import CHECKPOINT, Point, Settings, Trainer, new_trainer, train

SMALL = Settings(
    game="brisca", features="turned", against=("greedy",), games=8, chapter=500, deals=2, seed="s"
)


def test_a_gradient_is_the_slope_of_the_outputs() -> None:
    dice = np.random.default_rng(1)
    network = Network((5, 4, 3), dice)
    rows = dice.standard_normal((6, 5), np.float32)
    slope = dice.standard_normal((6, 3), np.float32)
    found = network.gradients(network.activations(rows), slope)
    step = np.float32(1e-2)
    for weight, gradient in zip(network.weights, found, strict=True):
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


def test_bots_play_their_own_seats() -> None:
    """At a table with a bot, the decisions are those of one side; sides change with each game."""
    env = BatchEnv("brisca", 4)
    collector = Collector(env, ["self", "alwaysfirst"])
    for batch in collector.play("1", 1000, 1000, random_choices(1)):
        chosen = {}
        assert len(batch.actions) >= 900
        chosen.update(enumerate(batch.actions))
    sides = collector._opponents._played
    assert sides.max() > 2


def curve_of(trainer: Trainer) -> list[Point]:
    """The points without the times of day."""
    return [Point(p.decisions, p.shares, p.figures, 0, 0) for p in trainer.curve]


def test_a_run_that_is_stopped_continues_bit_for_bit(tmp_path: Path) -> None:
    whole = train(SMALL, tmp_path / "whole", lambda run: len(run.curve) < 3)
    train(SMALL, tmp_path / "parts", lambda run: len(run.curve) < 1)

    def stop(run: Trainer) -> bool:
        if len(run.curve) == 2:
            run.learner.network.weights[0][:] = 7  # whatever an unfinished chapter has done
            raise KeyboardInterrupt
        return True

    with pytest.raises(KeyboardInterrupt):
        train(SMALL, tmp_path / "parts", stop)
    parts = train(SMALL, tmp_path / "parts", lambda run: len(run.curve) < 3)
    assert curve_of(parts) == curve_of(whole)
    for name, array in whole.learner.arrays().items():
        assert (parts.learner.arrays()[name] == array).all(), name
    other = train(SMALL.__class__(**{**as_dict(SMALL), "seed": "t"}), tmp_path / "other",
                  lambda run: len(run.curve) < 1)  # fmt: skip
    assert curve_of(other) != curve_of(whole)[:1]


def as_dict(settings: Settings) -> dict:
    return {name: getattr(settings, name) for name in settings.__struct_fields__}


def test_a_folder_keeps_its_settings(tmp_path: Path) -> None:
    train(SMALL, tmp_path, lambda run: False)
    other = Settings(**{**as_dict(SMALL), "features": "raw"})
    with pytest.raises(ArenaError, match="other settings: features"):
        train(other, tmp_path, lambda run: False)


def test_a_damaged_checkpoint_is_refused(tmp_path: Path) -> None:
    train(SMALL, tmp_path, lambda run: False)
    (tmp_path / CHECKPOINT).write_bytes(b"nothing")
    with pytest.raises(ArenaError, match="damaged"):
        train(SMALL, tmp_path, lambda run: False)


def test_few_points_are_good_where_the_lowest_score_wins() -> None:
    assert points_scale(BatchEnv("brisca", 8)) > 0 > points_scale(BatchEnv("lastcard", 8))


def test_deep_monte_carlo_learns_to_beat_random_play() -> None:
    settings = Settings(
        game="brisca", features="turned", against=("random",), games=64, chapter=60_000, deals=100
    )
    trainer = new_trainer(settings)
    assert trainer.chapter().shares["random"].low > 0.52
