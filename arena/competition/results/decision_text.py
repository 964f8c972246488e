"""The organiser's decisions as sentences."""

from collections.abc import Iterator
from datetime import datetime

from arena.common.times import minute
from arena.competition.config.folder import Competition
from arena.competition.entries.decisions import (
    ANNOUNCE,
    LEAVE,
    OPEN_WINDOW,
    Decision,
    decisions,
)
from arena.pages.words import Words


def decision_texts(competition: Competition, words: Words) -> Iterator[tuple[datetime, str]]:
    """The time and the text of each decision, the first one first."""
    names = {team.key: team.name for team in competition.store.teams()}
    titles = phase_titles(competition, words)
    for each in decisions(competition):
        phase = titles.get(each.phase, each.phase)
        yield each.at, decision_text(each, names.get(each.team, ""), words, phase)


def phase_titles(competition: Competition, words: Words) -> dict[str, str]:
    """What the pages call each phase, by its name."""
    return {
        phase.name: words.phase(phase.name, phase.title) for phase in competition.settings.phases
    }


def decision_text(decision: Decision, team: str, words: Words, phase: str = "") -> str:
    """The decision and its reason. `team` is the name of the team, `phase` the title of the phase.

    Without a title, the phase has its name.
    """
    phase = phase or decision.phase
    key = decision.what.replace(" ", "_")
    if decision.what == OPEN_WINDOW and _time(decision):
        key = "open_window_until"
    if decision.received:
        key = "late_file_at"
    if decision.games:
        text = words.count("site.decision.rerun", len(decision.games), phase=phase)
    else:
        text = words(
            f"site.decision.{key}",
            team=team,
            version=decision.version,
            phase=phase,
            bots=", ".join(decision.bots),
            time=_time(decision),
        )
    parts = [text]
    if decision.rounds and decision.what in LEAVE:
        effect = "void" if decision.void else "left_out" if decision.left_out else "forfeit"
        parts.append(words(f"site.decision.{effect}"))
    if decision.what == ANNOUNCE:
        return f"{text} {decision.reason}"
    if decision.reason:
        parts.append(words("site.decision.reason", reason=decision.reason))
    return " ".join(parts)


def _time(decision: Decision) -> str:
    """The end of a window for files."""
    until = decision.received or decision.times.get("deadline")
    return minute(until) if until else ""
