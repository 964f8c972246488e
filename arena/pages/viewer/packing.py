"""Packs games as the data of a page. `static/frames.js` unpacks them.

The data is small. Every text stands in a list once, and cards and actions are numbers in that list.
A frame has only the values that differ from the frame before it. A row of cards that changes is
the part of the old row that stays, and the cards added behind it.
"""

from collections.abc import Iterator, Sequence
from typing import Any
from zlib import compress

import msgspec

from arena.guest.protocol.safe_text import plain, plain_lines
from arena.guest.protocol.thoughts import MOST
from arena.pages.viewer.cards import PARTS, card_in_words, drawing, drawn_deck, shared_symbols
from arena.pages.viewer.frames import Decision, DrawnGame, Frame
from arena.pages.words import Words
from arena.replay.record import Move
from Players.terminal.cards import Faces

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


class Packer:
    """Collects games, and makes the data of a page that shows them."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.cards: list[tuple[str, str]] = []  # deck and text of each card and other action
        self.said: list[tuple[str, str]] = []  # texts from outside, such as names and reasons
        self._decks: dict[str, Numbers] = {}
        self._said = Numbers(self.said)
        self._kinds: dict[str, int] = {}
        self.kinds: list[dict[str, Any]] = []
        self.games: list[dict[str, Any]] = []

    def add(self, played: DrawnGame) -> None:
        record = played.record
        deck = played.picture.deck
        numbers = self._decks.setdefault(deck, Numbers(self.cards, deck))
        faults = {
            str(fault.ply): [
                self._say(plain(self.words.verdict(fault.verdict))),
                self._say(plain(fault.reason)),
                self._say(plain_lines(fault.traceback)),
                self._say(plain_lines(fault.output)),
            ]
            for fault in record.faults
        }
        game = {
            "id": plain(record.id),
            "kind": self._kind(played),
            "bots": [self._say(plain(record.name(s))) for s in range(played.game.seats)],
            "sides": record.sides,
            "ranks": record.ranks,
            "scores": record.scores,
            "budget": record.budget,
            "isolation": plain(record.isolation),
            "notes": [self._say(plain(note)) for note in record.notes],
            "ticks": played.ticks,
            "leads": played.lead_changes,
            "frames": list(_frames(numbers, played.frames)),
            "moves": [
                _move(numbers, decision, move)
                for decision, move in zip(played.decisions, record.moves, strict=True)
            ],
            "faults": faults,
        }
        if played.picture.source:
            game["forms"] = played.forms
        if record.fixture:
            place = record.fixture
            game["place"] = [plain(place.phase), plain(place.match), place.deal]
        self.games.append(game)

    def data(self) -> bytes:
        """All of it, as compressed JSON."""
        data = {
            "words": self.words.under("viewer"),
            "cards": [Faces(deck).short(text) for deck, text in self.cards],
            "parts": [PARTS.get(deck, {}).get(text) for deck, text in self.cards],
            "names": [card_in_words(self.words, deck, text) for deck, text in self.cards],
            "said": [text for _, text in self.said],
            "kinds": self.kinds,
            "games": self.games,
        }
        return compress(msgspec.json.encode(data))

    def title(self) -> str:
        """The title of the page: the game, and the players if they are few."""
        who = dict.fromkeys(self.said[bot][1] for game in self.games for bot in game["bots"])
        names = " \u2013 ".join(name[:60] for name in who)
        title: str = self.kinds[0]["title"]
        return f"{title}: {names}" if len(who) <= FEW else title

    def symbols(self) -> str:
        """The drawings of all cards that the games show, as SVG symbols."""
        faces = "".join(
            f'<symbol id="card-{number}" viewBox="0 0 64 96">{drawing(deck, text)}</symbol>'
            for number, (deck, text) in enumerate(self.cards)
            if drawing(deck, text)
        )
        return shared_symbols({drawn_deck(deck, text) for deck, text in self.cards}) + faces

    def _say(self, text: str) -> int:
        return self._said[text[:LONGEST]]

    def _kind(self, played: DrawnGame) -> int:
        """The number of this game with these options in the list of kinds."""
        game, picture = played.game, played.picture
        key = repr((game.name, sorted(game.chosen.items())))
        number = self._kinds.setdefault(key, len(self._kinds))
        if number == len(self.kinds):
            self.kinds.append(
                {
                    "title": game.title,
                    "options": game.variant,
                    "deck": picture.deck,
                    "source": picture.source,
                    "anticlockwise": picture.anticlockwise,
                    "zones": [[z.name, z.kind, z.seen, z.seat] for z in picture.zones],
                    "places": picture.places,
                    "foot": picture.foot,
                    "columns": picture.columns,
                    "words": game.words(self.words.language),
                }
            )
        return number


def _frames(numbers: Numbers, frames: Sequence[Frame]) -> Iterator[dict[str, Any]]:
    """For each frame, the values that differ from the frame before."""
    before: dict[str, Any] = {}
    rows: Sequence[Sequence[str]] = [()] * len(frames[0].drawn.cards)
    for frame in frames:
        drawn = frame.drawn
        now: dict[str, Any] = {
            "turn": frame.turn,
            "score": frame.scores,
            "leader": drawn.leader,
            "taker": drawn.taker,
            "best": drawn.best,
            "facts": drawn.facts,
            "known": drawn.known,
            "known_to": drawn.known_to,
            "part": drawn.part,
            "labels": drawn.labels,
            "messages": drawn.messages,
            "rounds": drawn.rounds,
            "pack": drawn.pack,
            "holders": drawn.holders,
        }
        changed = {key: value for key, value in now.items() if before.get(key) != value}
        for key in ("known", "pack"):
            if key in changed:
                changed[key] = [numbers[card] for card in changed[key]]
        if "known_to" in changed:
            changed["known_to"] = [[numbers[card] for card in row] for row in drawn.known_to]
        changes = [
            (zone, *_change(numbers, old, new))
            for zone, (old, new) in enumerate(zip(rows, drawn.cards, strict=True))
            if old != new
        ]
        if changes:
            changed["zones"] = changes
        yield changed
        before, rows = now, drawn.cards


def _change(numbers: Numbers, old: Sequence[str], new: Sequence[str]) -> tuple[int, int, list[int]]:
    """The part of the old row that stays (from, to), and the cards added behind it."""
    more = len(new) - len(old)
    if more > 0 and new[: len(old)] == old:
        return 0, len(old), [numbers[card] for card in new[len(old) :]]
    if more < 0 and old[-more:] == new:
        return -more, len(old), []
    return 0, 0, [numbers[card] for card in new]


def _move(numbers: Numbers, decision: Decision, move: Move) -> tuple[Any, ...]:
    legal = [numbers[text] for text in decision.legal]
    row = decision.seat, numbers[decision.play], move.us, move.cpu, decision.reward, legal
    rows = move.thoughts[:MOST]
    thoughts = [(numbers[row[0]], *row[1:]) for row in rows if row[0] in decision.legal]
    return (*row, thoughts) if thoughts else row
