cimport cython
from Game.brisca.cards cimport winning_place
from Game.brisca.position cimport Position
