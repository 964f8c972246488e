"""Networks that `arena train` made, and how they choose. `LearnedPlayer` plays with them.

There is a folder for each game: `weights.npy`, and `about.json` with the command that made them.
"""
