"""The game and the slow reference have equal states, move by move."""

import random

import pytest
from reference.boerenbridge import SUITS, ReferenceBoerenBridge, pack_of
from support.boerenbridge import bids, scores, texts, tricks

from Game.boerenbridge.game import BoerenBridge
from Game.boerenbridge.state import BoerenBridgeState
from Game.core.stream import Stream

GAMES = 50  # for each combination of the options
SCHEDULES = ["3,4,5,4,3", "6,2,1", "13", "1,1,1,7"]


class Dealt(Stream):
    """A random stream that deals the hands of the reference."""

    def __init__(self, dealer: int, deals: list[tuple[str, list[list[str]]]], deck: str) -> None:
        super().__init__(0)
        self.numbers = [dealer]
        for trump, hands in deals:
            self.numbers += [SUITS.index(trump), *places(hands, pack_of(len(hands[0]), deck))]

    def below(self, n: int) -> int:
        return self.numbers.pop(0)


def places(hands: list[list[str]], pack: list[str]) -> list[int]:
    """Which place of the pack each card of the hands is drawn from; the last fills the gap."""
    numbers, left = [], list(pack)
    for card in sum(hands, []):
        if len(left) > 1:
            numbers.append(left.index(card))
        left[left.index(card)] = left[-1]
        left.pop()
    return numbers


def in_words(game: BoerenBridge, state: BoerenBridgeState) -> dict[str, object]:
    played = texts(state.cards_played())
    voids = state.view(0).voids
    return {
        "hands": [sorted(texts(state.hand_of(seat))) for seat in range(4)],
        "trump": SUITS[state.trump],
        "choices": sorted(game.action_text(state, action) for action in state.legal()),
        "table": [] if state.is_terminal() else played[len(played) // 4 * 4 :],
        "turn": None if state.is_terminal() else state.turn,
        "dealer": state.dealer(),
        "leader": state.leader,
        "bids": [bid if bid >= 0 else None for bid in bids(state)],
        "tricks": tricks(state),
        "shown": {(s, SUITS[suit]) for s in range(4) for suit in range(4) if voids[s] >> suit & 1},
        "scores": scores(state),
        "round": state.round,
        "over": state.is_terminal(),
        "ranks": game.outcome(state).ranks if state.is_terminal() else None,
    }


def by_the_book(game: ReferenceBoerenBridge) -> dict[str, object]:
    return {
        "hands": [sorted(hand) for hand in game.hands],
        "trump": game.trump,
        "choices": sorted(game.choices()),
        "table": game.table,
        "turn": None if game.over else game.turn,
        "dealer": game.dealer,
        "leader": game.leader,
        "bids": [game.bids.get(seat) for seat in range(4)],
        "tricks": game.tricks,
        "shown": game.shown,
        "scores": game.scores,
        "round": game.round,
        "over": game.over,
        "ranks": tuple(game.places()) if game.over else None,
    }


@pytest.mark.parametrize("zero_bonus", ["on", "off"])
@pytest.mark.parametrize("rebid", ["by-one", "any"])
@pytest.mark.parametrize("opener", ["left-of-dealer", "last-trick-winner"])
@pytest.mark.parametrize("deck", ["top", "full"])
def test_random_games_agree_with_the_reference_in_every_state(deck, opener, rebid, zero_bonus):
    options = {"opener": opener, "rebid": rebid}
    dice = random.Random(f"{deck} {options} {zero_bonus}")
    for number in range(GAMES):
        schedule = SCHEDULES[number % len(SCHEDULES)]
        deals, dealer = [], number % 4
        for cards in map(int, schedule.split(",")):
            dealt = dice.sample(pack_of(cards, deck), 4 * cards)
            deals.append((dice.choice(SUITS), [dealt[i::4] for i in range(4)]))
        book = ReferenceBoerenBridge(deals, dealer, zero_bonus=zero_bonus == "on", **options)
        game = BoerenBridge(rounds=schedule, deck=deck, zero_bonus=zero_bonus, **options)
        state = game.deal(Dealt((dealer + 1) % 4, deals, deck))
        assert in_words(game, state) == by_the_book(book)
        while not book.over:
            choice = dice.choice(book.choices())
            book.play(choice)
            state.play(game.read_action(state, choice))
            assert in_words(game, state) == by_the_book(book), f"game {number}, {choice}"
        assert state.is_terminal()
