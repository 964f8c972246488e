# expect: load
# levels: sandbox docker process
"""Loops for ever while it is imported."""

while True:
    pass
