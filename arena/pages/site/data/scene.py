"""The context that all pages of a phase share: the language, display names, and links."""

from collections import defaultdict
from typing import NamedTuple
from urllib.parse import quote

from arena.guest.protocol.safe_text import plain
from arena.pages.site.data.facts import ShownPhase
from arena.pages.words import Words
from arena.pages.words.labels import match_label

REPLAYS = "replays.html"  # the viewer of a phase
LONGEST = 60  # the most characters of a name to show
ROUNDING = 1e-9  # the error of a sum of margins


class Who(NamedTuple):
    """A player's name, and the link to its page. House bots have no page."""

    name: str
    href: str


class Scene:
    def __init__(self, phase: ShownPhase, words: Words) -> None:
        self.phase = phase
        self.words = words
        self.keys = {team.name: team.key for team in phase.teams}
        self.matches_of: dict[str, list[int]] = defaultdict(list)  # the numbers, by player
        for number, match in enumerate(phase.matches):
            for name in match.names:
                self.matches_of[name].append(number)

    def who(self, name: str, up: str = "") -> Who:
        """A player. `up` is the way from the page to the folder of the phase."""
        key = self.keys.get(name)
        return Who(player_name(self.words, name), "" if key is None else team_link(key, up))

    def anchor(self, name: str) -> str:
        """The id of the team's row in the leaderboard: `team-one`."""
        return "team-" + self.keys[name].replace(" ", "-")

    def match(self, number: int, up: str = "") -> str:
        """The link to a match; empty if it has no games yet. Short matches share a page."""
        file = self.phase.files.get(number)
        return f"{up}matches/{file}.html#match-{number + 1}" if file else ""

    def replay(self, number: int, game: str, ply: int | None = None, up: str = "") -> str:
        """The link to a game of this match in the viewer; empty if there are no replays."""
        if not self.phase.with_cards:
            return ""
        return replay_link(number, game, up) + ("" if ply is None else f"&ply={ply}")

    def margin(self, points: float) -> str:
        """Points more or less than the others: `+12`, or `-3.5` if they are not whole."""
        is_whole = abs(points - round(points)) < ROUNDING
        return self.words.number(points, 0 if is_whole else 1, sign=True)

    def label(self, label: str) -> str:
        """A match's label in the language of the pages."""
        return match_label(self.words, label)


def team_link(key: str, to_phase: str = "") -> str:
    """The link to a team's page. `to_phase` is the way to the folder of the phase."""
    return f"{to_phase}teams/{quote(key)}.html"


def replay_link(match: int, game: str, to_phase: str = "") -> str:
    """The link to a game in the viewer."""
    return f"{to_phase}{REPLAYS}#match={match + 1}&game={quote(game)}"


def player_name(words: Words, name: str) -> str:
    """The name of a team or of a house bot, ready to be shown."""
    return display_name(words.player(name))


def round_title(words: Words, meetings: int) -> str:
    """The name of a round of a bracket with so many meetings."""
    kinds = {1: "final", 2: "semis", 4: "quarters", 8: "eighths", 16: "sixteenths"}
    if meetings in kinds:
        return words(f"site.label.{kinds[meetings]}", n="").strip()
    return words("site.label.last", n=2 * meetings)


def display_name(name: str) -> str:
    """A name from outside as a page shows it: on one line, shortened if needed."""
    tidy = plain(name)
    return tidy if len(tidy) <= LONGEST else tidy[: LONGEST - 1] + "\u2026"
