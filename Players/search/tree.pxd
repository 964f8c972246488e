cimport cython
from Game.core.stream cimport Stream

cdef int NEW
cdef int FINE
cdef int SMALLEST
cdef double ROOT_OF_LOG[81920]
cdef double INVERSE_ROOT[4096]

@cython.locals(halvings=cython.int)
cdef double root_of_log(int n) noexcept

@cython.locals(scale=cython.double)
cdef double inverse_root(int n) noexcept

@cython.final
cdef class Tree:
    cdef public int most
    cdef public int size
    cdef int places
    cdef int[::1] label
    cdef int[::1] visits
    cdef int[::1] chances
    cdef double[::1] worth
    cdef int[::1] first
    cdef int[::1] held
    cdef int[::1] room
    cdef int[::1] mark
    cdef int marks
    cdef int open[1024]
    cdef int which[1024]
    cdef int place

    @cython.locals(found=cython.int, left=cython.int, i=cython.int, best=cython.int,
                   seen=cython.int, child=cython.int, visits=cython.int, highest=cython.double,
                   reach=cython.double, score=cython.double)
    cdef int pick(
        self, int node, int* labels, int count, double c, bint whole, Stream stream
    ) except -2

    @cython.locals(i=cython.int, found=cython.int, first=cython.int, child=cython.int)
    cdef int see(self, int node, int* labels, int count) except -1

    @cython.locals(first=cython.int, child=cython.int)
    cdef int child_of(self, int node, int label) noexcept

    @cython.locals(held=cython.int, room=cython.int, child=cython.int)
    cdef int add(self, int node, int label, int expected) except -2

    @cython.locals(old=cython.int, new=cython.int, i=cython.int)
    cdef int move(self, int node, int room) except -1

    cdef void credit(self, int node, double result) noexcept

    cdef grow(self, int places)
    cdef widen(self, int label)
    @cython.locals(first=cython.int, i=cython.int)
    cpdef list children(self, int node)
    cpdef int visits_of(self, int node)
    cpdef int first_of(self, int node)
