from Players.SearchPlayer import SearchPlayer


class ParanoidMCTSPlayer(SearchPlayer):
    """Tree search that believes that all seats but those of its own side play against it.

    In Tarot the two defenders are one side, whoever the taker is.
    """

    policy = "paranoid"
