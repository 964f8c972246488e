"""How a database of an older version becomes one of today's. CONTRIBUTING.md: how to add a step."""
