"""An organiser's decision as a sentence."""

from arena.competition.entries.decisions import Decision
from arena.pages.words import Words


def decision_text(decision: Decision, team: str, words: Words) -> str:
    """The decision and its reason. `team` is the name of the team."""
    key = decision.what.replace(" ", "_")
    if decision.games:
        text = words.count("site.decision.rerun", len(decision.games), phase=decision.phase)
    else:
        text = words(
            f"site.decision.{key}",
            team=team,
            version=decision.version,
            phase=decision.phase,
            bots=", ".join(decision.bots),
        )
    parts = [text]
    if decision.rounds and decision.what != "restore":
        parts.append(words(f"site.decision.{'void' if decision.void else 'forfeit'}"))
    parts.append(words("site.decision.reason", reason=decision.reason))
    return " ".join(parts)
