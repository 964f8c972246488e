cimport cython
from Game.boerenbridge.state cimport BoerenBridgeState
from Game.core.stream cimport Stream
from Players.boerenbridge.agents cimport choose, guess

cdef int CARDS
cdef int RANKS
cdef int SEATS
cdef int OVER
cdef int FULL_KRIPKE
cdef int PER_CARD
cdef int COUNTING
cdef int KNOWING
cdef int TRIES
cdef double ODD_BID
cdef double ODD_CARD
cdef unsigned long long BIT[52]

cdef class Imagining:
    cdef public int seat
    cdef public int layer
    cdef public Stream stream
    cdef public BoerenBridgeState root
    cdef public list actions
    cdef public long worlds
    cdef double total[16]
    cdef double squares[16]
    cdef double met[16]
    cdef public BoerenBridgeState world
    cdef BoerenBridgeState scratch
    cdef int order[52]
    cdef int players[52]

    @cython.locals(i=cython.int, points=cython.double)
    cpdef run(self, int worlds)
    cpdef double points(self, int place) except? -1
    @cython.locals(mean=cython.double, variance=cython.double)
    cpdef double spread(self, int place) except? -1
    cpdef double chance(self, int place) except? -1
    @cython.locals(share=cython.double, reach=cython.double)
    cpdef tuple interval(self, int place)
    @cython.locals(best=cython.int, i=cython.int)
    cpdef int best(self) except -1

    cpdef draw(self)
    @cython.locals(world=BoerenBridgeState, seat=cython.int, rooms="int[4]", other=cython.int,
                   cards="unsigned long long", left=cython.int, card=cython.int,
                   place=cython.int, holder=cython.int)
    cdef bint deal_one_by_one(self, bint careful) except -1
    @cython.locals(choice=cython.int, seen=cython.int, holder=cython.int)
    cdef int holder_for(self, int* rooms, int card, bint careful) except -2
    @cython.locals(world=BoerenBridgeState, past=BoerenBridgeState, i=cython.int,
                   weight=cython.double, place=cython.int, other=cython.int,
                   forced=cython.bint, expected=cython.int)
    cdef double credible(self) except? -1
