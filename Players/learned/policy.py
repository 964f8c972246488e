"""A trained network as a player uses it: it scores the legal actions, and the best one is played.

`arena export` writes the same calculation into a bot of its own
(`arena/learn/training/export.py`). The tests compare both with the network in training.
"""

import json
from functools import cache
from pathlib import Path

import numpy as np

FOLDER = Path(__file__).parent
WEIGHTS, INPUTS, ABOUT = "weights.npy", "inputs.npy", "about.json"


def learned_games():
    """The games for which there are weights here."""
    return tuple(sorted([path.parent.name for path in FOLDER.glob(f"*/{WEIGHTS}")]))


@cache
def policy_for(game):
    """The policy for the game with this name."""
    return Policy(FOLDER / game)


class Policy:
    """The network in a folder that `arena export` has written."""

    def __init__(self, folder):
        about = json.loads((folder / ABOUT).read_bytes())
        flat = np.load(folder / WEIGHTS).astype(np.float32)
        self.features = about["features"]
        self.inputs = np.load(folder / INPUTS)  # the places of a row that the network uses
        self.layers = []
        start = 0
        for inputs, outputs in about["layers"]:
            middle, end = start + inputs * outputs, start + (inputs + 1) * outputs
            self.layers.append((flat[start:middle].reshape(inputs, outputs), flat[middle:end]))
            start = end

    def scores(self, row):
        """The network's number for each action. `einsum` starts no threads, as `@` may do."""
        row = row[self.inputs]
        for number, (matrix, extra) in enumerate(self.layers):
            if number:
                row = np.maximum(row, 0)
            row = np.einsum("i,ij->j", row, matrix) + extra
        return row

    def choose(self, encoder, state, seat):
        """The number of the best action in this state, for what the seat sees."""
        row = np.frombuffer(encoder.row(state, seat), np.float32)
        mask = np.frombuffer(encoder.mask(state), np.bool_)
        return encoder.action(state, int(np.where(mask, self.scores(row), -np.inf).argmax()))
