"""What a hand of French Tarot is worth before it plays: a table of numbers, and what they allow.

The points that the taker has at the end above those that he needs, as a sum over the features of
his 24 cards; fitted to thousands of deals that were played at petite by rules of thumb.
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
NOTHING = -45.0  # the worth of a hand with none of them
HIGH = 15  # the lowest of the high trumps
LONG = 5  # so many cards of a suit make it long

# What a hand must be worth for each contract. A garde is a petite that counts twice: the dog costs
# garde sans about 11 points, and garde contre as many again.
LEAST = {"petite": 0.0, "garde": 2.0, "garde sans": 14.0, "garde contre": 25.0}
