"""Registers the games with gymnasium, which calls this when it is imported."""

from gymnasium.envs import registration

from Game.registry import names

VERSION = 0


def register() -> None:
    """Make `gymnasium.make("CardArena/brisca-v0")` work for every game."""
    for name in names():
        registration.register(
            id=f"{name}-v{VERSION}",  # gymnasium puts the name of the entry point before it
            entry_point="arena.learn.seat_env:SeatEnv",
            kwargs={"game": name},
        )
