"""What a person sees and types at the terminal. `HumanPlayer.py` asks the questions."""
