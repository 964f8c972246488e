"""Shortens the weights of the house bot `learned`, so that a wheel is smaller.

python tools/shorten_weights.py Players/learned/brisca --bits 5

A weight has 16 bits, ten of which are its fraction. The first `--bits` of the fraction stay,
rounded. The others are zeros, which a wheel compresses well.
"""

import argparse
import zlib
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

FRACTION = 10  # bits


def shortened(weights: NDArray[np.float16], bits: int) -> NDArray[np.float16]:
    """The weights with so many bits of their fraction."""
    dropped = FRACTION - bits
    whole = weights.view(np.uint16).astype(np.uint32)
    rounded = (whole + (1 << dropped >> 1)) >> dropped << dropped
    return rounded.astype(np.uint16).view(np.float16)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--bits", type=int, default=6)
    given = parser.parse_args()
    file = given.folder / "weights.npy"
    before = np.load(file)
    after = shortened(before, given.bits)
    if not np.isfinite(after).all():
        raise SystemExit(f"{file}: a weight is too large to be rounded")
    np.save(file, after)
    sizes = [len(zlib.compress(each.tobytes())) for each in (before, after)]
    print(f"{file}: {sizes[0]:,} bytes compressed, and now {sizes[1]:,}")


if __name__ == "__main__":
    main()
