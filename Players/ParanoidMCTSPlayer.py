from Players.SearchPlayer import SearchPlayer


class ParanoidMCTSPlayer(SearchPlayer):
    """Tree search that takes all others, but for its own side, to play against it.

    In Tarot the two defenders are one side, whoever the taker is.
    """

    policy = "paranoid"
