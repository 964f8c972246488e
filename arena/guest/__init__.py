"""What goes into the box with a bot, and nothing more.

The host uses these modules too: there is one way to load a bot, to let it think and to tell what
it did wrong. They import `Game`, `Players` and each other, and of the arena nothing else.
"""
