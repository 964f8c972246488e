from Players.SearchPlayer import SearchPlayer


class MaxNPlayer(SearchPlayer):
    """Tree search in which each side wants nothing but its own best."""

    policy = "maxn"
