# expect: load
# levels: sandbox docker process
"""Source that the parser cannot swallow."""

X = ()
