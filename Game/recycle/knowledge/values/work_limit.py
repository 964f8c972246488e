"""The limit of the work that conclusions and imagined worlds may cost.

Work is counted in steps and not in seconds, so that it ends at the same point on every machine. A
step is a part of a formula that is looked at, or a card that is placed.
"""

# A view must not tell what its seat cannot see. So where the work of a seat's claims ends must not
# depend on what other seats know: a limit is for the claims that some seats share, after a move.
MOST_STEPS_OF_VALUES = 400_000  # to compute the values of one turn that depend on hidden cards
MOST_STEPS_TO_FORGET = 100_000  # to find what such claims say after an unseen move
MOST_EXACT_MOVES = 8  # in one turn: after more unseen moves, only a shorter form of claims is kept
MOST_MOVES = 64  # in one turn: after more unseen moves, no claim is kept
MOST_KEPT = 5_000  # cards that all claims of a seat name together, each as often as they do
MOST_STEPS_OF_WORLD = 300_000  # of an imagined world


class OutOfSteps(Exception):
    """The work would be too much."""


class StepLimit:
    """So many steps are allowed. `used` counts them.

    An exact result may use half of them. What is left over then serves for a shorter result, which
    says less.
    """

    def __init__(self, most: int, is_exact: bool = True) -> None:
        self.most, self.used = most, 0
        self.is_exact = is_exact  # may there be an exact result?

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
