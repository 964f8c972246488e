"""Environments for reinforcement learning. They need the extra `learn`.

from arena.learn import aec_env
env = aec_env("brisca")                # PettingZoo: every seat is an agent

import gymnasium, arena.learn
env = gymnasium.make("CardArena/brisca-v0", opponents=["osla"])   # one seat against bots

from arena.learn import BatchEnv
batch = BatchEnv("brisca", games=256)  # many games side by side, in numpy arrays
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from arena.common.extras import needs_extra

EXTRA = ("learn", "arena.learn")

with needs_extra(*EXTRA):
    from arena.learn.registration import register_games

if TYPE_CHECKING:
    from arena.learn.aec import aec_env as aec_env
    from arena.learn.batch import BatchEnv as BatchEnv
    from arena.learn.seat_env import SeatEnv as SeatEnv

PLACES = {
    "aec_env": "arena.learn.aec",
    "BatchEnv": "arena.learn.batch",
    "SeatEnv": "arena.learn.seat_env",
}


register_games()


def __getattr__(name: str) -> Any:
    """Import an environment when it is used: PettingZoo and gymnasium are not small."""
    if name not in PLACES:
        raise AttributeError(f"arena.learn has no {name!r}: it has {', '.join(PLACES)}")
    with needs_extra(*EXTRA):
        return getattr(import_module(PLACES[name]), name)
