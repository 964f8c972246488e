"""The bracket of a knockout, round by round, for a page that needs no script.

Every result has a level: the number of its round. A name has the level of the round before, because
it reveals that round's winner. So the reader chooses how many rounds the page reveals.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from arena.pages.site.data.scene import Scene, Who, round_title
from arena.pages.site.extra_matches import DrawnMatches, draws_line, many_draws
from arena.schedule.bracket import Meeting

UNKNOWN = "\u2026"  # in place of a team that is not known yet
MOST_LEVELS = 12  # the style sheet has a rule for each level


@dataclass(frozen=True)
class Part:
    """One of the two teams of a match."""

    seed: str  # its place in the draw
    who: Who | None
    nobody: str  # in place of a team: a bye, or not known yet
    score: str
    won: bool


@dataclass(frozen=True)
class Extra:
    text: str
    href: str


@dataclass(frozen=True)
class BracketBox:
    label: str
    href: str
    parts: list[Part]
    draws: DrawnMatches | None  # the drawn matches after a tie, if they are many
    extras: list[Extra]  # the other matches after a tie, and what decided it


@dataclass(frozen=True)
class Round:
    title: str
    level: int  # of its results
    boxes: list[BracketBox]


@dataclass(frozen=True)
class Level:
    number: int
    text: str
    chosen: bool


@dataclass(frozen=True)
class Podium:
    place: str
    medal: str  # 1, 2 or 3 on these places
    names: list[Who]
    level: int


@dataclass(frozen=True)
class BracketPage:
    rounds: list[Round]
    third: Round | None
    levels: list[Level]
    podium: list[Podium]

    def without_results(self) -> "BracketPage":
        """The same page, but the reader sees no result before choosing a level."""
        return replace(
            self, levels=[replace(each, chosen=each.number == 0) for each in self.levels]
        )


def bracket_page(scene: Scene) -> BracketPage:
    """The bracket. It starts with all results."""
    tree, words = scene.phase.bracket, scene.words
    assert tree is not None
    numbers: dict[str, int] = {}
    for number, match in enumerate(scene.phase.matches):
        numbers.setdefault(match.label, number)
    draws = {label: draws_line(scene, some) for label, some in many_draws(scene).items()}
    rounds, third = [], None
    for level, meetings in enumerate(tree.rounds, start=1):
        own = [meeting for meeting in meetings if meeting is not tree.third]
        boxes = [_box(scene, each, numbers, draws, level == 1) for each in own]
        rounds.append(Round(round_title(scene.words, len(own)), min(level, MOST_LEVELS), boxes))
        if tree.third in meetings:
            box = _box(scene, tree.third, numbers, draws, False)
            third = Round(words("site.label.third"), min(level, MOST_LEVELS), [box])
    last = min(len(rounds), MOST_LEVELS)
    levels = []
    if rounds:  # a single team wins without a round
        levels = [Level(0, words("site.bracket.nothing"), False)]
        levels += [Level(each.level, each.title, False) for each in rounds[:-1]]
        levels += [Level(last, words("site.bracket.everything"), True)]
    podium = [
        Podium(
            str(place.first) if place.first == place.last else f"{place.first}\u2013{place.last}",
            str(place.first) if place.first == place.last and place.first <= 3 else "",
            [scene.who(scene.phase.teams[entrant].name) for entrant in place.entrants],
            last,
        )
        for place in tree.places()
    ]
    return BracketPage(rounds, third, levels, podium)


def _box(
    scene: Scene,
    meeting: Meeting | None,
    numbers: Mapping[str, int],
    draws: Mapping[str, DrawnMatches],
    first_round: bool,
) -> BracketBox:
    assert meeting is not None
    words = scene.words
    number = numbers.get(meeting.label)
    nobody = words("site.bracket.bye") if first_round else UNKNOWN
    parts = [
        Part(
            "" if entrant is None else str(entrant + 1),
            None if entrant is None else scene.who(scene.phase.teams[entrant].name),
            nobody,
            score,
            entrant is not None and entrant == meeting.winner,
        )
        for entrant, score in zip(
            (meeting.upper, meeting.lower), _scores(scene, meeting, number), strict=True
        )
    ]
    extras: list[Extra] = []
    if meeting.scores:
        played = 0 if number is None else len(scene.phase.digest.of(number))
        missing = scene.phase.own.games - played
        if not played:
            extras.append(Extra(words("site.bracket.forfeit"), ""))
        elif missing > 0:
            extras.append(Extra(words.count("site.bracket.missing", missing), ""))
    in_line = draws.get(meeting.label)
    shown = {each.href for each in in_line.matches} if in_line else set()
    for label, match in numbers.items():
        if label.startswith(meeting.label + ", ") and scene.match(match) not in shown:
            result = "\u2013".join(_scores(scene, meeting, match, int(label.rpartition(" ")[2])))
            name = scene.label(label.removeprefix(meeting.label + ", "))
            extras.append(Extra(f"{name} {result}", scene.match(match)))
    if meeting.decided_by in ("margin", "seed"):
        extras.append(Extra(words(f"site.bracket.by_{meeting.decided_by}"), ""))
    href = "" if number is None else scene.match(number)
    return BracketBox(scene.label(meeting.label), href, parts, in_line, extras)


def _scores(scene: Scene, meeting: Meeting, number: int | None, extra: int = 0) -> list[str]:
    """The score of the match with this number, or of an extra one, or how it stands."""
    if len(meeting.scores) > extra:
        return [scene.words.short(each) for each in meeting.scores[extra].credit]
    if number is None or not scene.phase.digest.of(number):
        return ["", ""]
    credits = scene.phase.credits(number)
    both = [each for each in (meeting.upper, meeting.lower) if each is not None]
    return [scene.words.short(credits[scene.phase.teams[each].name]) for each in both]
