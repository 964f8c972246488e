from Players.SearchPlayer import SearchPlayer


class BestReplyPlayer(SearchPlayer):
    """Tree search in which only one opponent replies to each move: the one that can harm it most.

    The others play at random. So the search looks further ahead.
    """

    policy = "bestreply"
