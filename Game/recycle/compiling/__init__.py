"""From nodes to the objects of `machine`: `values` compiles what has a value, `actions` what
changes the table, and `steps` the instructions of the program. Nothing here runs during a game.
"""
