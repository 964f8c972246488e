"""The bracket of a knockout: the possible meetings, the winners, and the final places.

The seeds are placed as usual: of eight, 1-8, 4-5, 3-6 and 2-7, so that the best two can meet only
in the final, the best four only in the semi-finals. If the entrants do not fill the bracket, the
best seeds have a bye: they go on without a match. The rules of a match are in `knockout`.
"""

from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from arena.schedule.match import MatchScore

NAMES = {1: "final", 2: "semi-final", 4: "quarter-final"}  # by how many meetings there are


@dataclass
class Meeting:
    """A place in the bracket where two entrants meet. None: not known yet, or a bye."""

    label: str
    upper: int | None = None
    lower: int | None = None
    # Of the match, then of extra games. The first number of each is the upper entrant's.
    scores: list[MatchScore] = field(default_factory=list)
    winner: int | None = None
    decided_by: str = ""  # what decided: "bye", "games", "extra games", "margin", "seed"

    @property
    def score(self) -> MatchScore | None:
        """The score of the match itself, without extra games."""
        return self.scores[0] if self.scores else None

    @property
    def loser(self) -> int | None:
        if self.winner is None:
            return None
        return self.lower if self.winner == self.upper else self.upper


class BracketPlace(NamedTuple):
    """A final place. The losers of a round share their place: 5 to 8."""

    first: int
    last: int
    entrants: tuple[int, ...]  # as far as they are known, by seed


class Bracket:
    """All rounds, from the first to the final; the match for third place stands after the final.

    The winners of two meetings that stand together meet in the next round.
    """

    def __init__(self, entrants: int, third_place: bool) -> None:
        self.entrants = entrants
        self.rounds: list[list[Meeting]] = []
        lines = seeded_lines(entrants)
        meetings = len(lines) // 2
        while meetings:
            self.rounds.append([Meeting(_label(meetings, i)) for i in range(meetings)])
            meetings //= 2
        # Of three entrants, the loser of the only semi-final is third without a match.
        self.third = Meeting("third place") if third_place and entrants > 3 else None
        if self.third:
            self.rounds[-1].append(self.third)
        for i, meeting in enumerate(self.rounds[0] if self.rounds else []):
            upper, lower = sorted(lines[2 * i : 2 * i + 2])
            meeting.upper = upper
            if lower < entrants:
                meeting.lower = lower
            else:
                meeting.winner, meeting.decided_by = upper, "bye"
        self.seat_winners()

    def open_round(self) -> tuple[int, list[Meeting]]:
        """The first round that is not over, numbered from 0, and its undecided meetings."""
        for number, meetings in enumerate(self.rounds):
            undecided = [meeting for meeting in meetings if meeting.winner is None]
            if undecided:
                return number, undecided
        return len(self.rounds), []

    def seat_winners(self) -> None:
        """Put all winners into the next round."""
        for before, after in pairwise(self.rounds):
            for i in range(len(before) // 2):
                after[i].upper, after[i].lower = before[2 * i].winner, before[2 * i + 1].winner
        if self.third:
            self.third.upper, self.third.lower = (semi.loser for semi in self.rounds[-2])

    def range_of(self, entrant: int) -> tuple[int, int]:
        """The best and the worst place that the entrant can still reach.

        After its last match both are its place, unless it shares the place with others.
        """
        if not self.rounds:
            return 1, 1
        meeting, best, winners, both = self._last_meeting(entrant)
        if meeting.winner is None:
            return best, best + both - 1
        if meeting.winner == entrant:
            return best, best + winners - 1
        return best + winners, best + both - 1

    def places(self) -> list[BracketPlace]:
        """The final places from the first, as far as they are known."""
        shared: dict[tuple[int, int], list[int]] = {}
        for entrant in range(self.entrants):
            if self._is_done(entrant):
                shared.setdefault(self.range_of(entrant), []).append(entrant)
        return [BracketPlace(*place, tuple(who)) for place, who in sorted(shared.items())]

    def _is_done(self, entrant: int) -> bool:
        """Has the entrant played its last match?"""
        if not self.rounds:
            return True
        meeting, _, winners, _ = self._last_meeting(entrant)
        return meeting.winner is not None and (meeting.winner != entrant or winners == 1)

    def _last_meeting(self, entrant: int) -> tuple[Meeting, int, int, int]:
        """The entrant's last meeting so far.

        With the best place that it leads to, the number of winners of its round, and the number
        of entrants that play the round or have a bye in it.
        """
        for meetings in reversed(self.rounds):
            for meeting in meetings:
                if entrant in (meeting.upper, meeting.lower):
                    if meeting is self.third:
                        return meeting, 3, 1, 2
                    winners = sum(each is not self.third for each in meetings)
                    return meeting, 1, winners, min(2 * winners, self.entrants)
        raise ValueError(f"there is no entrant {entrant} in the bracket")


def seeded_lines(entrants: int) -> list[int]:
    """The seeds from the top of the bracket to the bottom. Those beyond the last are byes."""
    lines = [0]
    while len(lines) < entrants:
        # Each seed gets the best opponent that is left, above or below it in turn.
        worst = 2 * len(lines) - 1
        lines = [
            line
            for i, seed in enumerate(lines)
            for line in ((seed, worst - seed) if i % 2 == 0 else (worst - seed, seed))
        ]
    return lines


def _label(meetings: int, index: int) -> str:
    if meetings == 1:
        return NAMES[1]
    if meetings in NAMES:
        return f"{NAMES[meetings]} {index + 1}"
    return f"round of {2 * meetings} match {index + 1}"
