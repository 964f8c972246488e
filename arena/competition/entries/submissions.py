"""Files that teams hand in. They are never deleted. A file's name is the hash of its content.

`arena/competition/play/submitting.py` decides whether a file is taken now, and for which phase.
"""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from arena.bots.code import BotCode, check_suffix, read_code
from arena.common.errors import ArenaError
from arena.common.times import second
from arena.competition.config.folder import Competition, save
from arena.competition.config.house import is_house_name
from arena.competition.config.names import checked_name, key
from arena.competition.config.paths import SUBMISSIONS
from arena.competition.config.settings import Phase
from arena.store.store import Team, Version


@dataclass(frozen=True)
class Receipt:
    """The receipt that the command prints for the team."""

    team: Team
    version: Version
    phase: str
    new: bool  # False: it is the same file as the team's last version
    warning: str

    @property
    def sentence(self) -> str:
        version, team = self.version, self.team.name
        when, what = second(version.received_at), f"version {version.number} for {self.phase}"
        if not self.new:
            return f"{team}: this file is {what} already, handed in at {when}"
        return f"{team}: {what}, received at {when}, sha256 {version.sha256}"


def read_bot(competition: Competition, path: Path) -> BotCode:
    """The bot's file, or the files of its package; a refusal if it cannot be a bot."""
    check_suffix(path)
    code = read_code(path, competition.settings.submission_size, follow=False)
    code.check_packages(competition.settings.packages, path)
    return code


def registered_name(competition: Competition, name: str) -> str:
    """The name in its usual form, if a team of that name may hand in files."""
    name = checked_name(name)
    if is_house_name(name):
        raise ArenaError(
            f"{name!r} cannot be the name of a team: the house bots are called so, choose another"
        )
    settings = competition.settings
    listed = {key(each): each for each in settings.names}
    if listed.get(key(name), name) != name:
        raise ArenaError(
            f"The team is listed as {listed[key(name)]!r} in competition.toml, not as {name!r}: "
            f"hand in under that name"
        )
    if not settings.open and key(name) not in listed:
        raise ArenaError(
            f"There is no team {name!r} in this competition, and it is not open to others: "
            f"the teams are listed in competition.toml, under [teams]"
        )
    return name


def keep(
    competition: Competition, code: BotCode, team: Team, phase: Phase, now: datetime, warning: str
) -> Receipt:
    """Keep the bot as the team's next version. A package is stored as a new archive."""
    suffix, content = code.as_one_file()
    place = Path(SUBMISSIONS, team.key, f"{code.sha256[:16]}{suffix}")
    save(competition.path / place, content)
    before = {version.number for version in competition.store.versions(team)}
    version = competition.store.add_version(team, code.sha256, place.as_posix(), now, phase.name)
    return Receipt(team, version, version.phase, version.number not in before, warning)
