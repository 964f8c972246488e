# expect: load
# levels: sandbox process
"""Source that the parser cannot swallow."""

X = ()
