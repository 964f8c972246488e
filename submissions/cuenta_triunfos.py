from Game.Common import calculate_points, is_better_card
from Players.Player import Player


class CuentaTriunfos(Player):
    """Counts the trumps that have been played, and spends its own when few are left."""

    def think(self, observation, budget):
        trump = observation.trump_card
        table = observation.playing_cards.get_cards()
        gone = sum(
            card.get_type() == trump.get_type()
            for won in observation.won_cards
            for card in won.get_cards()
        )
        late = gone >= 5  # half of them

        def price(action):
            card = action.get_card()
            is_trump = card.get_type() == trump.get_type()
            return card.get_value() + (3 if late else 8) * is_trump, card.get_number()

        actions = sorted(observation.get_list_actions(), key=price)
        if not table:
            return actions[0]
        best = table[0]
        for card in table[1:]:
            if is_better_card(card, best, trump, table[0]):
                best = card
        if len(table) > 1 and best is table[-2]:  # the partner has it
            return actions[0]
        for action in actions:
            card = action.get_card()
            worth = calculate_points(table) + card.get_value()
            if is_better_card(card, best, trump, table[0]) and worth > price(action)[0]:
                return action
        return actions[0]

    def __str__(self):
        return "Cuenta Triunfos"
