cimport cython
from Game.boerenbridge.features cimport BoerenBridgeEncoder
from Game.boerenbridge.rules cimport BoerenBridgeRules
from Game.core.encoder cimport Encoder
from Game.core.state cimport State

cdef int CARDS, LED, LONG, RANKS, SEATS, SUITS, TRUMPS
cdef int WORTH[1300]

cdef class TurnedBoerenBridgeEncoder(BoerenBridgeEncoder):
    cdef int groups
    cdef int starts[24]
    cdef int widths[24]
    cdef int name[4]
    cdef float old[52]

    @cython.locals(rank="int[4]", led=cython.int, suit=cython.int, i=cython.int,
                   lane="unsigned long long", name=cython.int, other=cython.int)
    cdef int rename(self, BoerenBridgeRules game, int seat) except -1
    cdef int new_card(self, int card) except -1
    @cython.locals(i=cython.int, suit=cython.int)
    cdef int turn(self, float[::1] out, Py_ssize_t start, int width) except -1
    @cython.locals(game=BoerenBridgeRules, end="Py_ssize_t", i=cython.int,
                   one="unsigned long long", in_trick=cython.int, row=cython.int,
                   most=cython.int, first=cython.int, best=cython.int, card=cython.int)
    cpdef int write(self, State state, int seat, float[::1] out, Py_ssize_t at) except -1
    @cython.locals(actions=list, action=cython.int)
    cpdef int mark(self, State state, unsigned char[::1] out, Py_ssize_t at) except -1
    @cython.locals(suit=cython.int)
    cpdef int action(self, State state, int number) except -1
