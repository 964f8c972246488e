"""Numbers with a meaning that the machine's modules share, and the limits of what a game may do."""

NOBODY = -1  # no player is queued
NO_CARD = -(1 << 40)  # in place of a card where there is none

# How a card is chosen that moves: by what is on it, by where it lies, or by its name.
BY_FACE, BY_PLACE, NAMED = range(3)

# What an instruction of a game's course does.
RUN, CHOOSE, ENTER, TEST, ADVANCE, LEAVE, LET, EACH, NEXT = range(9)

ACTION_WORK = 10  # the work of one action, as `Table.burn` counts it

LARGEST = 10**12  # numbers beyond it are a game that has run away
MOST_ITEMS = 10_000  # in a range
MOST_OPTIONS = 20_000  # of a choice
DEEPEST = 100  # picks within picks of one option
