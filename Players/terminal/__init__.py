"""What a person sees and types at the terminal. `Players/HumanPlayer.py` asks the questions."""
