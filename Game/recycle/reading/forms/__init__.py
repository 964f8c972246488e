"""From forms to nodes: functions that turn a form into a node, and refuse what is none.

`description` reads a whole game with `setup`, `steps` (stages and choices) and `actions`. `values`
reads a value of a given type, with `value_forms`, `card_groups` and `point_maps`. `checker` looks
for mistakes in a whole description, and `convert` translates one from dialect 0.4 to 0.5.
"""
