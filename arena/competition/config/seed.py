"""The master seed of a competition. It is secret until the end, but its hash is published first.

All random numbers are derived from it. A team that noted the hash can check afterwards that the
organiser did not change the seed. The hash is that of the file: `sha256sum Out/seed`.
"""

import secrets
from hashlib import sha256
from pathlib import Path

from arena.common.errors import ArenaError
from Game.core.keys import derive, master_key

PLACE = Path("Out", "seed")  # in the folder of the competition


def new_seed() -> str:
    return secrets.token_hex(32)


def read_seed(folder: Path) -> str:
    """The seed of the competition in this folder."""
    path = folder / PLACE
    try:
        text = path.read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ArenaError(
            f"{path}, the master seed, cannot be read: {reason}. Put it back as it was: without it "
            f"no game that was played can be played on or checked"
        ) from None
    if not text:
        raise ArenaError(f"{path} is empty, the master seed should be in it: put it back as it was")
    return text


def phase_key(seed: str, phase: str) -> bytes:
    """The source of all luck of the phase with this name."""
    return derive(master_key(seed), "phase", phase)


def fingerprint(seed: str) -> str:
    """The hash that is published before the first game."""
    return sha256(seed.encode()).hexdigest()
