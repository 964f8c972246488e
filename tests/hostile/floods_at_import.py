# expect: load
# levels: sandbox docker process
"""Prints without end while it is imported."""

import os

while True:
    os.write(1, bytes(65536))
