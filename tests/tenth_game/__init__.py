"""A game for tests: it needs only one folder, and one entry in the registry."""
