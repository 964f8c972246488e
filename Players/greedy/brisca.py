"""The rules of thumb of the bot `greedy` for Brisca."""

from Game.brisca.deck import TRUMP_COST
from Game.Common import calculate_points, is_better_card
from Players.Player import Player


class GreedyBrisca(Player):
    """Takes a trick with the cheapest card if it is worth it. Otherwise plays a cheap card.

    It looks only at the table. It imagines nothing and remembers nothing. Searches play on by
    nearly the same rule (`Game/brisca/habit.py`, which says where the two differ).
    """

    def think(self, observation, budget):
        table = observation.playing_cards.get_cards()
        trump = observation.trump_card
        actions = observation.get_list_actions()

        def cost(action):
            card = action.get_card()
            tax = TRUMP_COST if card.get_type() == trump.get_type() else 0
            return card.get_value() + tax, card.get_number()

        cheapest = min(actions, key=cost)
        if not table:
            return cheapest

        best = table[0]
        for card in table[1:]:
            if is_better_card(card, best, trump, table[0]):
                best = card
        stake = calculate_points(table)
        partner_wins = len(table) > 1 and best is table[-2]
        last = len(table) == observation.n_players - 1

        if partner_wins and last:  # the trick is ours: give it all the points we can
            plain = [a for a in actions if a.get_card().get_type() != trump.get_type()]
            return max(plain or [cheapest], key=lambda a: a.get_card().get_value())
        if partner_wins:
            return cheapest

        winning = [a for a in actions if is_better_card(a.get_card(), best, trump, table[0])]
        if not winning:
            return cheapest
        if last:  # nobody can beat us any more: win as many points as possible
            richest = max(
                winning, key=lambda a: (a.get_card().get_value() - cost(a)[0], -cost(a)[0])
            )
            gain = stake + richest.get_card().get_value()
            return richest if gain > cost(richest)[0] - cost(cheapest)[0] else cheapest
        taking = min(winning, key=cost)
        return taking if stake > cost(taking)[0] else cheapest
