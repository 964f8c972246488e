"""Knockout: the loser of a match is out, until one entrant is left. For two sides.

The bracket is played round by round (`bracket` has the meetings). All matches of a round use the
same deals. The entrant with more than half of the credit wins a match. If a match is tied, the
setting `tied` chooses the next step:

- `pairs`: sudden death, two games on one new deal, with each of the two on each side, until one
  has more of a pair than the other;
- `odd-game`: one more game on a new deal, in which the better seed has the first side, until one
  wins it.

After `MOST_EXTRA` of these without a winner, the margin over all games decides. If the margin is
equal too, the better seed goes on. This is also so if both have left, so that neither has any
credit of the match: more games would decide nothing.
"""

from collections.abc import Sequence

from arena.schedule.bracket import Bracket, Meeting
from arena.schedule.match import Match, MatchScore, Schedule

MOST_EXTRA = 50  # pairs, or games
EXTRA = {"pairs": ("sudden death", 2), "odd-game": ("odd game", 1)}  # the name, how many games


def knockout(tree: Bracket, games: int, tied: str) -> Schedule:
    """Round after round; within a round, more games after ties.

    `tree` is the bracket before the first match. All scores are entered there, so it always shows
    the rounds that are over.
    """
    while due := _due(tree, games, tied):
        for (match, meeting), score in zip(due.items(), (yield list(due)), strict=True):
            _enter(meeting, match, score)


def is_extra(label: str) -> bool:
    """Is this the label of extra games after a tie?"""
    return any(f", {name} " in label for name, _ in EXTRA.values())


def _due(tree: Bracket, games: int, tied: str) -> dict[Match, Meeting]:
    """The matches to be played next, and their meetings."""
    tree.seat_winners()
    number, meetings = tree.open_round()
    return {_next_match(meeting, number, games, tied): meeting for meeting in meetings}


def _next_match(meeting: Meeting, number: int, games: int, tied: str) -> Match:
    """The match, or the extra games after a tie. The better seed is named first."""
    assert meeting.upper is not None
    assert meeting.lower is not None
    pair = min(meeting.upper, meeting.lower), max(meeting.upper, meeting.lower)
    match = Match(meeting.label, pair, 0, games)
    # Every round reserves deals for ties, so that the deals of the next round do not depend on
    # how many ties there were.
    first = number * (match.deals + MOST_EXTRA)
    if not meeting.scores:
        return match._replace(first=first)
    extra = len(meeting.scores)
    name, count = EXTRA[tied]
    deal = first + match.deals + extra - 1
    return Match(f"{meeting.label}, {name} {extra}", pair, deal, count)


def _enter(meeting: Meeting, match: Match, score: MatchScore) -> None:
    """Note a score, and the winner if it decides the meeting."""
    if match.entrants[0] == meeting.lower:
        score = MatchScore(score.credit[::-1], score.surplus[::-1])
    meeting.scores.append(score)
    if score.credit[0] != score.credit[1]:
        by = "games" if len(meeting.scores) == 1 else "extra games"
        _win(meeting, score.credit, by)
    elif len(meeting.scores) > MOST_EXTRA or not any(score.credit):
        surplus = [sum(one.surplus[side] for one in meeting.scores) for side in (0, 1)]
        if surplus[0] != surplus[1]:
            _win(meeting, surplus, "margin")
        else:
            meeting.winner, meeting.decided_by = match.entrants[0], "seed"


def _win(meeting: Meeting, counts: Sequence[float], by: str) -> None:
    meeting.winner = meeting.upper if counts[0] > counts[1] else meeting.lower
    meeting.decided_by = by
