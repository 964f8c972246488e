"""The numbers of the agents, and of the layers of knowledge of `kripke`."""

RANDOM, GREEDY, GREEDY_KRIPKE, FULL_KRIPKE = range(4)
AGENTS = {"random": 0, "greedy": 1, "greedykripke": 2, "fullkripke": 3}

NONE, PER_CARD, COUNTING, KNOWING = range(4)
LAYERS = {"none": 0, "per-card": 1, "counting": 2, "knowing": 3}
