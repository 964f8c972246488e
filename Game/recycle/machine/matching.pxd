cimport cython
from Game.recycle.machine.function cimport Function, Group, Truth
from Game.recycle.machine.table cimport Table

cdef long long NO_CARD

cdef class AttributeMatch:
    cdef list column
    cdef dict same
    cdef Function text
    cdef bint equal
    cdef text_of(self, Table table)
    cdef bint holds(self, Table table, long long card, text) except -1

cdef class MatchingCards(Group):
    cdef Function group
    cdef AttributeMatch match
    @cython.locals(matching=list, items=list, match=AttributeMatch)
    cdef list items(self, Table table)

cdef class QuantifiedMatch(Truth):
    cdef bint of_all
    cdef Function group
    cdef AttributeMatch match
    @cython.locals(items=list, match=AttributeMatch)
    cdef bint truth(self, Table table) except -1
