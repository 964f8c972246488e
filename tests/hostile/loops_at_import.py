# expect: load
# levels: sandbox docker process
"""An endless loop while it is imported."""

while True:
    pass
