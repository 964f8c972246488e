"""What a seat can conclude from a game so far: which cards may lie where it cannot see.

`history` notes what was chosen. `testimony` plays it again and finds, for every choice and every
condition that looked at hidden cards, the `formulas` that must hold in each possible world;
`partial` computes values of which some cards are unknown. `arrangements` draws worlds in which the
formulas hold, all equally likely.
"""
