cimport cython

cdef int HALF, SUIT, TRUMPS
cdef unsigned char BITS[2048]
cdef unsigned char NTH[22528]

cpdef int count(int mask) noexcept

@cython.locals(low=cython.int)
cpdef int nth(int mask, int n) noexcept

@cython.locals(i=cython.int)
cpdef list cards_in(int mask, int group)

cpdef int group_of(int card) noexcept

cpdef int bit_of(int card) noexcept
