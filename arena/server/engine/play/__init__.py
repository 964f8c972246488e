"""The play lane: plays the games that are due, and publishes what is live."""
