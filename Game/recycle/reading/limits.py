"""How large a described game may be, where its text alone already says it."""

MOST_CARDS = 2000  # of all decks of a game together
