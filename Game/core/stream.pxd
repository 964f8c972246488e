cimport cython

cdef unsigned long long MASK32
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

    cpdef double random(self)

    @cython.locals(i="Py_ssize_t", j="Py_ssize_t")
    cpdef shuffle(self, items)

    cpdef Stream fork(self)
