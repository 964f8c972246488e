"""All laws by name. Every registered game must obey each of them."""

from collections.abc import Callable

from conformance import (
    laws_of_inference,
    laws_of_knowledge,
    laws_of_learning,
    laws_of_observation,
    laws_of_play,
    laws_of_writing,
)
from conformance.subjects import Subject

Law = Callable[[Subject, int], None]

LAWS: dict[str, Law] = {
    name: law
    for module in (
        *(laws_of_play, laws_of_knowledge, laws_of_inference),
        *(laws_of_writing, laws_of_observation, laws_of_learning),
    )
    for name, law in vars(module).items()
    if name.startswith("check_") and law.__module__ == module.__name__
}


def hold(law: str, subject: Subject) -> None:
    """Check a law in a few random games."""
    for seed in subject.seeds:
        LAWS[law](subject, seed)
