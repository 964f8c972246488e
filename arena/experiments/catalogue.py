"""The list of experiments: the only place that knows them all, and loads none until it is asked."""

from importlib import import_module

from arena.common.errors import ArenaError
from arena.experiments.experiment import Experiment
from Game.core.options import nearest

# name -> where its Experiment is, and its line in the list
EXPERIMENTS: dict[str, tuple[str, str]] = {
    "agram": (
        "arena.experiments.studies.agram:AGRAM",
        "The published figures of Agram beside ours.",
    ),
    "boerenbridge-agents": (
        "arena.experiments.studies.boerenbridge_agents:AGENTS_AT_ONE_TABLE",
        "The four agents of BoerenBridge: their scores beside the published ones.",
    ),
    "boerenbridge-knowledge": (
        "arena.experiments.studies.boerenbridge_knowledge:KNOWLEDGE",
        "What each layer of knowledge adds to a player of BoerenBridge.",
    ),
    "tarot-strength": (
        "arena.experiments.studies.tarot_strength:TAROT_STRENGTH",
        "The paranoid search beside the rules of thumb in Tarot, at a tenth of a second a move.",
    ),
    "tarot-search": (
        "arena.experiments.studies.tarot_search:TAROT_SEARCH",
        "Ways to search, compared in Tarot: as the taker and as the defence.",
    ),
}


def find(name: str) -> Experiment:
    """The experiment with this name."""
    if name not in EXPERIMENTS:
        raise ArenaError(f"There is no experiment {name!r}. " + nearest(name, list(EXPERIMENTS)))
    module, _, attribute = EXPERIMENTS[name][0].partition(":")
    found: Experiment = getattr(import_module(module), attribute)
    return found
