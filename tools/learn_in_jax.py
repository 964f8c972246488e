"""Deep Monte Carlo in Brisca with JAX in place of numpy: how many decisions a second does it make?

    python tools/learn_in_jax.py numpy     the arena's network, one thread
    python tools/learn_in_jax.py jax       the same network in JAX, bound to one core
    python tools/learn_in_jax.py jax 2     on two cores

It needs `pip install jax optax` beside the arena. The figures of decision 55 come from here. Play,
features and the sizes of batches are the same; another library multiplies, and finds the slopes.
"""

import os
import sys
from time import perf_counter, process_time
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from arena.learn.training import run
from arena.learn.training.dmc import Dmc

DECISIONS = 250_000
TIMES = 6  # the first one compiles, and the best one counts


def main() -> None:
    library = sys.argv[1] if len(sys.argv) > 1 else "numpy"
    cores = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:cores])
    if library == "jax":
        run.ALGORITHMS["dmc"] = in_jax()
    trainer = run.new_trainer(run.Settings(game="brisca", features="turned", against=()))
    used, wall = [], []
    with threadpool_limits(1):
        for number in range(TIMES):
            began = process_time(), perf_counter()
            dice = np.random.default_rng(1)
            losses = [
                figures["loss"]
                for figures in trainer.learner.learn(
                    trainer.collector, str(number), DECISIONS, dice
                )
            ]
            used.append(process_time() - began[0])
            wall.append(perf_counter() - began[1])
    print(
        f"{library}, {cores} of the cores: {DECISIONS / min(used):,.0f} decisions a second of "
        f"processor time, {DECISIONS / min(wall):,.0f} on the wall; loss {np.mean(losses):.4f}"
    )


def in_jax() -> Any:
    """`Dmc` with the network, the gradient and the optimiser in JAX and optax."""
    import jax  # type: ignore[import-not-found]
    import jax.numpy as jnp  # type: ignore[import-not-found]
    import optax  # type: ignore[import-not-found]

    def forward(weights: Any, rows: Any) -> Any:
        for place in range(0, len(weights), 2):
            rows = rows @ weights[place] + weights[place + 1]
            if place < len(weights) - 2:
                rows = jax.nn.relu(rows)
        return rows

    class JaxDmc(Dmc):
        network: Any

        def __init__(self, *terms: Any) -> None:
            super().__init__(*terms)
            self.weights = [jnp.array(each) for each in self.network.weights]
            self.mean = list(self.weights)
            self.optimiser = optax.inject_hyperparams(optax.adam)(1e-3)
            self.moments = self.optimiser.init(self.weights)
            self.steps = 0
            compiled = jax.jit(forward)
            self.network = lambda rows: np.asarray(compiled(self.weights, rows))
            self.step = jax.jit(self.one_step)

        def one_step(
            self, weights: Any, moments: Any, mean: Any, rows: Any, terms: Any, rate: Any
        ) -> Any:
            actions, outcomes, counts, stays = terms

            def loss(weights: Any) -> Any:
                chosen = forward(weights, rows)[jnp.arange(len(actions)), actions]
                squares = (((chosen - outcomes) * counts) ** 2).sum()
                return squares / counts.sum(), squares

            slope, squares = jax.grad(loss, has_aux=True)(weights)
            moments.hyperparams["learning_rate"] = rate
            moved, moments = self.optimiser.update(slope, moments)
            weights = optax.apply_updates(weights, moved)
            mean = [old + (1 - stays) * (new - old) for old, new in zip(mean, weights, strict=True)]
            return weights, moments, mean, squares

        def update(self, batch: Any, rate: float, dice: np.random.Generator) -> float:
            size, order = self.settings.minibatch, dice.permutation(len(batch.actions))
            errors: Any = 0.0
            for start in range(0, len(order), size):
                rows = order[start : start + size]
                missing = size - len(rows)  # JAX compiles for one size: the last rows are filled up
                counts = np.ones(size, np.float32)
                counts[len(rows) :] = 0
                rows = np.concatenate([rows, rows[:1].repeat(missing)])
                self.steps += 1
                stays = np.float32(min(self.settings.average, 1 - 1 / (1 + self.steps)))
                terms = batch.actions[rows], batch.outcomes[rows], counts, stays
                self.weights, self.moments, self.mean, squares = self.step(
                    self.weights,
                    self.moments,
                    self.mean,
                    batch.observations[rows],
                    terms,
                    np.float32(rate),
                )
                errors = errors + squares
            return float(errors) / len(order)

    return JaxDmc


if __name__ == "__main__":
    main()
