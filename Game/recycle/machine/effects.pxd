cimport cython
from Game.recycle.machine.function cimport Function
from Game.recycle.machine.table cimport Table

cdef int MOST_OPTIONS
cdef int MOST_REPEATS
cdef int ACTION

cdef class Deed:
    cdef public object at
    cdef public bint safe
    cdef public bint sure
    cdef public bint plain
    cdef public bint choosing
    cdef run(self, Table table)
    cdef attempt(self, Table table, Then then)
    @cython.locals(options=list)
    cdef list_ways(self, Table table, int number, tuple path)

cdef next_of_path(Table table, at)

cdef class Then:
    cdef go_on(self, Table table)

cdef class Selected(Then):
    cdef int number
    cdef object at

cdef class Together(Deed):
    cdef list parts
    @cython.locals(part=Deed)
    cdef run(self, Table table)
    @cython.locals(part=Deed, number=cython.int)
    cdef attempt_from(self, Table table, Then then, int start)

cdef class RestOfDo(Then):
    cdef Together deed
    cdef Then then
    cdef int start

cdef class When(Deed):
    cdef Function test
    cdef Deed body

cdef class ForEach(Deed):
    cdef Function group
    cdef int slot
    cdef Deed body
    @cython.locals(items=list)
    cdef run(self, Table table)
    @cython.locals(items=list)
    cdef attempt(self, Table table, Then then)

cdef class RestOfItems(Then):
    cdef ForEach deed
    cdef list items
    cdef Then then
    cdef int start

cdef class Pick(Deed):
    cdef Function group
    cdef int slot
    cdef Deed body
    @cython.locals(items=list, values=list, many="Py_ssize_t", place="Py_ssize_t")
    cdef list_ways(self, Table table, int number, tuple path)

cdef class Either(Deed):
    cdef list parts
    @cython.locals(part=Deed)
    cdef run(self, Table table)
    @cython.locals(part=Deed)
    cdef attempt(self, Table table, Then then)

cdef class Let(Deed):
    cdef Function worth
    cdef int slot
    cdef Deed body

cdef class Repeat(Deed):
    cdef Function many
    cdef Deed body
    @cython.locals(many="long long", i="long long")
    cdef run(self, Table table)
    @cython.locals(many="long long")
    cdef attempt(self, Table table, Then then)

cdef class RestOfRepeat(Then):
    cdef Repeat deed
    cdef long long left
    cdef Then then

cdef class RepeatAll(Deed):
    cdef Function cards
    cdef Deed body
