"""From forms to typed nodes, in layers: `reader` has what all need, `values` reads what has a
value, `decks` sets up, `actions` reads what is done, and `steps` the course of a game."""
