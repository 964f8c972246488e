"""The numbers that the searches share: how large things may be, and what stands for nothing."""

NEW = -1  # in place of a child: an action that was never tried here
AGAINST_US = -1  # in place of the side that an action is to serve

HIGHEST = 1_000_000  # numbers of actions are below it
WIDEST = 1024  # actions that are considered in one position
DEEPEST = 512  # moves that a walk follows the tree
RIPE = 8  # visits of a node, for each action there, before these are tried
MOST_NODES = 1_000_000  # about 40 MB; then the tree grows no more, and the search goes on
