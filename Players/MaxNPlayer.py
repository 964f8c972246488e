from Players.ISMCTSPlayer import ISMCTSPlayer


class MaxNPlayer(ISMCTSPlayer):
    """Tree search that assumes that each side wants only its own best result."""

    policy = "maxn"
