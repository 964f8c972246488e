"""The curve of a run: how strong the network was at the end of each chapter."""

from msgspec import Struct

from arena.learn.training.measuring import Share


class Point(Struct, frozen=True):
    """The end of a chapter."""

    decisions: int  # of the run so far
    shares: dict[str, Share]  # against each bot
    figures: dict[str, float]  # of the algorithm, such as its loss
    time: float  # of day
    seconds: float  # for playing and learning
    chapter: int  # decisions in this time

    @property
    def speed(self) -> float:
        """Decisions a second. Two runs of the same seed differ only in their times."""
        return self.chapter / max(self.seconds, 1e-9)
