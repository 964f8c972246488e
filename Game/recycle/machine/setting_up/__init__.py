"""The actions that create what a game is played with: players, teams, decks and point maps."""
