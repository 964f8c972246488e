"""The random streams of experiments."""

from Game.core.keys import Label, derive, seed_number
from Game.core.stream import Stream


def stream_at(key: bytes, *path: Label) -> Stream:
    """A plain stream for the key at this path of labels.

    `Game.deal_number` takes a `KeyedStream`, because no bot may predict the deals of a competition.
    In an experiment nothing is secret, and a plain stream is faster.
    """
    return Stream(seed_number(derive(key, *path)))
