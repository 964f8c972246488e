"""Brisca in plain Python, in the style of a first program: lists of card objects, and no more.

It stands in for the original RoboBrisca, which is not part of this project: the same calls, and
about the same work for each. `bench/README.md` says how its speed was compared with the original's.
"""

import random

VALUES = {1: 11, 3: 10, 12: 4, 11: 3, 10: 2}
SUITS = ("O", "E", "C", "B")
NUMBERS = (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)


class PlainCard:
    def __init__(self, card_type, card_number):
        self.card_type = card_type
        self.card_number = card_number

    def get_type(self):
        return self.card_type

    def get_number(self):
        return self.card_number

    def get_value(self):
        if self.card_number in VALUES:
            return VALUES[self.card_number]
        return 0

    def clone(self):
        return PlainCard(self.card_type, self.card_number)

    def __eq__(self, other):
        return self.card_type == other.card_type and self.card_number == other.card_number

    def __hash__(self):
        return hash((self.card_type, self.card_number))


class PlainAction:
    def __init__(self, card):
        self.card = card

    def get_card(self):
        return self.card


class PlainCollection:
    def __init__(self):
        self.l_cards = []

    def clear(self):
        self.l_cards.clear()

    def add_card(self, card):
        self.l_cards.append(card)

    def add_cards(self, cards):
        self.l_cards.extend(cards)

    def shuffle(self):
        random.shuffle(self.l_cards)

    def len(self):
        return len(self.l_cards)

    def draw(self):
        return self.l_cards.pop(0)

    def get_cards(self):
        return self.l_cards

    def get_card(self, i):
        return self.l_cards[i]

    def clone(self):
        other = PlainCollection()
        for card in self.l_cards:
            other.add_card(card.clone())
        return other

    def empty(self):
        return len(self.l_cards) == 0

    def remove(self, card):
        self.l_cards.remove(card)


def is_better(actual, prev, trump_card, round_card):
    if actual.get_type() == prev.get_type():
        if actual.get_value() == prev.get_value():
            return actual.get_number() > prev.get_number()
        return actual.get_value() > prev.get_value()
    if actual.get_type() == trump_card.get_type():
        return True
    if prev.get_type() == trump_card.get_type():
        return False
    if actual.get_type() == round_card.get_type():
        return True
    if prev.get_type() == round_card.get_type():
        return False
    if actual.get_value() == prev.get_value():
        return actual.get_number() > prev.get_number()
    return actual.get_value() > prev.get_value()


class PlainHeuristic:
    def get_score(self, observation, player_id):
        cards = observation.playing_cards.get_cards()
        points = sum(card.get_value() for card in cards)
        for card in cards[:-1]:
            if not is_better(cards[-1], card, observation.trump_card, cards[0]):
                return -points
        return points


class PlainPosition:
    """A game, which is also the observation of a bot."""

    def __init__(self):
        self.n_players = 4
        self.turn = 0
        self.trump_card = None
        self.playing_cards = PlainCollection()
        self.main_deck = PlainCollection()
        self.hands = [PlainCollection() for _ in range(4)]
        self.won_cards = [PlainCollection() for _ in range(4)]
        self.winner = -1

    def reset(self):
        """Deal a new game."""
        self.__init__()
        self.main_deck.add_cards([PlainCard(suit, number) for suit in SUITS for number in NUMBERS])
        cards = self.main_deck.get_cards()
        for i in range(39, 0, -1):
            j = random.randrange(i + 1)
            cards[i], cards[j] = cards[j], cards[i]
        self.trump_card = self.main_deck.get_card(39)
        for _ in range(3):
            for hand in self.hands:
                hand.add_card(self.main_deck.draw())

    def get_list_actions(self):
        return [PlainAction(card) for card in self.hands[self.turn].get_cards()]

    def is_terminal(self):
        return sum(hand.len() for hand in self.hands) == 0

    def clone(self):
        other = PlainPosition()
        other.turn = self.turn
        other.trump_card = self.trump_card.clone()
        other.playing_cards = self.playing_cards.clone()
        other.main_deck = self.main_deck.clone()
        other.hands = [hand.clone() for hand in self.hands]
        other.won_cards = [pile.clone() for pile in self.won_cards]
        return other

    def get_randomized_clone(self):
        """A copy in which all cards that the seat to act has not seen are dealt again."""
        other = self.clone()
        hidden = PlainCollection()
        trump = other.main_deck.get_cards().pop() if not other.main_deck.empty() else None
        hidden.add_cards(other.main_deck.get_cards())
        for seat in range(4):
            if seat != other.turn:
                hidden.add_cards(other.hands[seat].get_cards())
        hidden.shuffle()
        for seat in range(4):
            if seat != other.turn:
                held = other.hands[seat].len()
                other.hands[seat].clear()
                for _ in range(held):
                    other.hands[seat].add_card(hidden.draw())
        other.main_deck.clear()
        other.main_deck.add_cards(hidden.get_cards())
        if trump is not None:
            other.main_deck.add_card(trump)
        return other


class PlainModel:
    def play(self, position, action, heuristic):
        card = action.get_card()
        position.hands[position.turn].remove(card)
        position.playing_cards.add_card(card)
        reward = heuristic.get_score(position, position.turn)
        if position.playing_cards.len() == position.n_players:
            self.finish_trick(position)
        else:
            position.turn = self.next_turn(position.turn)
        return reward

    def next_turn(self, turn):
        return (turn + 1) % 4

    def get_round_winner(self, playing_cards, trump_card, turn):
        cards = playing_cards.get_cards()
        best = 0
        for i in range(1, len(cards)):
            if is_better(cards[i], cards[best], trump_card, cards[0]):
                best = i
        return (turn + 1 + best) % 4

    def finish_trick(self, position):
        winner = self.get_round_winner(position.playing_cards, position.trump_card, position.turn)
        position.won_cards[winner].add_cards(position.playing_cards.get_cards())
        position.playing_cards.clear()
        seat = winner
        for _ in range(4):
            if not position.main_deck.empty():
                position.hands[seat].add_card(position.main_deck.draw())
            seat = self.next_turn(seat)
        position.turn = winner

    def get_points_player(self, player_id, position):
        return sum(card.get_value() for card in position.won_cards[player_id].get_cards())

    def check_winner(self, position):
        if not position.is_terminal():
            return -1
        points = [self.get_points_player(seat, position) for seat in range(4)]
        position.winner = 0 if points[0] + points[2] > points[1] + points[3] else 1
        return position.winner
