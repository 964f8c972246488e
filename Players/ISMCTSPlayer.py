from Players.SearchPlayer import SearchPlayer


class ISMCTSPlayer(SearchPlayer):
    """Searches a tree of what its seat can tell apart, in a new imagined world each time.

    Everybody is thought to play for his own side.
    """

    policy = "ismcts"
