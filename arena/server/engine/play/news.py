"""A short description of everything on which it depends which games are to be played.

While it stays the same, there is nothing new to play.
"""

from datetime import datetime
from hashlib import sha256
from pathlib import Path

from arena.competition.config.paths import FILE
from arena.competition.config.settings import Settings
from arena.competition.entries.waiting import SETTLED
from arena.competition.log import ANNOUNCE, FREEZE, SILENCE, UNFREEZE, history
from arena.store.store import Store

ONLY_SHOWN = (ANNOUNCE, SILENCE, FREEZE, UNFREEZE)


def file_news(folder: Path) -> str:
    """Changes with competition.toml."""
    return sha256((folder / FILE).read_bytes()).hexdigest()


def entry_news(store: Store) -> str:
    """Changes with each file and verdict, and with each decision that may change what is played."""
    versions = [(version.id, version.status) for version in store.versions()]
    made = [each for each in history(store).decisions if each.what not in ONLY_SHOWN]
    return repr((versions, made))


def all_news(settings: Settings, store: Store, now: datetime) -> str:
    """Changes also with games that another process has played, and with deadlines that pass."""
    waiting = [version.id for version in store.versions() if not version.status]
    return repr((entry_news(store), store.known_lengths(), time_news(settings, now), waiting))


def time_news(settings: Settings, now: datetime) -> str:
    """Changes with deadlines that pass."""
    times = [time for each in settings.phases for time in (each.opens, each.deadline) if time]
    return repr([(now > time, now > time + SETTLED) for time in times])
