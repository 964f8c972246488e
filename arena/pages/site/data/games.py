"""The games of a phase as rows of tables, match by match, in little memory."""

from bisect import insort
from collections.abc import Iterator, Mapping, Sequence
from operator import attrgetter
from typing import NamedTuple
from zlib import compress, decompress

import msgspec

from arena.replay.result import margin

MOST = 20_000  # games that are not packed
FAST = 1  # the level of compression

_number = attrgetter("number")


class GameDigest(NamedTuple):
    """A game as a row of a table. The tuples have a value for each side."""

    id: str
    number: int  # in the phase, and in its file of records, from 1
    deal: int
    names: tuple[str, ...]
    ranks: tuple[int, ...]
    scores: tuple[float, ...]
    faults: tuple[int, ...]
    comeback: float  # the points that the winner was behind, at most


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(list[GameDigest])


class GamesOfMatches(Mapping[int, Sequence[GameDigest]]):
    """The games of each match, in the order of their numbers. Games may come in any order.

    A `GameDigest` needs 700 bytes. If there are many, they are packed into about 30 bytes, and
    each look at a match unpacks its games. So look once, and do not keep the games of all matches.
    """

    def __init__(self) -> None:
        self.count = 0  # of all games
        self._new: dict[int, list[GameDigest]] = {}
        self._new_count = 0
        self._packed: dict[int, list[bytes]] = {}

    def add(self, match: int, game: GameDigest) -> None:
        """Add a game of the match with this number."""
        insort(self._new.setdefault(match, []), game, key=_number)
        self.count += 1
        self._new_count += 1
        if self._new_count > MOST:
            self._pack()

    def _pack(self) -> None:
        for match, games in self._new.items():
            packed = self._packed.setdefault(match, [])
            packed.append(compress(_encoder.encode(games), FAST))
        self._new.clear()
        self._new_count = 0

    def __getitem__(self, match: int) -> Sequence[GameDigest]:
        if match not in self._packed:
            return self._new[match]
        packed = self._packed[match]
        games = [game for some in packed for game in _decoder.decode(decompress(some))]
        games += self._new.get(match, ())
        games.sort(key=_number)
        return games

    def __contains__(self, match: object) -> bool:
        return match in self._new or match in self._packed

    def __iter__(self) -> Iterator[int]:
        """The matches in the order of the schedule."""
        return iter(sorted(self._new.keys() | self._packed.keys()))

    def __len__(self) -> int:
        return len(self._new.keys() | self._packed.keys())


def margins(game: GameDigest) -> Sequence[float]:
    """Points more than the opponents had on average, of each side."""
    total, sides = sum(game.scores), len(game.scores)
    return [margin(score, total, sides) for score in game.scores]
