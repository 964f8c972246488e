cimport cython
from Game.boerenbridge.masks cimport cards_of, count_of
from Game.boerenbridge.playout cimport play_rounds
from Game.boerenbridge.rules cimport BoerenBridgeRules
from Game.boerenbridge.unseen cimport Unseen
from Game.core.seats cimport check_seat
from Game.core.state cimport State
from Game.core.stream cimport Stream

cdef int LANE
cdef int OVER
cdef int RANKS
cdef int SEATS
cdef int SUITS
cdef unsigned char LOWEST[8192]

cdef class BoerenBridgeState(BoerenBridgeRules):
    @cython.locals(other=BoerenBridgeState)
    cpdef State clone(self)

    @cython.locals(i=cython.int, other=cython.int)
    cpdef view(self, int seat)
    @cython.locals(i=cython.int, seat=cython.int)
    cpdef imagine(self, view, Stream stream)
    @cython.locals(other=cython.int, unseen=Unseen)
    cpdef redeal(self, int seat, Stream stream)

    @cython.locals(playable="unsigned long long", suit=cython.int, lane=cython.int,
                   count=cython.int)
    cdef int offer(self, int* out, int room) except -1

    cpdef playout(self, Stream stream)
