"""Games and states of RoboBrisca, for its bots and scripts. The arena plays without them."""
