"""The ways to search a tree: what the search believes each seat wants, and how it selects actions.

A policy is data, which `TreeSearch` reads.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Policy:
    against_us: bool  # do the others want our worst result? If not, each wants its own best
    by_parent: bool  # is n the parent's visits, or how often the action was possible?
    one_replies: bool  # does one opponent reply to our move, while the others play at random?
    c: float  # with a larger c, actions that were tried less are tried more often


POLICIES = {
    # Information sets: each side wants its own best; an action counts when it was possible.
    "ismcts": Policy(against_us=False, by_parent=False, one_replies=False, c=0.4),
    # All seats that are not on our side play against us.
    "paranoid": Policy(against_us=True, by_parent=True, one_replies=False, c=0.4),
    # Each side wants its own best; an action counts whenever its position was reached.
    "maxn": Policy(against_us=False, by_parent=True, one_replies=False, c=0.4),
    # The opponent that hurts most replies to our move; the others play at random.
    "bestreply": Policy(against_us=True, by_parent=True, one_replies=True, c=0.4),
}
