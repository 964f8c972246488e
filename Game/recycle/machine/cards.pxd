cimport cython
from Game.recycle.machine.function cimport Function, Group, Text
from Game.recycle.machine.table cimport Table

cdef long long LARGEST
cdef long long MOST_ITEMS
cdef long long NO_CARD

cdef long long real(long long card) noexcept
cdef list cards_of(Table table, found)

cdef class Place(Function):
    cdef int base
    cdef Function owner
    @cython.locals(found=list)
    cdef list items(self, Table table)

cdef class NamedPlace(Place):
    cdef dict rows
    cdef Function name
    @cython.locals(place="long long")
    cdef long long number(self, Table table) except? -7

cdef class HeldPlace(Function):
    cdef int slot
    cdef str name

cdef class Union(Group):
    cdef list parts
    cdef list many
    @cython.locals(found=list, number="Py_ssize_t", part=Function)
    cdef list items(self, Table table)

cdef class Filter(Group):
    cdef Function group
    cdef int slot
    cdef Function test
    @cython.locals(found=list, items=list, values=list)
    cdef list items(self, Table table)

cdef class Each(Group):
    cdef Function group
    cdef int slot
    cdef Function body
    @cython.locals(found=list, items=list)
    cdef list items(self, Table table)

cdef class Row(Group):
    cdef list parts
    @cython.locals(found=list, part=Function)
    cdef list items(self, Table table)

cdef class Range(Group):
    cdef Function first
    cdef Function last
    @cython.locals(first="long long", last="long long")
    cdef list items(self, Table table)

cdef class Tuples(Group):
    cdef Function many
    cdef Function cards
    cdef Scores scores
    @cython.locals(points=Points, size="long long")
    cdef list items(self, Table table)

cdef class Chosen(Group):
    cdef Function where
    cdef Function groups
    @cython.locals(groups=list, number="long long")
    cdef value(self, Table table)

cdef class Top(Function):
    cdef Function cards
    @cython.locals(cards=list, card="long long")
    cdef long long number(self, Table table) except? -7

cdef class CardAt(Function):
    cdef Function where
    cdef Function cards
    @cython.locals(cards=list, where="long long", card="long long")
    cdef long long number(self, Table table) except? -7

cdef class Best(Function):
    cdef int sign
    cdef Function cards
    cdef Scores scores
    @cython.locals(points=Points, best="long long", winner="long long", card="long long", score="long long", tied=list)
    cdef long long number(self, Table table) except? -7

cdef class Actual(Function):
    cdef Function card

cdef class Attribute(Text):
    cdef list column
    cdef Function card
    @cython.locals(card="long long", found=str)
    cdef str text(self, Table table)

cdef class NamedAttribute(Text):
    cdef Function key
    cdef list faces
    cdef Function card
    @cython.locals(card="long long")
    cdef str text(self, Table table)

cdef class Points:
    cdef public tuple entries
    cdef list faces
    cdef list worth
    @cython.locals(points="long long")
    cpdef long long of(self, int face) except? -7
    cdef reckoned(self, dict card)

cdef class Scores(Function):
    cdef int map_number
    cdef str name
    @cython.locals(found=Points)
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
