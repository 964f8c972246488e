"""The half that talks to people. It imports no bot, does not have the seed, starts no process."""
