from Players.SearchPlayer import SearchPlayer


class BestReplyPlayer(SearchPlayer):
    """Tree search in which only the opponent that hurts most replies to each of its moves.

    The others play at random, so that it looks further ahead.
    """

    policy = "bestreply"
