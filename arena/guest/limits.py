"""What the arena asks a slot for: a box with these limits, and what to import before it is made."""

from msgspec import Struct


class Limits(Struct, frozen=True):
    """What a bot may use of the machine."""

    memory: int  # bytes of address space, all in all
    threads: int = 16
    files: int = 32


class Order(Struct, frozen=True):
    """One box, to be forked from a slot."""

    limits: Limits
    imports: tuple[str, ...] = ()  # modules of ours or of allowed packages that the bot names
