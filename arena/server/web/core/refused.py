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
