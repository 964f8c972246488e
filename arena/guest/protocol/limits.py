"""What the arena tells a new slot: the limits of its boxes, and what to import for them."""

from msgspec import Struct


class Limits(Struct, frozen=True):
    """What a bot may use of the machine."""

    memory: int  # bytes of address space, all in all
    threads: int = 16
    files: int = 32


class Order(Struct, frozen=True):
    """The kind of boxes that a slot makes."""

    limits: Limits
    game: str
    options: dict[str, str]
    imports: tuple[str, ...] = ()  # modules of ours or of allowed packages that the bot names
