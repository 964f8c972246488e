"""An open ladder: it never ends, and entrants come, go and change while it is played.

The rule: the next match goes to the entrant with the fewest games, played and in flight. Its
opponent is one of the `REACH` nearest by rating on one side: above it or below it, in turn. Of
these, the one with the fewest games plays, where games against each other count twice. Of equals,
the nearest plays.

Matches are scheduled in rounds. A round has a match for every eight entrants, times `at_once`. In a
round, an entrant plays at most `at_once` matches, each with another opponent. So an entrant with
few games plays in every round, and the others in every fourth. The scores of a round are entered
when all of it has been played, so the order in which its games end does not matter. All matches of
a round are played on the same deals, and the next round on those that follow.

The events of the ladder come from outside, each with the number of rounds that had been scheduled
by then. So the same events and the same scores give the same matches.

- An entrant joins. If it has joined before, it has a new bot: it keeps its rating, which becomes as
  uncertain as at the beginning, and the games of the old bot no longer count, also not for the
  opponents.
- An entrant leaves, or returns. Its games count while it is away, unless they are void.
- The ladder closes. It is played until all entrants that are present have `enough` games.

The ratings here only find opponents. The public table is computed from all games at once.
"""

from bisect import bisect_left, insort
from collections.abc import Iterable, Sequence
from heapq import heappop, heappush
from math import sqrt
from typing import NamedTuple

from arena.schedule.match import Match, MatchScore, Schedule

REACH = 6  # neighbours on each side
SHARE = 8  # entrants for each match of a round
JOIN, LEAVE, VOID, RETURN, CLOSE = "join", "leave", "void", "return", "close"

# Ratings are logarithms of odds. The variance says how uncertain they are.
NEW = 1.0  # of a new bot: its rating is known to about one
LEAST = 0.02  # ratings always follow new results a little


class LadderEvent(NamedTuple):
    """Something that happened when this number of rounds had been scheduled."""

    round: int
    what: str  # JOIN, LEAVE, VOID (it leaves, and its games do not count), RETURN, CLOSE
    entrant: int = -1


def open_ladder(field: "Field", events: Sequence[LadderEvent], games: int, enough: int) -> Schedule:
    """The rounds of a ladder with these events, which are in the order of their rounds.

    `field` has nobody in it yet. Events and scores are entered there, so it always shows the rounds
    that are over. The schedule ends when the ladder is closed and played out. It also ends if
    nobody can play: then it needs another event.
    """
    coming = list(reversed(events))
    closed, number, deals = False, 0, 0
    while True:
        while coming and coming[-1].round <= number:
            event = coming.pop()
            closed = closed or event.what == CLOSE
            field.enter(event)
        matches = [
            Match(f"round {number + 1}", pair, deals, games)
            for pair in field.next_round(games, enough if closed else None)
        ]
        if not matches:
            return
        for match, score in zip(matches, (yield matches), strict=True):
            field.score(match, score)
        number, deals = number + 1, deals + matches[0].deals


class LadderEntrant:
    """An entrant, with the counts of its present bot."""

    __slots__ = ("above", "below", "games", "is_void", "mean", "meetings", "present", "variance")

    def __init__(self) -> None:
        self.mean = 0.0
        self.variance = NEW
        self.games = 0  # that count, and those in flight
        self.meetings: dict[int, int] = {}  # games against each other entrant
        self.above = 0  # matches against entrants above it
        self.below = 0
        self.present = False
        self.is_void = False


