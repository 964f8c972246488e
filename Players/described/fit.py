"""Fits results to features: a ridge regression, which is cautious with few samples."""

from collections.abc import Sequence

CAUTION = 20.0  # pulls the weights towards 0, like this many samples without an effect


class Fit:
    """Samples of features with a result each, and the weights of the features."""

    def __init__(self, size: int) -> None:
        self.number, self.result = 0, 0.0  # of the samples, and the sum of their results
        self.sums, self.with_result = [0.0] * size, [0.0] * size
        self.products = [[0.0] * size for _ in range(size)]
        self.weights: list[float] | None = None  # None: not computed since the last sample

    def add(self, features: Sequence[float], result: float) -> None:
        self.number += 1
        self.result += result
        self.weights = None
        some = [(i, one) for i, one in enumerate(features) if one]
        for i, one in some:
            self.sums[i] += one
            self.with_result[i] += one * result
            row = self.products[i]
            for j, other in some:
                row[j] += one * other

    def expect(self, features: Sequence[float]) -> float:
        """How much better the result is with these features than with none."""
        if self.weights is None:
            self.weights = self.solve()
        return sum([weight * one for weight, one in zip(self.weights, features, strict=True)])

    def solve(self) -> list[float]:
        """The weights of the regression."""
        many, mean, sums = self.number, self.result / self.number, self.sums
        rows = [
            [product - one * other / many for product, other in zip(row, sums, strict=True)]
            + [with_result - one * mean]
            for row, one, with_result in zip(self.products, sums, self.with_result, strict=True)
        ]
        scale = max([rows[i][i] for i in range(len(rows))], default=0.0) / many
        for i, row in enumerate(rows):
            row[i] += CAUTION * scale + 1e-9
        return solution(rows)


def solution(rows: list[list[float]]) -> list[float]:
    """Solve linear equations by elimination. The matrix is symmetric and positive definite."""
    size = len(rows)
    for i in range(size):
        for j in range(i + 1, size):
            factor = rows[j][i] / rows[i][i]
            if factor:
                rows[j] = [b - factor * a for a, b in zip(rows[i], rows[j], strict=True)]
    weights = [0.0] * size
    for i in reversed(range(size)):
        known = sum([rows[i][j] * weights[j] for j in range(i + 1, size)])
        weights[i] = (rows[i][size] - known) / rows[i][i]
    return weights
