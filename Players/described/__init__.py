"""Rules of thumb for games in the RECYCLE language: features of moves, and a fit of results."""
