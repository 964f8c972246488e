"""From text to a description of typed nodes.

`sexpr` makes forms of the text, and the readers in `forms` make nodes of them; they are functions
over a `ReadContext`. `dialects` says which dialect a text is in, `header` reads the comments at its
top, and `layout` formats it.
"""
