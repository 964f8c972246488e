cimport cython
from Game.brisca.rules cimport BriscaRules
from Game.core.stream cimport Stream

cdef int SEATS
cdef int CARDS
cdef int HAND
cdef int ROOM
cdef int OVER
cdef unsigned short MARKS[16384]
cdef unsigned long long LOW_HALF
cdef unsigned long long WAYS[4]
cdef int WAYS_FROM[4]
cdef unsigned int MASKS[294]

@cython.locals(seat=cython.int)
cpdef bint is_even(BriscaRules position)

@cython.locals(
    luck="unsigned long long[7]", scored="unsigned long long",
    taken="unsigned long long", won="unsigned long long", four="unsigned long long",
    first="unsigned int", second="unsigned int", third="unsigned int",
    chosen="unsigned long long", played="unsigned int", drawn="unsigned int",
    change="unsigned int", half=cython.int, way=cython.int, held=cython.int,
    leader=cython.int, top=cython.int, trump=cython.int, row=cython.int, mark_0=cython.int,
    mark_1=cython.int, mark_2=cython.int, mark_3=cython.int, best=cython.int,
    rest=cython.int, seat=cython.int, i=cython.int,
)
cpdef race(BriscaRules position, Stream stream)
