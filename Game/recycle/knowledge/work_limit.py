"""The limit of the work that conclusions and imagined worlds may cost.

Work is counted in steps and not in seconds, so that it ends at the same point on every machine. A
step is a part of a formula that is looked at, or a card that is placed.
"""

# For the conclusions from one turn: to compute values that depend on hidden cards, and to find what
# is still known of cards whose positions nobody knows any longer.
MOST_STEPS_OF_VALUES = 400_000
MOST_STEPS_TO_FORGET = 400_000
MOST_STEPS_OF_WORLD = 300_000  # of an imagined world
MOST_KEPT = 20_000  # cards that all claims name together after a turn, each as often as they do


class OutOfSteps(Exception):
    """The work would be too much."""


class StepLimit:
    """So many steps are allowed. `used` counts them.

    An exact result may use half of them. What is left over then serves for a shorter result, which
    says less.
    """

    def __init__(self, most: int) -> None:
        self.most, self.used = most, 0
        self.is_exact = True  # are there steps left for an exact result?

    def take(self, steps: int) -> None:
        self.used += steps
        if self.used > self.most:
            raise OutOfSteps

    def take_exact(self, steps: int) -> None:
        """Take steps for an exact result."""
        if 2 * (self.used + steps) > self.most:
            self.is_exact = False
        if not self.is_exact:
            raise OutOfSteps
        self.used += steps
