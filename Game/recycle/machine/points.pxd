cimport cython
from Game.recycle.machine.function cimport Function, Group
from Game.recycle.machine.table cimport Table

cdef long long LARGEST
cdef long long NO_CARD

cdef class Points:
    cdef public tuple entries
    cdef list faces
    cdef list worth
    @cython.locals(points="long long")
    cpdef long long of(self, int face) except? -7
    cdef points_of(self, dict card)

cdef class Scores(Function):
    cdef Function place
    cdef str name
    cdef Points unset
    @cython.locals(points=Points)
    cdef Points points(self, Table table)

cdef class Score(Function):
    cdef Function card
    cdef Scores scores
    @cython.locals(card="long long", points=Points)
    cdef long long number(self, Table table) except? -7

cdef class Sum(Function):
    cdef Function cards
    cdef Scores scores
    @cython.locals(card="long long", points=Points, total="long long")
    cdef long long number(self, Table table) except? -7

cdef class Best(Function):
    cdef int sign
    cdef Function cards
    cdef Scores scores
    @cython.locals(points=Points, best="long long", winner="long long", card="long long", score="long long", tied=list)
    cdef long long number(self, Table table) except? -7

cdef class Tuples(Group):
    cdef Function many
    cdef Function cards
    cdef Scores scores
    @cython.locals(points=Points, size="long long")
    cdef list items(self, Table table)
