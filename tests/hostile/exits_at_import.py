# expect: load
# levels: sandbox docker process
"""Ends its process while it is imported."""

import os

os._exit(0)
