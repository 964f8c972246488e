"""Options in words: what is written of an action in records, and what bots and people read.

An option is told by its lines of a transcript. A card that the player to move cannot see is not
named: what is written must be the same in every world that the player holds possible.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

MOST_CARDS = 4  # of an option that are named
NOTHING = "pass"


def moves(lines: Sequence[str], seat: int) -> Iterator[tuple[str, str]]:
    """Each card that is moved, as people write it, and the name of the place where it goes."""
    unseen: dict[str, str] = {}
    for line in lines:
        if not line.startswith("N:"):
            continue
        card, rest = line[2:].split(" ", 1)
        start, goal = rest.split(" ?-> ")
        owner, kind, place = start.split(":")
        if kind != "VISIBLE" and not (kind == "INVISIBLE" and owner == f"p{seat}"):
            unseen.setdefault(card, f"card of {place}")
        named = " ".join([pair.split("=")[1] for pair in card.split(";")])
        yield unseen.get(card, named), goal.split(":")[-1]


def moved_cards(lines: Sequence[str], seat: int) -> str:
    """The cards that an option moves; where there are none, the numbers that it changes."""
    cards = [card for card, _ in moves(lines, seat)]
    if len(cards) > MOST_CARDS:
        cards[MOST_CARDS - 1 :] = [f"{len(cards) - MOST_CARDS + 1} more"]
    return " + ".join(cards) or ", ".join(numbers(lines)) or NOTHING


def numbers(lines: Sequence[str]) -> list[str]:
    """What an option stores."""
    stored = [line.split(" ")[-2:] for line in lines if line.startswith("S:")]
    return [f"{name} = {value}" for name, value in stored]


def all_effects(lines: Sequence[str], seat: int) -> str:
    """The cards and where they go, and the numbers that change."""
    found = [f"{card} to {place}" for card, place in moves(lines, seat)]
    return ", ".join([*found, *numbers(lines)]) or NOTHING


def told_apart(short: Sequence[str], full: Sequence[str]) -> list[str]:
    """For each option a text that no other has: the short one, the full one, or a numbered one."""
    times = Counter(short)
    longer = [text if times[text] == 1 else more for text, more in zip(short, full, strict=True)]
    alike = {
        text
        for text in times
        if len({more for one, more in zip(short, full, strict=True) if one == text}) < times[text]
    }
    texts = [text if text in alike else more for text, more in zip(short, longer, strict=True)]
    if len(set(texts)) == len(texts):
        return texts
    times, so_far = Counter(texts), Counter[str]()
    numbered = []
    for text in texts:
        so_far[text] += 1
        numbered.append(f"{text} ({so_far[text]})" if times[text] > 1 else text)
    if len(set(numbered)) == len(numbered):
        return numbered
    return [f"{text} ({number})" for number, text in enumerate(short, start=1)]
