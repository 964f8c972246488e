"""The game and the slow reference have equal states, move by move."""

import random
from collections.abc import Iterator

import pytest
from reference.tarot import (
    PACK,
    ReferenceTarot,
    has_petit_alone,
    height,
    is_trump,
    points,
    sorted_hand,
)
from support.tarot import StackedPacks, texts

from Game.tarot.game import Tarot
from Game.tarot.rules.deck import CONTRACTS, PHASES
from Game.tarot.rules.score import half_points
from Game.tarot.state import TarotState

GAMES = 9  # for each way to choose
FEWER = 3  # with options, which leave out a part of the same game

OPTIONS = {
    "as it is": {},
    "fixed": {"contract": "fixed"},
    "one deal": {"deals": "1"},
    "no handfuls": {"handfuls": "off"},
    "no slams": {"slams": "off"},
}


def book_of(packs: Iterator[list[str]], game: Tarot) -> ReferenceTarot:
    return ReferenceTarot(
        packs,
        contract=game.chosen["contract"],
        deals=int(game.chosen["deals"]),
        handfuls=game.chosen["handfuls"] == "on",
        slams=game.chosen["slams"] == "on",
    )


def in_words(state: TarotState) -> dict[str, object]:
    view = state.view(0)
    result = state.is_fixed or state.bid_count == 3
    return {
        "hands": [texts(state.hand_of(seat)) for seat in range(3)],
        "aside": texts(state.cards_aside()),
        "played": texts(state.cards_played()),
        "table": texts(state.on_table()),
        "dealer": state.dealer,
        "phase": PHASES[state.phase],
        "taker": None if state.taker < 0 else state.taker,
        "contract": CONTRACTS[state.contract].text,
        "dog": texts(view.dog),
        "handfuls": [texts(row) for row in view.handfuls],
        "points": [half_points(state, 0), half_points(state, 1)] if result else None,
        "scores": [state.points(seat) for seat in range(3)],
        "choices": texts(state.legal()),
        "turn": None if state.is_terminal() else state.turn,
    }


def by_the_book(book: ReferenceTarot) -> dict[str, object]:
    piles = [book.piles["taker"], book.piles["defence"]]
    result = book.fixed or len(book.bids) == 3
    return {
        "hands": [sorted_hand(hand) for hand in book.hands],
        "aside": sorted_hand(book.aside),
        "played": book.played,
        "table": book.trick,
        "dealer": book.dealer,
        "phase": book.phase,
        "taker": book.taker,
        "contract": book.contract,
        "dog": sorted_hand(book.dog) if book.dog_shown else [],
        "handfuls": [sorted_hand(row) for row in book.handfuls],
        "points": [counted(pile) for pile in piles] if result else None,
        "scores": book.scores,
        "choices": book.choices(),
        "turn": book.turn,
    }


def counted(pile: list[str]) -> int:
    return int(2 * sum(map(points, pile)))


def packs(seed: str, tempting: bool) -> Iterator[list[str]]:
    """Shuffled packs. Tempting ones give a seat and the dog many trumps, kings and bouts."""
    dice = random.Random(seed)
    while True:
        pack = dice.sample(PACK, len(PACK))
        if tempting:
            best = dice.randrange(3)
            rare = [card for card in PACK if is_trump(card) or card == "EX" or card[0] == "R"]
            rare = dice.sample(rare, dice.randrange(8, len(rare) + 1))
            places = [*(i for i in range(72) if i // 4 % 3 == best), *range(72, 78)]
            for card, place in zip(rare, dice.sample(places, len(rare)), strict=True):
                other = pack.index(card)
                pack[place], pack[other] = pack[other], pack[place]
        yield pack


def tempted(book: ReferenceTarot, dice: random.Random) -> str:
    """A choice that makes rare situations more frequent."""
    choices = book.choices()
    if book.phase == "bid":
        strong = sum(is_trump(card) for card in book.hands[book.turn]) > 9
        return dice.choice(choices) if strong else "passe"
    if book.phase == "play":  # strong cards first, the excuse and the petit late
        kept = [card for card in choices if card not in ("EX", "A1")]
        return max(kept, key=lambda card: (is_trump(card), height(card))) if kept else choices[-1]
    return choices[-1]


def walk(game: Tarot, seed: str, tempting: bool) -> None:
    dice = random.Random(seed)
    book = book_of(packs(seed, tempting), game)
    luck = StackedPacks(packs(seed, tempting))
    state = game.deal(luck)
    state.chance = luck
    assert in_words(state) == by_the_book(book)
    while book.turn is not None:
        is_tempted = tempting and dice.random() < 0.9
        action = tempted(book, dice) if is_tempted else dice.choice(book.choices())
        book.play(action)
        state.play(game.read_action(state, action))
        assert in_words(state) == by_the_book(book), f"{seed}, {action}"


@pytest.mark.slow
@pytest.mark.parametrize("tempting", [False, True], ids=["random", "tempting"])
@pytest.mark.parametrize("options", OPTIONS)
def test_random_games_agree_with_the_reference_in_every_state(options, tempting):
    game = Tarot(**OPTIONS[options])
    for number in range(FEWER if OPTIONS[options] else GAMES):
        walk(game, f"{options} {number}", tempting)


@pytest.mark.slow
def test_a_deal_with_the_petit_alone_is_dealt_again():
    alone = ["A1", *(card for card in PACK if not is_trump(card) and card != "EX")][:24]
    others = [card for card in PACK if card not in alone]
    assert has_petit_alone(alone)
    first_seat = [i < 72 and i // 4 % 3 == 0 for i in range(78)]
    bad = [(alone if mine else others).pop() for mine in first_seat]
    good = next(packs("good", False))
    state = Tarot(deals="1").deal(StackedPacks([bad, good]))
    expected = Tarot(deals="1").deal(StackedPacks([good]))
    assert [state.hand_of(seat) for seat in range(3)] == [
        expected.hand_of(seat) for seat in range(3)
    ]
