"""Bring a database of an older version up to date. CONTRIBUTING.md says how to add a step."""
