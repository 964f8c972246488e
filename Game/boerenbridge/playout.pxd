cimport cython
from Game.boerenbridge.masks cimport count_of, pick
from Game.boerenbridge.rules cimport BoerenBridgeRules
from Game.core.stream cimport Stream

cdef int CARDS
cdef int LANE
cdef int NO_SUIT
cdef int OVER
cdef int RANKS
cdef int SEATS
cdef int SUITS
cdef unsigned char COUNT[8192]
cdef unsigned char LOWEST[8192]
cdef int WORTH[1300]

@cython.locals(playable="unsigned long long")
cpdef bint play_rounds(BoerenBridgeRules position, Stream stream) except -1

@cython.locals(held=cython.int, seat=cython.int)
cdef bint is_even(BoerenBridgeRules position) noexcept

@cython.locals(first=cython.int, bid=cython.int)
cpdef int random_bid(BoerenBridgeRules position, Stream stream) except -1

@cython.locals(
    lanes="int[16]", i=cython.int, left=cython.int, leader=cython.int, trump=cython.int,
    led=cython.int, row=cython.int, highest=cython.int, winner=cython.int, seat=cython.int,
    here=cython.int, suit=cython.int, choices=cython.int, chosen=cython.int, lane=cython.int,
    value=cython.int,
)
cdef int race(BoerenBridgeRules position, Stream stream) except -1
