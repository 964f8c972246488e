"""Selections of cards and groups of cards that only dialect 0.5 has, and its random numbers."""
