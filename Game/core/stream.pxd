cimport cython

cdef unsigned long long MASK32
cdef bint INTERPRETED
cdef int LANES
cdef unsigned long long MASK64
cdef unsigned long long GAMMA
cdef unsigned long long MIX_1
cdef unsigned long long MIX_2

cdef unsigned long long mix(unsigned long long z)

cdef class Stream:
    cdef public unsigned long long word

    cpdef unsigned long long bits(self)

    @cython.locals(word="unsigned long long", i=cython.int)
    cdef fill(self, unsigned long long* words, int n)

    @cython.locals(product="unsigned long long", low="unsigned long long", least="unsigned long long")
    cpdef unsigned long long below(self, unsigned long long n)

    @cython.locals(words="unsigned long long[64]", product="unsigned long long",
                   low="unsigned long long", made=cython.int, size=cython.int, i=cython.int)
    cdef fill_falling(self, int* numbers, int n, unsigned long long bound)

    cpdef double random(self)

    @cython.locals(i="Py_ssize_t", j="Py_ssize_t", n=cython.int, k=cython.int, places="int[64]")
    cpdef shuffle(self, items)

    cpdef Stream fork(self)
