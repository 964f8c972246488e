"""From text to a description of typed nodes.

`sexpr` makes forms of the text. The readers are functions over a `ReadContext`: `description` reads
the whole game with `setup`, `steps`, `actions`, `values` and `value_forms`. `checker` looks for
mistakes in a whole description, `header` reads the comments at its top, and `layout` formats it.
"""
