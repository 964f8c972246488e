cimport cython
from Game.recycle.machine.function cimport Function, Group, Truth
from Game.recycle.machine.table cimport Table

cdef long long NO_CARD

cdef class Match:
    cdef list column
    cdef Function text
    cdef bint equal
    @cython.locals(found=str)
    cdef bint holds(self, Table table, long long card, str text) except -1

cdef class MatchingCards(Group):
    cdef Function group
    cdef Match match
    @cython.locals(found=list, items=list, match=Match, text=str)
    cdef list items(self, Table table)

cdef class QuantifiedMatch(Truth):
    cdef bint of_all
    cdef Function group
    cdef Match match
    @cython.locals(items=list, match=Match, text=str)
    cdef bint truth(self, Table table) except -1
