"""Packs games as data for the viewer. `static/frames.js` unpacks them.

A list has every text once, and cards and actions are numbers in that list. `columns` packs the
frames and moves of each game. The data has two parts, because a site has many files of games and
only one page that shows them: the games with the texts that bots or people wrote, and the cards,
kinds and words that all games share.
"""

from base64 import b64encode
from bisect import insort
from collections.abc import Mapping
from operator import itemgetter
from typing import Any
from zlib import compress

import msgspec

from arena.guest.protocol.safe_text import plain, plain_lines
from arena.pages.viewer.cards import (
    PARTS,
    action_text,
    card_in_words,
    drawing,
    drawn_deck,
    shared_symbols,
)
from arena.pages.viewer.columns import pack_columns
from arena.pages.viewer.frames import DrawnGame
from arena.pages.words import Words
from arena.pages.words.labels import match_label

FEW = 6  # names in a title
LONGEST = 12_000  # characters of one text from outside


class Numbers(dict[str, int]):
    """The numbers of the texts of one deck. A new text gets the next number of the list."""

    def __init__(self, everything: list[tuple[str, str]], deck: str = "") -> None:
        super().__init__()
        self._everything = everything
        self._deck = deck

    def __missing__(self, text: str) -> int:
        number = self[text] = len(self._everything)
        self._everything.append((self._deck, text))
        return number


class GameCards(dict[str, int]):
    """The cards and actions of a game, numbered in the order in which they appear.

    `listed` has the number of each one in the page's list.
    """

    def __init__(self, numbers: Numbers) -> None:
        super().__init__()
        self.listed: list[int] = []
        self._numbers = numbers

    def __missing__(self, text: str) -> int:
        number = self[text] = len(self.listed)
        self.listed.append(self._numbers[text])
        return number


class PackedGames:
    """The games of a page or of a file, with the texts that only they use."""

    def __init__(self) -> None:
        self.texts: list[tuple[str, str]] = []  # texts from outside, such as names and reasons
        self.names: dict[str, None] = {}  # of the bots
        self._numbers = Numbers(self.texts)
        self._games: list[tuple[int, msgspec.Raw]] = []  # by their number in the phase

    def __len__(self) -> int:
        return len(self._games)

    def add(self, number: int, game: Mapping[str, Any]) -> None:
        """Add a game. They may come in any order of their numbers."""
        insort(self._games, (number, msgspec.Raw(msgspec.json.encode(game))), key=itemgetter(0))

    def say(self, text: str) -> int:
        """The number of this text."""
        return self._numbers[text[:LONGEST]]

    def name(self, name: str) -> int:
        """The number of the name of a bot."""
        self.names.setdefault(name)
        return self.say(name)

    def data(self) -> dict[str, Any]:
        games = [game for _, game in self._games]
        return {"said": [text for _, text in self.texts], "games": games}


class Packer:
    """Packs games, and has what they share: cards, kinds and words."""

    def __init__(self, words: Words, phase: str = "") -> None:
        self.words = words
        self.phase = phase  # its title, in place of its name in the records
        self.cards: list[tuple[str, str]] = []  # deck and text of each card and other action
        self._decks: dict[str, Numbers] = {}
        self._kinds: dict[str, int] = {}
        self.kinds: list[dict[str, Any]] = []

    def add(
        self, played: DrawnGame, games: PackedGames, number: int, match: int | None = None
    ) -> None:
        """Add a game. In a site it has the number of its match, and its number in the phase."""
        record, say = played.record, games.say
        deck = played.picture.deck
        cards = GameCards(self._decks.setdefault(deck, Numbers(self.cards, deck)))
        faults = {
            str(fault.ply): [
                say(plain(self.words.verdict(fault.verdict))),
                say(plain(fault.reason)),
                say(plain_lines(fault.traceback)),
                say(plain_lines(fault.output)),
            ]
            for fault in record.faults
        }
        names = [self.words.player(record.name(seat)) for seat in range(played.game.seats)]
        game = {
            "id": plain(record.id),
            "kind": self._kind(played),
            "bots": [games.name(plain(name)) for name in names],
            "sides": record.sides,
            "ranks": record.ranks,
            "scores": record.scores,
            "budget": record.budget,
            "isolation": plain(self.words.isolation(record.isolation)),
            "notes": [say(plain(note)) for note in record.notes],
            "ticks": played.ticks,
            "leads": played.lead_changes,
            **pack_columns(played, cards.__getitem__),
            "cards": cards.listed,
            "faults": faults,
        }
        if match is not None:
            game |= {"match": match, "number": number}
        if played.picture.source:
            game["forms"] = played.forms
        if record.fixture:
            place = record.fixture
            label = match_label(self.words, place.match)
            game["place"] = [plain(self.phase or place.phase), label, place.deal]
        games.add(number, game)

    def shared_data(self) -> dict[str, Any]:
        """The data that all games share. It is complete when all games were added."""
        return {
            "words": self.words.under("viewer"),
            "cards": [action_text(self.words, deck, text) for deck, text in self.cards],
            "parts": [PARTS.get(deck, {}).get(text) for deck, text in self.cards],
            "names": [card_in_words(self.words, deck, text) for deck, text in self.cards],
            "kinds": self.kinds,
        }

    def title(self, games: PackedGames) -> str:
        """The title of a page: the game, and the players if they are few."""
        names = " \u2013 ".join(name[:60] for name in games.names)
        title: str = self.kinds[0]["title"]
        return f"{title}: {names}" if len(games.names) <= FEW else title

    def symbols(self) -> str:
        """The drawings of all cards that the games show, as SVG symbols."""
        faces = "".join(
            f'<symbol id="card-{number}" viewBox="0 0 64 96">{drawing(deck, text)}</symbol>'
            for number, (deck, text) in enumerate(self.cards)
            if drawing(deck, text)
        )
        return shared_symbols({drawn_deck(deck, text) for deck, text in self.cards}) + faces

    def _kind(self, played: DrawnGame) -> int:
        """The number of this game with these options in the list of kinds."""
        game, picture = played.game, played.picture
        key = repr((game.name, sorted(game.chosen.items())))
        number = self._kinds.setdefault(key, len(self._kinds))
        if number == len(self.kinds):
            own = game.words(self.words.language)
            self.kinds.append(
                {
                    "title": own["title"],
                    "options": game.variant,
                    "deck": picture.deck,
                    "source": picture.source,
                    "anticlockwise": picture.anticlockwise,
                    "zones": [[z.name, z.kind, z.seen, z.seat] for z in picture.zones],
                    "places": picture.places,
                    "foot": picture.foot,
                    "columns": picture.columns,
                    "words": own,
                }
            )
        return number


def encode(data: Mapping[str, Any]) -> str:
    """The data as a text for a page: compressed JSON in base64."""
    return b64encode(compress(msgspec.json.encode(data))).decode()
