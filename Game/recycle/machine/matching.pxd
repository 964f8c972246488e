cimport cython
from Game.recycle.machine.function cimport Function, Group, Truth
from Game.recycle.machine.table cimport Table

cdef long long NO_CARD

cdef class Match:
    cdef list column
    cdef dict same
    cdef Function text
    cdef bint equal
    cdef text_of(self, Table table)
    cdef bint holds(self, Table table, long long card, text) except -1

cdef class MatchingCards(Group):
    cdef Function group
    cdef Match match
    @cython.locals(found=list, items=list, match=Match)
    cdef list items(self, Table table)

cdef class QuantifiedMatch(Truth):
    cdef bint of_all
    cdef Function group
    cdef Match match
    @cython.locals(items=list, match=Match)
    cdef bint truth(self, Table table) except -1
