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

cdef class BriscaEncoder(Encoder):
    @cython.locals(game=BriscaRules, i=cython.int, other=cython.int, side=cython.int,
                   own=cython.int)
    cpdef int write(self, State state, int seat, float[::1] out, Py_ssize_t at) except -1
    @cython.locals(game=BriscaRules, start=cython.int, i=cython.int)
    cpdef int mark(self, State state, unsigned char[::1] out, Py_ssize_t at) except -1
