"""The list of all experiments. An experiment's module is imported only when it is used."""

from importlib import import_module

from arena.common.errors import ArenaError
from arena.experiments.experiment import Experiment
from Game.core.options import nearest

# name -> the module and name of its Experiment, and its line in the list
EXPERIMENTS: dict[str, tuple[str, str]] = {
    "agram": (
        "arena.experiments.studies.agram:AGRAM",
        "Measure Agram and compare with published figures.",
    ),
    "boerenbridge-agents": (
        "arena.experiments.studies.boerenbridge_agents:AGENTS_AT_ONE_TABLE",
        "Measure the scores of BoerenBridge's four agents and compare with published ones.",
    ),
    "boerenbridge-knowledge": (
        "arena.experiments.studies.boerenbridge_knowledge:KNOWLEDGE",
        "Measure what each layer of knowledge adds to a player of BoerenBridge.",
    ),
    "described-knowledge": (
        "arena.experiments.studies.described_knowledge:DESCRIBED_KNOWLEDGE",
        "Measure what it is worth to conclude cards from choices in described games.",
    ),
    "kripke-learning": (
        "arena.experiments.studies.kripke_learning.report:KRIPKE_LEARNING",
        "Train networks with each set of features of BoerenBridge, and compare what they learn.",
    ),
    "tarot-strength": (
        "arena.experiments.studies.tarot_strength:TAROT_STRENGTH",
        "Compare paranoid search with rules of thumb in Tarot, at 0.1 s a move.",
    ),
    "tarot-search": (
        "arena.experiments.studies.tarot_search:TAROT_SEARCH",
        "Compare kinds of tree search in Tarot, as the taker and as the defence.",
    ),
}


def find(name: str) -> Experiment:
    """The experiment with this name."""
    if name not in EXPERIMENTS:
        raise ArenaError(f"There is no experiment {name!r}. " + nearest(name, list(EXPERIMENTS)))
    module, _, attribute = EXPERIMENTS[name][0].partition(":")
    loaded: Experiment = getattr(import_module(module), attribute)
    return loaded
