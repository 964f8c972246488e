"""Sizes of files, as people write them."""

import re

from arena.common.errors import ArenaError

KIB, MIB = 1024, 1024 * 1024
UNITS = {"B": 1, "kB": 1000, "KiB": KIB, "MB": 1000_000, "MiB": MIB, "GB": 10**9, "GiB": 2**30}


def parse_size(text: str) -> int:
    """The bytes of a size such as "1 MiB"."""
    match = re.fullmatch(r"(\d{1,9})\s*([A-Za-z]+)", text.strip(), re.ASCII)
    units = {name.lower(): unit for name, unit in UNITS.items()}
    if match is None or match[2].lower() not in units:
        raise ArenaError(f'{text[:40]!r} is not a size: write it as in "1 MiB" or "500 kB"')
    return int(match[1]) * units[match[2].lower()]


def size_text(size: int) -> str:
    """The size in a suitable unit."""
    for name, unit in (("MiB", MIB), ("KiB", KIB)):
        if size >= unit:
            value = f"{size / unit:.2f}".rstrip("0").rstrip(".")
            return f"{value} {name}"
    return f"{size} bytes"
