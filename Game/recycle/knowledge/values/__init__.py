"""Formulas about hidden cards, and values of a description where some faces are unknown.

`partial_values` computes them, with a function for each kind of node: `readers` lists these, and
`selections`, `best_card` and `group_readers` have those of their subjects. `formulas` says when a
value is what it is. Nobody sees the results of chance (`tosses`). The real game is followed with
the chance that was noted (`same_luck`).
"""
