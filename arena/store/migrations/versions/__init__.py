"""The steps, one in each file. A released step never changes."""
