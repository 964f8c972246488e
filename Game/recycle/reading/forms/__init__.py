"""The readers of forms: functions that turn a form into a node, and refuse what is none.

`steps` reads stages and choices, `actions` what a game does, `setup` what it creates. `values` reads
a value of a given type with `value_forms`, `card_groups` and `point_maps`.
"""
