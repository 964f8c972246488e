"""Publishes the bots of the teams in the last phase, with the names of their authors.

Rule 10 of RoboBrisca asks for this. It happens only if the organiser wants it, and never for an
earlier phase: its teams still play with these bots, or did not agree to it.
"""

from pathlib import Path

from arena.common.errors import ArenaError
from arena.competition.config.folder import Competition, save
from arena.competition.config.settings import Phase
from arena.competition.play.phase_state import PhaseState
from arena.pages.site.code import ATTRIBUTION, FOLDER
from arena.pages.site.data.facts import CodeFacts
from arena.pages.words import Words


def check_last(competition: Competition, phase: Phase) -> None:
    """Refuse to publish the code of a phase that another one follows."""
    for follower in competition.settings.phases:
        if follower.source == phase.name:
            raise ArenaError(
                f"{phase.name} is not the last phase: {follower.name} follows, so the code of its "
                f"teams stays private. Leave out --code, or publish {follower.name} with it"
            )


def write_code(state: PhaseState, folder: Path, words: Words) -> list[CodeFacts]:
    """Write the bots into the folder of the phase, as they played at its end."""
    facts = []
    for team, entrant in zip(state.teams, state.entrants, strict=False):  # house bots come last
        suffix, content = entrant.bot.code.as_one_file()
        name = f"{team.key}{suffix}"
        save(folder / FOLDER / name, content)
        facts.append(CodeFacts(team.name, team.members, name, entrant.bot.sha256))
    save(folder / FOLDER / ATTRIBUTION, _attribution(state, facts, words).encode())
    return facts


def _attribution(state: PhaseState, facts: list[CodeFacts], words: Words) -> str:
    """The authors of each file, for readers who have only this folder."""
    lines = [state.competition.settings.name, "", words("site.code.text"), ""]
    for each in facts:
        lines.append(f"{each.file}")
        lines.append(f"    {words('site.code.team')}: {each.team}")
        if each.members:
            lines.append(f"    {words('site.code.members')}: {', '.join(each.members)}")
        lines.append(f"    SHA-256: {each.sha256}")
    return "\n".join(lines) + "\n"
