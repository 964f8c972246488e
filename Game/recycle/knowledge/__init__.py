"""What a seat can conclude from a game so far: which cards may lie where it cannot see.

`history` notes the choices. `conclusions` finds the `formulas` that hold in each possible world: it
plays every turn again (`turn_replay`), and each choice and each condition that looked at hidden
cards gives a formula (`claims`). `partial_values` computes values of which some cards are unknown,
with the functions of `readers`. `arrangements` draws worlds in which the formulas hold, all equally
likely.
"""
