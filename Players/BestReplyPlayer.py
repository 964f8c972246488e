from Players.ISMCTSPlayer import ISMCTSPlayer


class BestReplyPlayer(ISMCTSPlayer):
    """Tree search in which only one opponent replies to each move: the one that can hurt it most.

    The others play at random. So the search looks further ahead.
    """

    policy = "bestreply"
