"""Names of options, for records, bots and people.

The name comes from the effects of the option. A card that the player to move cannot see is not
named: the text must be the same in every world that the player holds possible.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from Game.recycle.machine.effects import CardMoved, Effect, NumberStored, TextStored
from Game.recycle.machine.plan import Plan

MOST_CARDS = 4  # that the name of an option lists
NOTHING = "pass"
MORE = "..."  # for what the option does with cards that the player cannot see

Option = tuple[Sequence[Effect], bool]  # its effects, and whether these are all


def option_texts(options: Sequence[Option], plan: Plan, seat: int) -> list[str]:
    """A text for each option, from its effects.

    It names the cards that the option moves. If two options would have the same text, theirs name
    all effects, or end with a number.
    """
    return distinct_texts(
        [short_text(option, plan, seat) for option in options],
        [full_text(option, plan, seat) for option in options],
    )


def short_text(option: Option, plan: Plan, seat: int) -> str:
    """The cards that an option moves; if it moves none, the numbers that it changes."""
    effects, is_all = option
    cards = [card for card, _ in _moves(effects, plan, seat)]
    if len(cards) > MOST_CARDS:
        cards[MOST_CARDS - 1 :] = [f"{len(cards) - MOST_CARDS + 1} more"]
    if cards:
        return _joined(cards, " + ", is_all)
    return _joined(_numbers(effects, plan), ", ", is_all) or NOTHING


def full_text(option: Option, plan: Plan, seat: int) -> str:
    """The cards and where they go, and the numbers that change."""
    effects, is_all = option
    moves = [f"{card} to {place}" for card, place in _moves(effects, plan, seat)]
    return _joined([*moves, *_numbers(effects, plan)], ", ", is_all) or NOTHING


def _joined(parts: list[str], between: str, is_all: bool) -> str:
    return between.join(parts if is_all else [*parts, MORE])


def _moves(effects: Sequence[Effect], plan: Plan, seat: int) -> Iterator[tuple[str, str]]:
    """Each card that moves, as people write it, and the name of the place where it goes."""
    unseen: dict[int, str] = {}  # cards that came from a place which the seat cannot see
    for effect in effects:
        if not isinstance(effect, CardMoved):
            continue
        row, owner = divmod(effect.start, plan.owners)
        kind, place = plan.labels[row]
        is_own = owner == 1 + seat
        if kind not in ("vloc", "oloc") or (kind == "oloc" and (is_own or owner > plan.players)):
            is_seen = kind == "iloc" and is_own
        else:
            is_seen = True
        if not is_seen:
            unseen.setdefault(effect.card, f"card of {place}")
        _, goal = plan.labels[effect.goal // plan.owners]
        label = unseen.get(effect.card)
        yield plan.face_names[effect.face] if label is None else label, goal


def _numbers(effects: Sequence[Effect], plan: Plan) -> list[str]:
    """The numbers and the texts that an option stores."""
    texts = []
    for effect in effects:
        if isinstance(effect, NumberStored):
            texts.append(f"{plan.store_names[effect.store // plan.owners]} = {effect.value}")
        elif isinstance(effect, TextStored):
            texts.append(f"{plan.text_names[effect.store // plan.owners]} = {effect.text}")
    return texts


def distinct_texts(short: Sequence[str], full: Sequence[str]) -> list[str]:
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
