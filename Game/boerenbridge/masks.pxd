cimport cython
from Game.core.stream cimport Stream

cdef int CARDS
cdef int LANE
cdef int RANKS
cdef unsigned long long BIT[52]
cdef unsigned char COUNT[8192]
cdef unsigned char LOWEST[8192]
cdef list WHOLE_PACK
cdef unsigned long long DE_BRUIJN
cdef unsigned char PLACE[64]

@cython.locals(mask="unsigned long long", card=cython.int)
cpdef unsigned long long mask_of(cards) except? 0

cpdef unsigned long long every_suit(unsigned long long lane) noexcept

@cython.locals(lowest=cython.int)
cpdef unsigned long long top_ranks(int count) noexcept

@cython.locals(cards=list, count=cython.int, i=cython.int)
cpdef list cards_of(unsigned long long mask)

cdef int lowest_of(unsigned long long mask) noexcept

@cython.locals(one=cython.int)
cpdef int count_of(unsigned long long mask) noexcept

@cython.locals(count=cython.int, chosen=cython.int, suit=cython.int, lane=cython.int)
cpdef int pick(unsigned long long mask, Stream stream) except -1
