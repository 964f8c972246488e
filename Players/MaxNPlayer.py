from Players.SearchPlayer import SearchPlayer


class MaxNPlayer(SearchPlayer):
    """Tree search that assumes that each side wants only its own best result."""

    policy = "maxn"
