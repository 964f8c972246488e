# expect: load
# levels: sandbox docker process
"""Takes all memory while it is imported."""

HELD = [0]
while True:
    HELD += HELD
