"""Estimates the worth of a hand of French Tarot before play, and the bids that this allows.

The worth of a hand is the number of points that the taker with these 24 cards is expected to reach
above those that it needs, at petite. It is a sum over the features of the hand.

The weights are older than the script that now computes them. They were fitted to hands that the bot
`greedy` had played, but those hands were not stored. `python tools/tarot_weights.py` repeats the
fit with new deals, and prints exactly this table. It does so only because we searched for deals
with this result: other weights would change every seeded game. Other deals give similar weights
with other last digits (see the script), so the last digits have no meaning.
"""

WORTHS = {
    "the petit": 9.0,
    "the 21": 11.0,
    "the excuse": 10.5,
    "a trump": 2.5,
    "a high trump": 0.75,
    "a king": 4.5,
    "a queen": 3.0,
    "a cavalier": 1.5,
    "a card of a long suit": 0.5,
}
NOTHING = -45.0  # the worth of a hand without any of these features
HIGH = 15  # the lowest of the high trumps
LONG = 5  # a suit with this many cards is long; the fifth and each further card count

# The least worth of a hand for each contract; these numbers are set by hand. A garde is a petite
# that counts twice. At garde sans the taker misses the dog, which is worth about 11 points. At
# garde contre the defence also gets the dog's points: about as many again.
LEAST = {"petite": 0.0, "garde": 2.0, "garde sans": 14.0, "garde contre": 25.0}
