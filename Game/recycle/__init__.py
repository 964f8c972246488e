"""RECYCLE, a language that describes card games.

`reading` turns the text of a description into typed nodes, `compiling` turns the nodes into the
objects of `machine`, and `program` holds them. `game` and `state` make it a game of the arena.
docs/recycle-engine.md lists what we know of the language's first engine.
"""
