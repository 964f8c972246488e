"""A season of millions of made-up games, and what each command needs for it."""
