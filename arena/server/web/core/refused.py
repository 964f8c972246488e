"""A request that cannot be fulfilled."""

from collections.abc import Mapping

from arena.common.errors import ArenaError

NONE: Mapping[str, str] = {}


class Refused(ArenaError):
    """The answer to the request is this status, with this sentence."""

    def __init__(self, status: int, sentence: str, headers: Mapping[str, str] = NONE) -> None:
        super().__init__(sentence)
        self.status = status
        self.headers = dict(headers)


def not_found(what: str = "page") -> Refused:
    """The answer for what is not there, and for what the viewer may not see.

    It is made anew each time: an exception that is raised again keeps all frames it has passed.
    """
    return Refused(404, f"There is no such {what}.")
