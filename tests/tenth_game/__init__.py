"""A game as a test subject: one folder, and one entry in the registry, is all that it needs."""
