cimport cython
from Game.recycle.machine.function cimport Function, Group
from Game.recycle.machine.table cimport Table

cdef long long MOST_ITEMS

cpdef list cards_of(Table table, source)

cdef class Place(Function):
    cdef int base
    cdef Function owner
    @cython.locals(cards=list)
    cdef list items(self, Table table)

cdef class NamedPlace(Place):
    cdef dict rows
    cdef Function name
    @cython.locals(place="long long")
    cdef long long number(self, Table table) except? -7

cdef class NewPlace(Place):
    cdef list rows
    @cython.locals(shift="long long", place="long long")
    cdef long long number(self, Table table) except? -7

cdef class HeldPlace(Function):
    cdef int slot
    cdef str name

cdef class Union(Group):
    cdef list parts
    cdef list many
    @cython.locals(result=list, number="Py_ssize_t", part=Function)
    cdef list items(self, Table table)

cdef class Filter(Group):
    cdef Function group
    cdef int slot
    cdef Function test
    @cython.locals(result=list, items=list, values=list)
    cdef list items(self, Table table)

cdef class Each(Group):
    cdef Function group
    cdef int slot
    cdef Function body
    cdef bint flat
    @cython.locals(result=list, items=list)
    cdef list items(self, Table table)

cdef class Row(Group):
    cdef list parts
    @cython.locals(result=list, part=Function)
    cdef list items(self, Table table)

cdef class Range(Group):
    cdef Function first
    cdef Function last
    @cython.locals(first="long long", last="long long")
    cdef list items(self, Table table)

cdef class Chosen(Group):
    cdef Function where
    cdef Function groups
    @cython.locals(groups=list, number="long long")
    cdef value(self, Table table)
