"""Card Arena: competitions of card-game bots."""

__version__ = "0.1.0"
