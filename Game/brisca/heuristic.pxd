from Game.brisca.cards cimport reward_of, winning_place

cdef class Heuristic:
    cpdef get_score(self, observation, player_id)
