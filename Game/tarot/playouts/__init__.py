"""Plays imagined games of French Tarot to their end: by habit, or with random cards.

`bidding` and `habits` play as most people would, `random_cards` plays any legal card.
"""
