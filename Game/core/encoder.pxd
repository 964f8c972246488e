cimport cython
from Game.core.state cimport State

cdef int OVER

cdef class Encoder:
    cdef public tuple blocks
    cdef public int size
    cdef public int actions

    cpdef int write(self, State state, int seat, float[::1] out, Py_ssize_t at) except -1
    @cython.locals(actions=list, i=cython.int, action=cython.int)
    cpdef int mark(self, State state, unsigned char[::1] out, Py_ssize_t at) except -1
    cpdef int action(self, State state, int number) except -1
