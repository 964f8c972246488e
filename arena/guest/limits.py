"""What a bot may use of the machine: numbers that the arena tells whoever makes its box."""

from msgspec import Struct


class Limits(Struct, frozen=True):
    memory: int  # bytes of address space, all in all
    threads: int = 16
    files: int = 32
