"""The code that runs in a box with a bot.

The arena uses these modules too, so there is one way to load a bot, to call it and to describe its
faults. They import `Game`, `Players` and each other, and nothing else of the arena.
"""
