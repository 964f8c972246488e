cimport cython
from Game.brisca.rules cimport BriscaRules
from Game.core.encoder cimport Encoder
from Game.core.state cimport State

cdef int CARDS
cdef int ROOM
cdef int SEATS
cdef int SUITS
cdef int SUIT
cdef double POINTS_IN_ALL
cdef double TO_DRAW
cdef double STAKE
cdef int POINTS[40]
cdef int POWERS[640]

cdef class BriscaEncoder(Encoder):
    @cython.locals(game=BriscaRules, i=cython.int, other=cython.int, side=cython.int,
                   own=cython.int)
    cpdef int write(self, State state, int seat, float[::1] out, Py_ssize_t at) except -1
    @cython.locals(game=BriscaRules, start=cython.int, i=cython.int)
    cpdef int mark(self, State state, unsigned char[::1] out, Py_ssize_t at) except -1

cdef class TurnedBriscaEncoder(Encoder):
    cdef int new_name[4]

    @cython.locals(trump=cython.int, led=cython.int, best="int[4]", i=cython.int, suit=cython.int,
                   power=cython.int, name=cython.int, other=cython.int)
    cdef int rename(self, BriscaRules game, int seat) except -1
    cdef int new_card(self, int card) except -1
    @cython.locals(game=BriscaRules, i=cython.int, other=cython.int, row=cython.int, most=cython.int,
                   stake=cython.int, taken=cython.int, own=cython.int, ours=cython.int,
                   theirs=cython.int, ahead=cython.int)
    cpdef int write(self, State state, int seat, float[::1] out, Py_ssize_t at) except -1
    @cython.locals(game=BriscaRules, start=cython.int, i=cython.int)
    cpdef int mark(self, State state, unsigned char[::1] out, Py_ssize_t at) except -1
    @cython.locals(suit=cython.int)
    cpdef int action(self, State state, int number) except -1
