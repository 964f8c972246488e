"""Files that teams hand in: kept for ever, each under its content, with a receipt."""

from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from pathlib import Path

from arena.common.errors import ArenaError
from arena.common.input_files import read_input
from arena.competition.config.folder import SUBMISSIONS, Competition, save
from arena.competition.config.names import checked_name, key
from arena.competition.config.settings import Phase
from arena.competition.entries.windows import window
from arena.competition.play.entrants import HOUSE
from arena.competition.play.phase_state import phase_state
from arena.competition.results.publishing import is_published
from arena.store.store import Team, Version


@dataclass(frozen=True)
class Receipt:
    """What the command prints for the team."""

    team: Team
    version: Version
    phase: str
    new: bool  # or is it the team's last version once more?
    warning: str


def submit(competition: Competition, path: Path, name: str) -> Receipt:
    """Take the file for the team, if files are taken now."""
    source = _read(path)
    now, warning = competition.now()
    name = checked_name(name)
    _check_registered(competition, name)
    phase = open_window(competition, now)
    _check_in(competition, phase, name)
    content = sha256(source).hexdigest()
    place = Path(SUBMISSIONS, key(name), f"{content[:16]}.py")
    team = competition.store.register(name, key(name))
    save(competition.path / place, source)
    before = {version.number for version in competition.store.versions(team)}
    version = competition.store.add_version(team, content, place.as_posix(), now, phase.name)
    return Receipt(team, version, version.phase, version.number not in before, warning)


def open_window(competition: Competition, now: datetime) -> Phase:
    """The phase for which files are taken now."""
    phases = competition.settings.phases
    closed = {
        phase.name
        for phase in phases
        if is_published(competition, phase.name)
        or (phase is not phases[-1] and _is_over(competition, phase))
    }
    return window(phases, closed, now)


def _is_over(competition: Competition, phase: Phase) -> bool:
    if not competition.store.count(phase.name):
        return False
    return phase_state(competition, phase.name).progress_now().over


def _read(path: Path) -> bytes:
    if path.is_dir():
        raise ArenaError(f"{path} is a folder: a bot is one Python file, name that")
    if path.suffix != ".py":
        raise ArenaError(f"{path}: a bot is one Python file, its name ends in .py")
    try:
        return read_input(path, "a bot", follow=False)
    except FileNotFoundError:
        raise ArenaError(f"{path}: there is no such file, seen from {Path.cwd()}") from None


def _check_registered(competition: Competition, name: str) -> None:
    if key(name).startswith(f"{HOUSE.casefold()} "):
        raise ArenaError(
            f"{name!r} cannot be the name of a team: the bots of the house are called so, choose "
            f"another"
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


def _check_in(competition: Competition, phase: Phase, name: str) -> None:
    """For a phase that follows another only those who went on may hand in."""
    if not phase.source:
        return
    if all(team.key != key(name) for team in phase_state(competition, phase.name).teams):
        raise ArenaError(
            f"Files are taken for {phase.name} now, and {name} did not go on from {phase.source}"
        )
