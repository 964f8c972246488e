cimport cython
from Game.boerenbridge.masks cimport cards_of, count_of
from Game.boerenbridge.playout cimport play_rounds
from Game.boerenbridge.rules cimport BoerenBridgeRules
from Game.boerenbridge.unseen cimport Unseen
from Game.core.seats cimport check_seat
from Game.core.state cimport State
from Game.core.stream cimport Stream

cdef int SEATS
cdef int OVER

cdef class BoerenBridgeState(BoerenBridgeRules):
    @cython.locals(other=BoerenBridgeState)
    cpdef State clone(self)

    @cython.locals(i=cython.int, other=cython.int)
    cpdef view(self, int seat)
    @cython.locals(i=cython.int, seat=cython.int)
    cpdef imagine(self, view, Stream stream)
    @cython.locals(other=cython.int, unseen=Unseen)
    cpdef redeal(self, int seat, Stream stream)

    cpdef playout(self, Stream stream)
