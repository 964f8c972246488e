from Players.SearchPlayer import SearchPlayer


class ISMCTSPlayer(SearchPlayer):
    """Searches a tree of the positions that its seat can tell apart, in a new world each time.

    It believes that every seat plays for its own side.
    """

    policy = "ismcts"
