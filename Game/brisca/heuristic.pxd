from Game.brisca.cards cimport calculate_points, winning_place
