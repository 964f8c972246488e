cimport cython
from Game.core.encoder cimport Encoder
from Game.core.state cimport State
from Game.core.stream cimport Stream

cdef int OVER

cdef class Batch:
    cdef public object game
    cdef public Encoder encoder
    cdef public int seats
    cdef public int games
    cdef public list states
    cdef public list streams
    cdef public list legal
    cdef public list before

    cpdef begin(self, list streams)
    @cython.locals(state=State)
    cdef State new_game(self, int number)
    @cython.locals(state=State, seat=cython.int)
    cdef int begin_deal(self, int number) except -1
    @cython.locals(seat=cython.int, first="Py_ssize_t")
    cdef int end_deal(self, int number, State state, float[::1] points) except -1
    @cython.locals(state=State, size=cython.int, actions=cython.int, start="Py_ssize_t",
                   first="Py_ssize_t", i="Py_ssize_t")
    cpdef int show(self, int number, float[::1] observations, unsigned char[::1] masks,
                   int[::1] turns) except -1
    @cython.locals(state=State, count=cython.int, number=cython.int, place=cython.int,
                   seat=cython.int, deal=cython.int)
    cpdef int step(self, int[::1] actions, float[::1] observations, unsigned char[::1] masks,
                   int[::1] turns, float[::1] rewards, unsigned char[::1] ended,
                   float[::1] points, unsigned char[::1] deals) except -1
    @cython.locals(number=cython.int, left="unsigned long long", place="Py_ssize_t")
    cpdef int choose(self, Stream stream, unsigned char[::1] masks, int[::1] actions) except -1
