"""The extra matches of a knockout after a tie. A page shows many draws in one line."""

from collections import defaultdict
from dataclasses import dataclass

from arena.pages.site.data.scene import Scene

FEW = 2  # draws that are shown as other matches are


@dataclass(frozen=True)
class DrawnMatch:
    number: str  # of the extra match
    href: str


@dataclass(frozen=True)
class DrawnMatches:
    """Many drawn extra matches of one meeting."""

    label: str  # Sudden death: 47 draws
    matches: list[DrawnMatch]


def many_draws(scene: Scene) -> dict[str, list[int]]:
    """The drawn extra matches of each meeting that has many of them, by the meeting's label."""
    tree = scene.phase.bracket
    if tree is None:
        return {}
    meetings = {each.label: each for some in tree.rounds for each in some}
    drawn: dict[str, list[int]] = defaultdict(list)
    for number, match in enumerate(scene.phase.matches):
        label, _, extra = match.label.rpartition(", ")
        if label in meetings:
            scores = meetings[label].scores[_number(extra) :][:1]
            if scores and scores[0].credit[0] == scores[0].credit[1]:
                drawn[label].append(number)
    return {label: some for label, some in drawn.items() if len(some) > FEW}


def draws_line(scene: Scene, numbers: list[int], up: str = "") -> DrawnMatches:
    """The line for these extra matches. `up` is the way to the folder of the phase."""
    labels = [scene.phase.matches[number].label.rpartition(", ")[2] for number in numbers]
    kind = scene.label(labels[0].rpartition(" ")[0])
    return DrawnMatches(
        scene.words.count("site.bracket.draws", len(numbers), kind=kind),
        [
            DrawnMatch(str(_number(label)), scene.match(number, up))
            for label, number in zip(labels, numbers, strict=True)
        ],
    )


def _number(extra: str) -> int:
    """Which extra match after its tie, from 1."""
    return int(extra.rpartition(" ")[2])
