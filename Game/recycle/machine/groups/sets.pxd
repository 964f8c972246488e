cimport cython
from Game.recycle.machine.function cimport Function, Group
from Game.recycle.machine.points cimport Points, Scores
from Game.recycle.machine.table cimport Table

cdef long long LARGEST
cdef long long MOST_DRAWN

cdef class Slice(Group):
    cdef bint top
    cdef Function many
    cdef Function cards
    @cython.locals(cards=list, many="long long", size="Py_ssize_t")
    cdef list items(self, Table table)

cdef class Sorted(Group):
    cdef Function cards
    cdef Scores scores
    @cython.locals(points=Points, cards=list, n="Py_ssize_t", rows=list)
    cdef list items(self, Table table)

cdef class CommonCards(Group):
    cdef bint differs
    cdef list parts
    cdef list many
    @cython.locals(selections=list, inside=list, result=list, seen=set)
    cdef list items(self, Table table)
    @cython.locals(result=list, number="Py_ssize_t", part=Function, items=list)
    cdef list selections(self, Table table)

cdef class NumberSeries(Function):
    cdef str which
    cdef Function place
    @cython.locals(number="long long", result="long long")
    cdef long long number(self, Table table) except? -7

cdef class RandomNumber(Function):
    cdef Function first
    cdef Function last
    @cython.locals(least="long long", most="long long", drawn="long long")
    cdef long long number(self, Table table) except? -7
