"""The limits of the searches, and special numbers in place of a node or a side."""

NEW = -1  # in place of a child: the action has no node
AGAINST_US = -1  # in place of a side: the action should hurt the side that searches

HIGHEST = 1_000_000  # numbers of actions are below it
WIDEST = 1024  # actions that are considered in one position
DEEPEST = 512  # moves of a simulation that follow the tree
RIPE = 8  # visits of a node, for each action there, before it gets children
MOST_NODES = 1_000_000  # about 40 MB; then the tree stops growing, and the search goes on
