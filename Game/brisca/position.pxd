cimport cython
from Game.brisca.cards cimport (
    ActionData, CardRow, actions_of, calculate_points, cards_in, collection_of, number_of,
    numbers_of, reward_of, winning_place,
)
from Game.brisca.heuristic cimport Heuristic
from Game.brisca.state cimport BriscaState
from Game.core.seats cimport check_seat

cdef int SEATS
cdef int OVER
cdef tuple ACTIONS
cdef tuple CARDS
cdef object Action

cdef class Position:
    cdef public object game
    cdef public object seat
    cdef public object view
    cdef public object stream
    cdef public object trump_card
    cdef public object n_players
    cdef public object winner
    cdef BriscaState _state
    cdef object _turn
    cdef object _hands
    cdef object _playing_cards
    cdef object _main_deck
    cdef object _won_cards

    cpdef become(self, BriscaState state, int trump)
    cdef BriscaState state(self)
    @cython.locals(state=BriscaState)
    cdef int turn_of_state(self) except -1
    @cython.locals(state=BriscaState, seat=cython.int)
    cpdef BriscaState copy_of_world(self)
    cdef bint is_closed(self) except -1
    cpdef copy_to(self, Position other)
    @cython.locals(mover=cython.int, place=cython.int, best=cython.int, hand=list, table=list)
    cpdef advance(self, action, heuristic=*)
    @cython.locals(seat=cython.int, deck=list)
    cdef take_trick(self, list table, int winner)

@cython.locals(place=cython.int)
cdef int place_of(card, list hand) except -2
