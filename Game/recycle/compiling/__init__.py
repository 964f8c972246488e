"""From nodes to the objects of `machine`: `values` compiles what has a value, `actions` what
changes the table, and `steps` the instructions. `program` puts all of them together. Only
`Program.effects` runs during a game.
"""
