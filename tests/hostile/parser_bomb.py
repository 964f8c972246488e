# expect: load
# levels: sandbox docker process
"""Its source is nested too deeply for the parser."""

X = ()
