"""The ways to search a tree: what everybody is thought to want, and how often an action is tried.

A policy is data, which `TreeSearch` reads.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Policy:
    about: str
    against_us: bool  # do the others want nothing but our worst? Else each wants its own best
    by_parent: bool  # is an action compared by its parent's visits, or by its own chances?
    one_replies: bool  # does one opponent alone reply to our move, while the others play anything?
    c: float  # how eagerly what was tried less is tried again


POLICIES = {
    "ismcts": Policy(
        "Information sets: each side wants its own best, an action counts when it was possible.",
        against_us=False,
        by_parent=False,
        one_replies=False,
        c=0.4,
    ),
    "paranoid": Policy(
        "All others play against us, but for those on our side.",
        against_us=True,
        by_parent=True,
        one_replies=False,
        c=0.4,
    ),
    "maxn": Policy(
        "Each side wants its own best; an action counts whenever its position was reached.",
        against_us=False,
        by_parent=True,
        one_replies=False,
        c=0.4,
    ),
    "bestreply": Policy(
        "One opponent, the one that hurts most, replies to our move; the others play anything.",
        against_us=True,
        by_parent=True,
        one_replies=True,
        c=0.4,
    ),
}
