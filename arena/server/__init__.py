"""The live site: `web` talks to people, and `engine` admits, plays and publishes (decision 48)."""
