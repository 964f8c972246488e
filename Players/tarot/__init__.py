"""What bots of the house know about French Tarot."""
