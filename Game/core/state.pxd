cimport cython
from Game.core.stream cimport Stream

cdef int OVER

cdef class State:
    cdef public int turn
    cdef public object chance

    cpdef list legal(self)
    @cython.locals(actions=list, count=cython.int, i=cython.int)
    cdef int offer(self, int* out, int room) except -1
    cpdef list labels(self)
    cpdef int play(self, int action) except -2
    cpdef bint is_terminal(self)
    cpdef copy_from(self, State other)
    cpdef State clone(self)
    cpdef view(self, int seat)
    cpdef redeal(self, int seat, Stream stream)
    @cython.locals(actions=list)
    cpdef playout(self, Stream stream)
    cpdef finish(self, Stream stream)
    cpdef stop_after_deal(self)
    cpdef int deal_number(self) except -1
    cpdef int side(self, int seat) except -2
    cpdef int team(self, int seat) except -2
    cpdef int points(self, int seat) except? -1
    cpdef double value(self, int side) except? -1
    cpdef double prospect(self, int side) except? -1
