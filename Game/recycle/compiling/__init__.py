"""From nodes to the objects of `machine`: `values` compiles expressions with a value, `actions`
changes of the table, and `steps` the instructions. `program` puts all of them together. Only
`Program.effects` runs during a game.
"""
