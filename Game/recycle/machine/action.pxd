cimport cython
from Game.recycle.machine.table cimport Table

cdef int MOST_OPTIONS

cdef class TableAction:
    cdef public object at
    cdef public bint safe
    cdef public bint sure
    cdef public bint plain
    cdef public bint choosing
    cdef public bint ends
    cdef run(self, Table table)
    cdef attempt(self, Table table, Continuation then)
    @cython.locals(options=list)
    cdef list_ways(self, Table table, int number, tuple path)

cdef class Continuation:
    cdef go_on(self, Table table)

cdef class FoundOption(Continuation):
    cdef int number
    cdef object at
