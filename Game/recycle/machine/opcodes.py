"""Constants that the modules of the machine share, and the limits of a game."""

NOBODY = -1  # no player is queued
NO_CARD = -(1 << 40)  # in place of a card where there is none
UNKNOWN = -2  # the face of a card that must not be looked at (see `Game/recycle/knowledge`)

# How a card that moves is chosen: by its face, by its position, or by its name.
BY_FACE, BY_PLACE, NAMED = range(3)

# The kinds of instructions.
RUN, CHOOSE, ENTER, TEST, ADVANCE, LEAVE, LET, EACH, NEXT = range(9)

ACTION_WORK = 10  # the work of one action, as `Table.burn` counts it
CHOICE_WORK = 100  # of a choice, whatever else it does
MOST_WORK = 1_000_000_000  # of a whole game

LARGEST = 10**12  # a game with larger numbers is stopped
MOST_ITEMS = 10_000  # in a range
MOST_OPTIONS = 20_000  # of a choice
DEEPEST = 100  # picks within picks of one option
