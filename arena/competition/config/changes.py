"""Changes to a competition's file after a phase has begun: which are refused, and why.

The settings with which a phase began (`Settings.frozen`) are compared with the current file. So a
phase that has not begun can still change in every way, and new phases can be added.
"""

import json
from collections.abc import Iterator, Mapping
from datetime import datetime
from hashlib import sha256
from typing import Any, NamedTuple

from arena.common.times import minute

MAY = ""  # in place of a reason
ENTERED = "it decided which teams could take part"
AFTER_RESULTS = "the organiser already knows results"

# Why a key cannot change once the phase has begun.
COMPETITION: Mapping[str, str] = {
    "name": MAY,
    "game": "the games so far are of the old game",
    "options": "the games so far were played by the old rules",
    "seed": "the deals so far came from it, and its hash is published",
    "budget": "some teams would have had more time than others",
    "isolation": "some teams would have played under other conditions than others",
    "submission-size": "some teams could have handed in larger bots than others",
    "tolerance": MAY,  # it counts for files that are examined later
    "packages": "some teams could have used packages that others could not",
}
PHASE: Mapping[str, str] = {
    "name": MAY,  # a phase with another name is another phase
    "title": MAY,  # only the pages show it
    "broadcast": MAY,  # these four: only the live site looks at them
    "delay": MAY,
    "freeze": MAY,
    "own-games": MAY,
    "kind": "it decided the pairings",
    "from": ENTERED,
    "opens": ENTERED,
    "deadline": ENTERED,
    "house": "some teams would have met other bots than others",
    "games": "the matches so far had this number of games",
    "at-once": "the pairings so far depend on it",
    "play-out": AFTER_RESULTS,
    "rounds": "the matches so far were played for this number of rounds",
    "top": AFTER_RESULTS,
    "tiebreaks": AFTER_RESULTS,
    "third-place": AFTER_RESULTS,
    "tied": AFTER_RESULTS,
}
TIMES = ("opens", "deadline")  # the keys of times
# Kinds with one round, to which teams and games on further deals can be added at any time.
GROWING = ("qualifying", "round-robin")


class Change(NamedTuple):
    what: str
    before: Any
    after: Any
    why_not: str


def refusals(
    before: Mapping[str, Any], after: Mapping[str, Any], closed: bool = False
) -> list[str]:
    """A sentence for each change that is not allowed since the phase began.

    `closed`: the next phase has begun too, so no game of this one can be played again.
    """
    name = before["phase"]["name"]
    old, new = before["phase"], after["phase"]
    same_kind = old["kind"] == new["kind"]  # another kind has other keys: then report only the kind
    changed = [
        *_changes(before, after, COMPETITION, ""),
        *_changes(old, new, PHASE if same_kind else {"kind": PHASE["kind"]}, f" of phase {name}"),
    ]
    return [_sentence(change, name, closed) for change in changed]


def _changes(
    before: Mapping[str, Any], after: Mapping[str, Any], reasons: Mapping[str, str], of: str
) -> Iterator[Change]:
    """The changes of these keys that are not allowed."""
    for key, why_not in reasons.items():
        if key not in before or not why_not:  # missing: written by an older version
            continue
        was: Any = before[key]
        is_now: Any = after.get(key)
        if key == "options":
            for option in was:
                if was[option] != is_now.get(option):
                    yield Change(f"options.{option}", was[option], is_now.get(option), why_not)
        elif key == "games" and before["kind"] in GROWING and is_now >= was:
            continue
        elif key in TIMES:
            if _time(was) != _time(is_now):  # the same moment in another zone is no change
                yield Change(key + of, _time(was), _time(is_now), why_not)
        elif was != is_now:
            yield Change(key + of, was, is_now, why_not)


def _time(stored: str | None) -> datetime | None:
    return None if stored is None else datetime.fromisoformat(stored)


def _sentence(change: Change, phase: str, closed: bool) -> str:
    what, was, is_now, why_not = change
    if what == "seed":
        return (
            f"Out/seed is not the one with which the phase {phase} began: {why_not}. "
            f"Put back the seed with the hash {was}"
        )
    back, otherwise = "Change it back", "begin a new competition in another folder"
    before, now = _value_text(was), _value_text(is_now)
    difference = f"{what} was {before} when the phase {phase} began and is {now} now"
    if what.startswith("house of") and [bot[0] for bot in was] == [bot[0] for bot in is_now]:
        files = [old[0] for old, new in zip(was, is_now, strict=True) if old != new]
        difference = f"{what}: {', '.join(files)} is not what it was when the phase began"
        back = "Put the file back as it was"
    if what.startswith("house of") and len(was) == len(is_now) and not closed:
        otherwise = (
            "accept the change in public: arena replace-house. Then the games of these bots are "
            "played again"
        )
    if what.startswith(TIMES):
        otherwise = (
            "change it in public: arena window open, close or extend. They count in place of the "
            "file"
        )
    if what.startswith("games of"):
        why_not += f"; only in phases of kind {' or '.join(GROWING)} may there be more of them"
    return f"{difference}: {why_not}. {back}, or {otherwise}"


def _value_text(value: Any) -> str:
    """A value as in the file, or "left out"."""
    if value is None:
        return "left out"
    if isinstance(value, datetime):
        return minute(value)
    if isinstance(value, list) and all(isinstance(item, list) for item in value):
        value = [bot[0] for bot in value]  # house bots, without the hashes of their sources
    if isinstance(value, str) and "\n" in value:  # a game's text: by its hash
        value = f"a text with the hash {sha256(value.encode()).hexdigest()[:12]}"
    return json.dumps(value, ensure_ascii=False)
