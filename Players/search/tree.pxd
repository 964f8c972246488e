cimport cython
from Game.core.stream cimport Stream

cdef int NEW
cdef int FINE
cdef int SMALLEST
cdef int HALF
cdef double ROOT_OF_LOG[43008]
cdef double INVERSE_ROOT[4096]

@cython.locals(halvings=cython.int)
cdef double root_of_log(int n) noexcept

@cython.locals(scale=cython.double)
cdef double inverse_root(int n) noexcept

@cython.final
cdef class Tree:
    cdef public int most
    cdef public int size
    cdef int capacity
    cdef int[::1] label
    cdef int[::1] visits
    cdef int[::1] available
    cdef double[::1] total
    cdef int[::1] first_child
    cdef int[::1] child_count
    cdef int[::1] child_room
    cdef int[::1] mark
    cdef int mark_count
    cdef int candidates[1024]
    cdef int offer_of[1024]
    cdef int selected

    @cython.locals(matches=cython.int, i=cython.int, best=cython.int, seen=cython.int,
                   child=cython.int, visits=cython.int, highest=cython.double,
                   reach=cython.double, score=cython.double)
    cdef int select(
        self, int node, int* labels, int count, double c, bint by_parent, Stream stream
    ) except -2

    @cython.locals(left=cython.int, i=cython.int)
    cdef bint select_untried(self, int* labels, int count, Stream stream) except -1

    @cython.locals(i=cython.int, matches=cython.int, first=cython.int, child=cython.int)
    cdef int match_children(self, int node, int* labels, int count) except -1

    @cython.locals(first=cython.int, child=cython.int)
    cdef int child_of(self, int node, int label) noexcept

    @cython.locals(held=cython.int, room=cython.int, child=cython.int)
    cdef int add_child(self, int node, int label, int expected) except -2

    @cython.locals(old=cython.int, new=cython.int, i=cython.int)
    cdef int move_children(self, int node, int room) except -1

    cdef void add_result(self, int node, double result) noexcept

    cdef grow(self, int places)
    cdef widen_marks(self, int label)
    @cython.locals(first=cython.int, i=cython.int)
    cpdef list children(self, int node)
    cpdef int first_child_of(self, int node)
