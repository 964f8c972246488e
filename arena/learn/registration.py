"""Registers the games with gymnasium."""

from gymnasium.envs.registration import register

from Game.registry import names

VERSION = 0


def register_games() -> None:
    """Make `gymnasium.make("CardArena/brisca-v0")` work for every game."""
    for name in names():
        register(
            id=f"CardArena/{name}-v{VERSION}",
            entry_point="arena.learn.seat_env:SeatEnv",
            kwargs={"game": name},
        )
