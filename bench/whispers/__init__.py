"""How much partners can tell each other past the rules; run `python -m bench.whispers`."""
