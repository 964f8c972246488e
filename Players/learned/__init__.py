"""Networks that `arena train` made, and how they choose. `LearnedPlayer` plays with them.

There is a folder for each game: `weights.npy`, `inputs.npy` (the places of a row that the network
uses), and `about.json` with the command that made them.
"""