class Field:
    """Chooses matches, in a few microseconds each. The state on which the choice depends."""

    def __init__(self, at_once: int) -> None:
        self.at_once = at_once
        self.entrants: dict[int, LadderEntrant] = {}
        self._order: list[tuple[float, int]] = []  # by rating, those that are present
        # By games. An entry is out of date if the entrant has another number of games by now.
        self._fewest: list[tuple[int, int]] = []
        self._busy: dict[int, list[int]] = {}  # the opponents of each entrant in this round

    def enter(self, event: LadderEvent) -> None:
        """Let an event change the field."""
        match event.what:
            case "join":
                self._join(event.entrant)
            case "leave" | "void":
                self._leave(event.entrant, event.what == VOID)
            case "return":
                self._return(event.entrant)

    def next_round(self, games: int, enough: int | None = None) -> list[tuple[int, int]]:
        """The pairs of a round whose matches have so many games; none if nobody can play.

        With `enough`, matches go only to entrants that have fewer games.
        """
        self._busy = {}
        pairs, waiting = list[tuple[int, int]](), list[int]()
        size = max(1, len(self._order) * self.at_once // SHARE)
        while len(pairs) < size and (first := self._next_entrant()) is not None:
            entrant = self.entrants[first]
            if enough is not None and entrant.games >= enough:
                waiting.append(first)
                break
            if len(self._busy.get(first, ())) >= self.at_once:
                waiting.append(first)
                continue
            other = self._opponent(first)
            if other is None:
                waiting.append(first)
                continue
            self._pair(first, other, games)
            pairs.append((first, other))
        for one in waiting:
            heappush(self._fewest, (self.entrants[one].games, one))
        return pairs

    def score(self, match: Match, score: MatchScore) -> None:
        """Enter the score of a match. Its games may be fewer than were scheduled."""
        one, other = match.entrants
        played = round(sum(score.credit))
        self._count(one, other, played - match.games)
        if played:
            self._rate(one, other, score.credit[0] / played, played)

    # What changes the field

    def _join(self, number: int) -> None:
        entrant = self.entrants.get(number)
        if entrant is None:
            entrant = self.entrants[number] = LadderEntrant()
        for other, games in entrant.meetings.items():
            del self.entrants[other].meetings[number]
            if not entrant.is_void:
                self._add_games(other, -games)
        entrant.meetings = {}
        entrant.above = entrant.below = 0
        entrant.variance = NEW
        self._add_games(number, -entrant.games)
        if not entrant.present:
            self._return(number)

    def _leave(self, number: int, is_void: bool) -> None:
        entrant = self.entrants[number]
        if entrant.present:
            entrant.present = False
            self._take_out(number)
        if is_void and not entrant.is_void:
            self._set_void(number, True)

    def _return(self, number: int) -> None:
        entrant = self.entrants[number]
        if not entrant.present:
            entrant.present = True
            insort(self._order, (entrant.mean, number))
            heappush(self._fewest, (entrant.games, number))
        if entrant.is_void:
            self._set_void(number, False)

    def _set_void(self, number: int, is_void: bool) -> None:
        entrant = self.entrants[number]
        entrant.is_void = is_void
        for other, games in entrant.meetings.items():
            self._add_games(other, -games if is_void else games)

    def _take_out(self, number: int) -> None:
        """Take the entrant out of the order, before its rating changes."""
        del self._order[bisect_left(self._order, (self.entrants[number].mean, number))]

    def _pair(self, one: int, other: int, games: int) -> None:
        self._count(one, other, games)
        self._busy.setdefault(one, []).append(other)
        self._busy.setdefault(other, []).append(one)
        upper, lower = one, other
        if (self.entrants[one].mean, one) < (self.entrants[other].mean, other):
            upper, lower = other, one
        self.entrants[upper].below += 1
        self.entrants[lower].above += 1

    def _count(self, one: int, other: int, games: int) -> None:
        """Add games between these two."""
        for each, opponent in ((one, other), (other, one)):
            entrant = self.entrants[each]
            entrant.meetings[opponent] = entrant.meetings.get(opponent, 0) + games
            if not self.entrants[opponent].is_void:
                self._add_games(each, games)

    def _add_games(self, number: int, games: int) -> None:
        entrant = self.entrants[number]
        entrant.games += games
        if entrant.present and games:
            heappush(self._fewest, (entrant.games, number))

    # How the next match is chosen

    def _next_entrant(self) -> int | None:
        """Take the entrant with the fewest games. Of equals, the one that joined first."""
        while self._fewest:
            games, number = heappop(self._fewest)
            entrant = self.entrants[number]
            if entrant.present and entrant.games == games:
                return number
        return None

    def _opponent(self, number: int) -> int | None:
        """The opponent for this entrant; None if all others are busy."""
        entrant = self.entrants[number]
        place = bisect_left(self._order, (entrant.mean, number))
        above = self._free(number, range(place + 1, len(self._order)))
        below = self._free(number, range(place - 1, -1, -1))
        near = above if entrant.above <= entrant.below else below
        near = near or above or below
        if not near:
            return None
        met = entrant.meetings
        return min(near, key=lambda other: self.entrants[other].games + met.get(other, 0))

    def _free(self, number: int, places: Iterable[int]) -> list[int]:
        """The first entrants at these places that can play another match against this one."""
        met, free = self._busy.get(number, ()), list[int]()
        for place in places:
            other = self._order[place][1]
            if other not in met and len(self._busy.get(other, ())) < self.at_once:
                free.append(other)
                if len(free) == REACH:
                    break
        return free

    # Ratings

    def _rate(self, one: int, other: int, share: float, games: int) -> None:
        """Move the ratings of both towards this result, each by its uncertainty: a Kalman filter.

        Only `+ - * /` and `sqrt` are used, which give the same numbers on every machine. So anybody
        can compute the same pairings. (`exp` differs in its last digit.)
        """
        first, second = self.entrants[one], self.entrants[other]
        lead = (first.mean - second.mean) / 2
        flat = 1 + lead * lead
        root = sqrt(flat)
        expected = (1 + lead / root) / 2  # like the logistic curve, and as steep in the middle
        slope = 0.25 / (flat * root)
        noise = 0.25 / (flat * games)  # the variance of the share
        gain = slope / (slope * slope * (first.variance + second.variance) + noise)
        for number, entrant, sign in ((one, first, 1), (other, second, -1)):
            if entrant.present:
                self._take_out(number)
            entrant.mean += sign * entrant.variance * gain * (share - expected)
            if entrant.present:
                insort(self._order, (entrant.mean, number))
            entrant.variance = max(LEAST, entrant.variance * (1 - entrant.variance * gain * slope))
