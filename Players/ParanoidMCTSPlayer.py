from Players.ISMCTSPlayer import ISMCTSPlayer


class ParanoidMCTSPlayer(ISMCTSPlayer):
    """Tree search that assumes that all other sides play together against its own side.

    In Tarot the two defenders are one side against the taker.
    """

    policy = "paranoid"
