"""The labels of choices: what stands before the bracket in `1) 7♥   2) Q♠`. A person may type it.

A bid is its own label: `0) bid 0   1) bid 1`. So a number never means another choice than the one
that it names. Choices without a number of their own are counted from 1. Beside bids they have
letters, because each number there would look like a bid: `a) pass   4) BID = 4   5) BID = 5`.
"""

import re
from collections.abc import Sequence
from string import ascii_lowercase

from Players.terminal.cards import Faces

AMOUNT = re.compile(r"(?:([^\d,+()]+) )?(\d+)")  # `bid 3`, `BID = 3`, `3`
KEYS = "hq"  # a hint, leave
LETTERS = [letter for letter in ascii_lowercase if letter not in KEYS]


def label_choices(faces: Faces, texts: Sequence[str]) -> list[str]:
    """The label of each choice."""
    amounts = _amounts(faces, texts)
    others = [text for text in texts if text not in amounts]
    if not amounts or len(others) > len(LETTERS):
        return [str(place) for place in range(1, len(texts) + 1)]
    letters = iter(LETTERS)
    return [str(amounts[text]) if text in amounts else next(letters) for text in texts]


def order_choices(faces: Faces, texts: Sequence[str]) -> list[int]:
    """The positions of the choices: bids from the lowest to the highest, cards as in a hand."""
    amounts = _amounts(faces, texts)
    return sorted(faces.order(texts), key=lambda place: amounts.get(texts[place], -1))


def _amounts(faces: Faces, texts: Sequence[str]) -> dict[str, int]:
    """The numbers of those choices that are numbers of one thing, such as bids."""
    matches = {text: AMOUNT.fullmatch(text) for text in texts if not faces.find(text)}
    found = {text: match for text, match in matches.items() if match}
    amounts = {text: int(match[2]) for text, match in found.items()}
    are_of_one_thing = len({match[1] for match in found.values()}) == 1
    are_different = len({*amounts.values()}) == len(amounts)
    return amounts if are_of_one_thing and are_different else {}


def drop_word(faces: Faces, texts: Sequence[str], answer: str) -> str:
    """The number alone, if the answer is a number with the word of the bids: 2 for `bid 2`."""
    words = {_word(text) for text in _amounts(faces, texts)}
    match = AMOUNT.fullmatch(answer)
    return match[2] if match and match[1] and words == {_word(answer)} else answer


def example_amount(faces: Faces, texts: Sequence[str]) -> str:
    """The number of one of the bids among these choices. Empty if there are none."""
    amounts = sorted(_amounts(faces, texts).values())
    return str(amounts[len(amounts) // 2]) if amounts else ""


def _word(text: str) -> str:
    """The word before the number, as a person may type it: BID for `BID = 3` and `bid 3`."""
    match = AMOUNT.fullmatch(text)
    return match[1].rstrip(" =").upper() if match and match[1] else ""


def list_labels(labels: Sequence[str]) -> str:
    """The labels in short: `1-10`, `0, 2`, `a, 4-8`."""
    runs: list[list[str]] = []
    for label in labels:
        if runs and _is_next(runs[-1][-1], label):
            runs[-1].append(label)
        else:
            runs.append([label])
    return ", ".join(run[0] if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def say_labels(labels: Sequence[str]) -> str:
    """What to type, in words."""
    short = list_labels(labels)
    if "," in short:
        return f"one of {short}"
    return f"a number from {labels[0]} to {labels[-1]}"


def _is_next(label: str, other: str) -> bool:
    return label.isdecimal() and other.isdecimal() and int(other) == int(label) + 1
