"""Tarot positions drawn as text, cards as French players write them: "RH 10C A21 EX"."""

from collections.abc import Iterable, Sequence

from Game.core.cards import TAROT
from Game.core.stream import Stream
from Game.tarot.game import Tarot
from Game.tarot.rules.deck import TEXTS, TarotPack
from Game.tarot.state import TarotState


class StackedPacks(Stream):
    """A stream whose shuffles give these packs, one after another."""

    def __init__(self, packs: Iterable[Sequence[str]]) -> None:
        super().__init__(0)
        self.packs = iter(packs)

    def shuffle(self, items) -> None:
        pack = TAROT.parse_line(next(self.packs))
        assert sorted(items) == sorted(pack)
        items[:] = pack


def texts(actions: Iterable[int]) -> list[str]:
    return [TEXTS[action] for action in actions]


def choices(state: TarotState) -> str:
    """The legal actions as text: "10H RH EX"."""
    return " ".join(texts(state.legal()))


def hand(state: TarotState, seat: int) -> str:
    return " ".join(texts(state.hand_of(seat)))


def do(game: Tarot, state: TarotState, *actions: str) -> TarotState:
    """Play these actions one after another. Each must be legal."""
    for text in actions:
        state.play(game.read_action(state, text))
    return state


def small(hands: str, dog: str | None = None, enough: Sequence[int] = (13, 15, 18)) -> type[Tarot]:
    """The game with hands of this size. All other cards lie in the dog."""
    rows = [TAROT.parse_line(row) for row in hands.split("|")]
    held = sum(rows, [])
    rest = [card for card in TAROT if card not in held] if dog is None else TAROT.parse_line(dog)

    class SmallTarot(Tarot):
        pack = TarotPack(tuple(sorted([*held, *rest])), len(rows[0]), len(rest), tuple(enough))

    return SmallTarot


def drawn(
    hands: str,
    *,
    dog: str | None = None,
    enough: Sequence[int] = (13, 15, 18),
    dealer: int = 2,
    **options: str,
) -> tuple[Tarot, TarotState]:
    """A deal with these hands, written "RC A21 | 1C 2C | 3C 4C", before the first bid."""
    game = small(hands, dog, enough)(**({"deals": "1"} | options))
    rows = [TAROT.parse_line(row) for row in hands.split("|")]
    return game, game.lay_out(dealer, rows, [c for c in game.pack.cards if c not in sum(rows, [])])


def begun(hands: str, contract: str = "garde sans", **more) -> tuple[Tarot, TarotState]:
    """The deal after the auction: seat 0 is the taker and leads, with no slam and no handful."""
    game, state = drawn(hands, slams="off", handfuls="off", **more)
    return game, do(game, state, contract, "passe", "passe")
