cimport cython
from Game.core.state cimport State
from Game.core.stream cimport Stream
from Players.search.tree cimport Tree

cdef int AGAINST_US
cdef int DEEPEST
cdef int NEW
cdef int OVER
cdef int RIPE
cdef int WIDEST

@cython.final
cdef class TreeSearch:
    cdef public State root
    cdef public int seat
    cdef public int seats
    cdef public Stream stream
    cdef public double c
    cdef bint against_us
    cdef bint by_parent
    cdef bint one_replies
    cdef public Tree tree
    cdef State world
    cdef int side
    cdef public long count
    cdef double squares[1024]
    cdef int path[512]
    cdef int sides[512]
    cdef int depth
    cdef int replier
    cdef int offered[1024]
    cdef int labels[1024]
    cdef int chosen
    cdef bint is_labelled
    cdef public dict numbers

    cpdef run(self, long simulations)

    @cython.locals(place=cython.int)
    cpdef dict statistics(self)

    @cython.locals(node=cython.int, mover=cython.int, ours=cython.bint, count=cython.int,
                   is_random=cython.bint, before="unsigned long long")
    cdef descend(self)

    @cython.locals(labels="int*", child=cython.int)
    cdef int choose_child(self, int node, int count, bint is_random) except -2

    @cython.locals(count=cython.int, ours=cython.int, seat=cython.int, child=cython.int)
    cdef int choose_replier(self, int node) except -2

    @cython.locals(i=cython.int, number=cython.int, labels=list)
    cdef int number_actions(self, int count) except -1

    cdef void add_to_path(self, int node, int side) noexcept

    @cython.locals(is_over=cython.bint, ours=cython.double, last_side=cython.int,
                   last=cython.double, i=cython.int, side=cython.int,
                   place=cython.int)
    cdef int update(self) except -1
