"""A hint for a person: a search judges the choices."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from Players.search import Candidate

BUDGET = 1.0  # seconds
SHOWN = 5  # choices that the hint lists


def hint(observation: Any) -> str:
    """The results of a search of one second, in words.

    The search knows no more than the person: it imagines the hidden cards.
    """
    from Players.search import search  # a game without a hint starts faster

    result = search(observation.clone(), BUDGET, "ismcts")
    best, *others = result.candidates
    lines = [
        f"Hint: {best.text}. The search has played {result.simulations:,} imagined games.",
        "How good each choice looks, from 0 (a certain loss) to 100 (a certain win):",
        "   ".join(f"{each.text}: {100 * each.mean:.0f}" for each in result.candidates[:SHOWN]),
    ]
    equal = [each.text for each in others if _are_equal(best, each)]
    if equal:
        lines.append(f"The search sees no clear difference between {best.text} and {_some(equal)}.")
    return "\n".join(lines)


def _are_equal(best: "Candidate", other: "Candidate") -> bool:
    return other.high >= best.low


def _some(texts: list[str]) -> str:
    *first, last = texts[:SHOWN]
    return f"{', '.join(first)} or {last}" if first else last
