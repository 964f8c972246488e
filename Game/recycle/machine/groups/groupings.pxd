cimport cython
from Game.recycle.machine.function cimport Function, Group
from Game.recycle.machine.points cimport Points, Scores
from Game.recycle.machine.table cimport Table

cdef long long NO_CARD
cdef int MOST_OPTIONS
cdef int MOST_OF_SUBSETS

cdef dict cards_by_points(Table table, list cards, Points points)

cdef class Partition(Group):
    cdef Function key
    cdef list faces
    cdef Function cards
    @cython.locals(cards=list, key=str, groups=dict)
    cdef list items(self, Table table)

cdef class Subsets(Group):
    cdef Function cards
    @cython.locals(cards=list, result=list)
    cdef list items(self, Table table)

cdef class Runs(Group):
    cdef bint largest
    cdef Function least
    cdef Function cards
    cdef Scores scores
    @cython.locals(least="long long", by_points=dict, result=list, many="long long")
    cdef list items(self, Table table)

cdef class RunWithEnd(Group):
    cdef bint top
    cdef Function least
    cdef Function cards
    cdef Scores scores
    @cython.locals(
        least="long long", cards=list, points=Points, by_points=dict, end="Py_ssize_t"
    )
    cdef list items(self, Table table)
