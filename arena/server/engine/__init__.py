"""The half that admits, plays and publishes: two lanes, each a process of its own."""
