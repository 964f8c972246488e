"""Edits that bots make: each is done to an observation and, in the same way, to plain lists."""

import random
from collections.abc import Callable

from reference.brisca import PACK
from reference.robobrisca import NaivePosition
from support.robobrisca import card, cards, row

from Game.CardCollection import CardCollection
from Game.Observation import Observation

Edit = Callable[[Observation, NaivePosition, random.Random], None]
EDITS: list[Edit] = []


def edit(function: Edit) -> Edit:
    EDITS.append(function)
    return function


def naive(position: Observation) -> NaivePosition:
    """The same position as plain lists."""
    return NaivePosition(
        hands=[row(hand) for hand in position.hands],
        deck=row(position.main_deck),
        trump=str(position.trump_card),
        won=[row(pile) for pile in position.won_cards],
        turn=position.turn,
        table=row(position.playing_cards),
    )


@edit
def remove_a_card_from_a_hand(real, lists, dice) -> None:
    seat = dice.randrange(4)
    if lists.hands[seat]:
        text = dice.choice(lists.hands[seat])
        real.hands[seat].remove(card(text))
        lists.hands[seat].remove(text)


@edit
def add_a_card_to_a_hand(real, lists, dice) -> None:
    seat, text = dice.randrange(4), dice.choice(PACK)
    real.hands[seat].add_card(card(text))
    lists.hands[seat].append(text)


@edit
def replace_a_card_in_the_live_list_of_a_hand(real, lists, dice) -> None:
    seat, text = dice.randrange(4), dice.choice(PACK)
    if lists.hands[seat]:
        place = dice.randrange(len(lists.hands[seat]))
        real.hands[seat].get_cards()[place] = card(text)
        lists.hands[seat][place] = text


@edit
def give_a_hand_another_collection(real, lists, dice) -> None:
    seat, texts = dice.randrange(4), dice.sample(PACK, dice.choice([0, 1, 2, 3, 3, 3, 8]))
    real.hands[seat] = cards(texts)
    lists.hands[seat] = texts


@edit
def give_a_hand_all_cards_unseen(real, lists, dice) -> None:
    seat = dice.randrange(4)
    held = [text for text in PACK if text not in lists.hands[lists.turn]]
    real.hands[seat].l_cards = [card(text) for text in held]
    lists.hands[seat] = held


@edit
def replace_the_list_of_hands(real, lists, dice) -> None:
    lists.hands = [dice.sample(PACK, dice.randint(0, 4)) for _ in range(4)]
    real.hands = [cards(hand) for hand in lists.hands]


@edit
def swap_two_hands(real, lists, dice) -> None:
    one, two = dice.sample(range(4), 2)
    real.hands[one], real.hands[two] = real.hands[two], real.hands[one]
    lists.hands[one], lists.hands[two] = lists.hands[two], lists.hands[one]


@edit
def lay_a_card_on_the_table(real, lists, dice) -> None:
    if len(lists.table) < 3:
        text = dice.choice(PACK)
        real.playing_cards.add_card(card(text))
        lists.table.append(text)


@edit
def take_the_last_card_from_the_table(real, lists, dice) -> None:
    if lists.table:
        real.playing_cards.get_cards().pop()
        lists.table.pop()


@edit
def lay_another_table(real, lists, dice) -> None:
    lists.table = dice.sample(PACK, dice.randint(0, 3))
    real.playing_cards = cards(lists.table)


@edit
def clear_the_table(real, lists, dice) -> None:
    real.playing_cards.clear()
    lists.table.clear()


@edit
def change_the_turn(real, lists, dice) -> None:
    real.turn = lists.turn = dice.randrange(4)


@edit
def draw_from_the_deck(real, lists, dice) -> None:
    for _ in range(min(len(lists.deck), dice.randint(1, 5))):
        assert str(real.main_deck.draw()) == lists.deck.pop(0)


@edit
def shorten_the_deck(real, lists, dice) -> None:
    lists.deck = lists.deck[: dice.randint(0, 6)]
    real.main_deck = cards(lists.deck)


@edit
def empty_the_deck(real, lists, dice) -> None:
    real.main_deck = CardCollection()
    lists.deck = []


@edit
def change_the_trump_card(real, lists, dice) -> None:
    lists.trump = dice.choice(PACK)
    real.trump_card = card(lists.trump)


@edit
def add_to_the_cards_won(real, lists, dice) -> None:
    seat, texts = dice.randrange(4), dice.sample(PACK, 2)
    real.won_cards[seat].add_cards([card(text) for text in texts])
    lists.won[seat].extend(texts)


@edit
def replace_the_cards_won(real, lists, dice) -> None:
    lists.won = [dice.sample(PACK, dice.randint(0, 4)) for _ in range(4)]
    real.won_cards = [cards(pile) for pile in lists.won]
