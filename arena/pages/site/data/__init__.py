"""The data that the pages show: facts, a digest of the games, a summary, and names and links."""
