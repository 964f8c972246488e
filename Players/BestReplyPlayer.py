from Players.SearchPlayer import SearchPlayer


class BestReplyPlayer(SearchPlayer):
    """Tree search in which one opponent replies to each of its moves, the one that hurts most.

    The others play anything, so that it looks further ahead.
    """

    policy = "bestreply"
