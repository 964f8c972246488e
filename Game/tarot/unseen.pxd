cimport cython
from Game.core.stream cimport Stream

cdef int ROOM
cdef int ASIDE
cdef double BINOMIAL[6400]

@cython.final
cdef class TarotUnseen:
    cdef int cards[640]
    cdef int held[8]
    cdef int place[80]

    cpdef add(self, int card, int kind)

    @cython.locals(held="int*", both=cython.int, need=cython.int, pool=cython.int,
                   ways=cython.double)
    cpdef double ways(self, int first, int aside, int one, int two) noexcept

    @cython.locals(held="int*", total=cython.double, left=cython.double, weight=cython.double,
                   one=cython.int, two=cython.int, chosen_one=cython.int, chosen_two=cython.int,
                   both=cython.int, need=cython.int, i=cython.int)
    cpdef bint share(self, int first, int aside, Stream stream) except -1

    @cython.locals(start=cython.int, left=cython.int, i=cython.int, card=cython.int)
    cpdef give(self, int kind, int n, int there, int rest, Stream stream)
