"""Networks that `arena train` made, and how they choose. `LearnedPlayer` plays with them.

There is a folder for each game: `weights.npy`, `inputs.npy` (the places of a row that the network
uses), and `about.json` with the command that made them. So that a wheel is smaller, the weights are
rounded to 5 bits of their fraction in Brisca, and to 6 in BoerenBridge
(`tools/shorten_weights.py`). In 2,160 positions of Brisca the network then chose another action in
4, and in 3,000 of BoerenBridge in 10.
"""
