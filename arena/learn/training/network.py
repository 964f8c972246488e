"""A network of a few full layers, its gradient, and the optimiser Adam, in numpy.

With two layers of 128 numbers, JAX would save little on a processor (decision 55).
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

DECAYS = 0.9, 0.999  # of Adam's two means
TINY = 1e-8


class Network:
    """Full layers with a ReLU between them. `weights` has a matrix and a row for each layer."""

    def __init__(self, sizes: Sequence[int], dice: np.random.Generator, last: float = 1.0) -> None:
        """Random weights. `last` scales those of the last layer."""
        self.weights: list[Floats] = []
        for inputs, outputs in pairwise(sizes):
            spread = np.sqrt(2.0 / inputs)
            matrix = dice.standard_normal((inputs, outputs), np.float32) * np.float32(spread)
            self.weights += [matrix, np.zeros(outputs, np.float32)]
        self.weights[-2] *= np.float32(last)

    def __call__(self, rows: Floats) -> Floats:
        """The outputs for these rows."""
        return self.activations(rows)[-1]

    def activations(self, rows: Floats) -> list[Floats]:
        """The rows, what each layer makes of them, and last the outputs."""
        layers, last = [rows], len(self.weights) - 2
        for at in range(0, len(self.weights), 2):
            out = layers[-1] @ self.weights[at]
            out += self.weights[at + 1]
            if at != last:
                np.maximum(out, 0, out=out)
            layers.append(out)
        return layers

    def gradients(self, layers: list[Floats], slope: Floats) -> list[Floats]:
        """The gradient of each weight, if `slope` is the gradient of the outputs."""
        gradients: list[Floats] = []
        for layer in range(len(layers) - 2, -1, -1):
            gradients += [slope.sum(axis=0), layers[layer].T @ slope]
            if layer:
                slope = slope @ self.weights[2 * layer].T
                slope *= layers[layer] > 0
        return gradients[::-1]

    def arrays(self, name: str) -> dict[str, Floats]:
        """The weights by name, for a file."""
        return {f"{name}.{number}": array for number, array in enumerate(self.weights)}

    def restore(self, name: str, arrays: Mapping[str, Floats]) -> None:
        """Take the weights from what `arrays` gave."""
        for number, array in enumerate(self.weights):
            array[:] = arrays[f"{name}.{number}"]


class Adam:
    """Changes weights against their gradients (Kingma and Ba, 2015)."""

    def __init__(self, weights: Sequence[Floats]) -> None:
        self.weights = weights
        self.means = [np.zeros_like(each) for each in weights]
        self.squares = [np.zeros_like(each) for each in weights]
        self.steps = np.zeros(1, np.int64)

    def step(self, gradients: Sequence[Floats], rate: float, longest: float = 0.0) -> None:
        """One step. Gradients that together are longer than `longest` are shortened; 0: never."""
        self.steps += 1
        steps, (first, second) = int(self.steps[0]), DECAYS
        if longest:
            length = float(np.sqrt(sum([float(np.vdot(each, each)) for each in gradients])))
            if length > longest:
                gradients = [each * np.float32(longest / length) for each in gradients]
        pace = np.float32(rate * np.sqrt(1 - second**steps) / (1 - first**steps))
        for weight, slope, mean, square in zip(
            self.weights, gradients, self.means, self.squares, strict=True
        ):
            mean *= np.float32(first)
            mean += np.float32(1 - first) * slope
            square *= np.float32(second)
            square += np.float32(1 - second) * slope * slope
            weight -= pace * mean / (np.sqrt(square) + np.float32(TINY))

    def arrays(self, name: str) -> dict[str, NDArray[np.generic]]:
        """All that the next step depends on, by name."""
        return {
            f"{name}.steps": self.steps,
            **{f"{name}.means.{i}": each for i, each in enumerate(self.means)},
            **{f"{name}.squares.{i}": each for i, each in enumerate(self.squares)},
        }

    def restore(self, name: str, arrays: Mapping[str, NDArray[np.generic]]) -> None:
        """Take what `arrays` gave."""
        self.steps[:] = arrays[f"{name}.steps"]
        for number in range(len(self.means)):
            self.means[number][:] = arrays[f"{name}.means.{number}"]
            self.squares[number][:] = arrays[f"{name}.squares.{number}"]


def legal_best(scores: Floats, masks: NDArray[np.uint8]) -> NDArray[np.int32]:
    """The legal action with the highest score, for each row."""
    best: NDArray[np.intp] = np.where(masks, scores, -np.inf).argmax(axis=1)
    return best.astype(np.int32)
