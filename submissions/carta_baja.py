from Players.Player import Player


class CartaBaja(Player):
    """Throws its cheapest card, whatever lies on the table."""

    def think(self, observation, budget):
        return min(observation.get_list_actions(), key=lambda action: action.get_card().get_value())

    def __str__(self):
        return "Carta Baja"
