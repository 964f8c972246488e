cimport cython
from Game.recycle.machine.function cimport Function, Group
from Game.recycle.machine.table cimport Table

cdef int CURRENT
cdef int NEXT
cdef int PREVIOUS
cdef long long NO_CARD

cdef class PlayerInTurn(Function):
    cdef int which

cdef class TeamInTurn(Function):
    cdef int which
    @cython.locals(teams=cython.int)
    cdef long long number(self, Table table) except? -7

cdef class Numbered(Function):
    cdef bint of_team
    cdef Function which
    @cython.locals(number="long long", most="long long")
    cdef long long number(self, Table table) except? -7

cdef class TeamOf(Function):
    cdef Function player
    @cython.locals(number="long long")
    cdef long long number(self, Table table) except? -7

cdef class Owner(Function):
    cdef Function card
    cdef int owners
    @cython.locals(card="long long", place="long long", holder="long long")
    cdef long long number(self, Table table) except? -7
    @cython.locals(number="long long")
    cdef long long place_of_memory(self, Table table, long long card) except? -7

cdef class All(Group):
    cdef bint of_team
    cdef bint others
    cdef list everybody
    @cython.locals(many=cython.int, left_out=cython.int, one=cython.int)
    cdef list items(self, Table table)

cdef class Members(Group):
    cdef Function team
