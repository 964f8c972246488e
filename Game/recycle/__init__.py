"""RECYCLE, a language that describes card games: its reader, its checker and its machine.

`forms` turns text into nested forms, `reader` forms into typed nodes, `checker` looks at the whole
description, `compiler` makes functions of it, and `table` is the position that they work on.
"""
