cimport cython
from Game.recycle.machine.function cimport Function, Text, Truth
from Game.recycle.machine.table cimport Table

cdef long long NO_CARD

cpdef long long real(long long card) noexcept

cdef class Top(Function):
    cdef Function cards
    @cython.locals(cards=list, card="long long")
    cdef long long number(self, Table table) except? -7

cdef class CardAt(Function):
    cdef Function where
    cdef Function cards
    @cython.locals(cards=list, where="long long", card="long long")
    cdef long long number(self, Table table) except? -7

cdef class Actual(Function):
    cdef Function card

cdef class CompareCards(Truth):
    cdef bint equal
    cdef Function left
    cdef Function right
    @cython.locals(left="long long", right="long long")
    cdef bint truth(self, Table table) except -1

cdef class Attribute(Text):
    cdef list column
    cdef Function card
    @cython.locals(card="long long", text=str)
    cdef str text(self, Table table)

cdef class NamedAttribute(Text):
    cdef Function key
    cdef list faces
    cdef Function card
    @cython.locals(card="long long")
    cdef str text(self, Table table)
