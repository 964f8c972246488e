from Game.brisca.cards cimport winning_place
