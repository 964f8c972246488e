cimport cython

cdef int HOLDERS, LANE, RANKS, SUITS
cdef double FACTORIAL[53]
cdef unsigned char COUNT[8192]

cdef class Marginals:
    cdef int room[5]
    cdef int barred[5]
    cdef int cards[4]
    cdef double known[20]
    cdef double total

    @cython.locals(holder=cython.int)
    cpdef begin(self)
    cpdef set_holder(self, int holder, int room, int barred)
    @cython.locals(suit=cython.int, i=cython.int)
    cpdef set_pool(self, unsigned long long mask)
    @cython.locals(place=cython.int)
    cpdef double chance(self, int holder, int suit) except? -1
    @cython.locals(number=cython.double)
    cdef double count(self, int holder, int suit) except? -1
    @cython.locals(holder=cython.int)
    cdef bint is_tied(self, int suit) noexcept
    @cython.locals(number=cython.double, holder=cython.int)
    cdef double deals(self, int suit, int free) except? -1
    @cython.locals(most=cython.int, number=cython.double, given=cython.int)
    cdef double split(self, int suit, int holder, int left, int free) except? -1
