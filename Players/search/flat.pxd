cimport cython
from Game.core.state cimport State
from Game.core.stream cimport Stream

cdef int OVER

cdef class FlatSearch:
    cdef public State root
    cdef public int seat
    cdef public int seats
    cdef public Stream stream
    cdef public list actions
    cdef public list prospects
    cdef public list squares
    cdef public list margins
    cdef public long worlds
    cdef State world
    cdef State scratch

    @cython.locals(side=cython.int, i=cython.int, prospect=cython.double, margin=cython.int,
                   other=cython.int, points=cython.int)
    cpdef run(self, int worlds)
