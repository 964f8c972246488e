"""The arena's order to a new slot: the limits of its boxes, and the modules to import."""

from msgspec import Struct


class Limits(Struct, frozen=True):
    """How much of the machine a bot may use."""

    memory: int  # bytes of address space in total
    threads: int = 16
    files: int = 32


BOT_COMES = b"bot"  # the arena's message to a slot, before the `Load` of the next games' bot
UNREPORTED = b"unreported"  # a slot's message: its boxes cannot report calls to the kernel
LONGEST_ORDER = 128 * 1024  # bytes: the text of a described game is among its options


class Order(Struct, frozen=True):
    """The kind of boxes that a slot makes."""

    limits: Limits
    game: str
    options: dict[str, str]
    imports: tuple[str, ...] = ()  # our modules, and allowed packages, that the bot's file names
    package: str = ""  # the hash of the bot's package; empty: the bot is one file
    reports: bool = False  # for an examination: the kernel tells the arena what a bot tries
    folder: str = ""  # where the slot finds the files of the package; the arena sets it
