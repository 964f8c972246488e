"""How large a described game may be, as far as its text alone says it."""

MOST_CARDS = 2000  # of all decks of a game together
MOST_PLAYERS = 20
DEEPEST_FORM = 100  # forms within forms; no game needs a third of it
MOST_DIGITS = 9  # of a number

# A comment that lets a game imitate two mistakes of the first engine (docs/recycle-engine.md).
AS_FIRST_ENGINE = ";; as-first-engine"
