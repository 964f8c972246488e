from Players.SearchPlayer import SearchPlayer


class ISMCTSPlayer(SearchPlayer):
    """Information-set Monte Carlo tree search: each simulation plays in a newly imagined world.

    All worlds share one tree. The bot assumes that every seat plays for its own side.
    """

    policy = "ismcts"
