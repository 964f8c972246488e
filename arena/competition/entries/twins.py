"""Finds teams that have handed in the same code, or very similar code.

Only organisers see the result. It is in the log of their actions, but in no page, letter or archive
of a team: similar code is a reason to ask the teams, but not a proof. `arena/bots/likeness.py`
compares the code.
"""

from collections.abc import Iterator, Sequence, Set
from itertools import combinations, product
from pathlib import Path
from typing import NamedTuple

import Players
from arena.bots.code import BotCode, read_code
from arena.bots.likeness import CodeProfile, likeness, profile_of
from arena.common.errors import BotError
from arena.competition.config.folder import Competition
from arena.store.store import Version

ALIKE = 0.8  # of the smaller bot's code


class Twins(NamedTuple):
    """Versions of two teams that are alike."""

    share: float
    one: Version
    other: Version
    how: str


class _Profiled(NamedTuple):
    version: Version
    profile: CodeProfile


def twins(competition: Competition) -> list[str]:
    """A sentence for each two teams whose code is alike.

    The newest version of each team is compared with all versions of the others. Code that is also
    in a bot of `Players` does not count, because all teams have it.
    """
    names = {team.key: team.name for team in competition.store.teams()}
    return [
        f"{names[each.one.team]}, version {each.one.number}, and {names[each.other.team]}, "
        f"version {each.other.number}: {each.how}"
        for each in _find_twins(competition)
    ]


def _find_twins(competition: Competition) -> Iterator[Twins]:
    """The most alike versions of each two teams."""
    by_team: dict[str, list[_Profiled]] = {}
    for version in competition.store.versions():
        try:
            code = read_code(competition.path / version.file)
        except BotError:  # the file is missing: admission reports this
            continue
        by_team.setdefault(version.team, []).append(_Profiled(version, profile_of(code)))
    known = _known_fingerprints()
    for one, other in combinations(by_team.values(), 2):
        pairs = [_compare(*pair, known) for pair in _pairs(one, other)]
        if alike := [each for each in pairs if each.how]:
            yield max(alike, key=lambda each: each.share)


def _pairs(
    one: Sequence[_Profiled], other: Sequence[_Profiled]
) -> Iterator[tuple[_Profiled, _Profiled]]:
    """The newest version of each with all versions of the other."""
    yield from product(one[-1:], other)
    yield from product(one[:-1], other[-1:])


def _compare(one: _Profiled, other: _Profiled, known: Set[int]) -> Twins:
    mine, theirs = one.profile, other.profile
    share, how = likeness(mine, theirs, known), ""
    if mine.sha256 == theirs.sha256:
        share, how = 2.0, "the files are the same, byte for byte"
    elif share == 1.0 and mine.modules == theirs.modules:
        how = "the code is the same except for comments, names and layout"
    elif share >= ALIKE:
        how = f"{100 * share:.0f} % of the code is the same except for comments, names and layout"
    elif mine.data & theirs.data:
        how = "a data file is the same"
    return Twins(share, one.version, other.version, how)


def _known_fingerprints() -> Set[int]:
    """The fingerprints of all bots that come with the project."""
    folder = Path(Players.__path__[0])
    names = [name for name in (*Players.HOUSE, *Players.KIT) if name not in Players.IN_ROOMS]
    files = {f"{name}.py": (folder / f"{name}.py").read_bytes() for name in names}
    return profile_of(BotCode(files, "", is_package=True)).fingerprints
