# expect: load
# levels: sandbox process
"""An endless loop while it is imported."""

while True:
    pass
