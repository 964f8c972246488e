cimport cython
from Game.recycle.machine.action cimport Continuation, TableAction
from Game.recycle.machine.function cimport Function
from Game.recycle.machine.table cimport Table

cdef int MOST_REPEATS
cdef int ACTION_WORK
cdef int MOST_OPTIONS

cdef next_of_path(Table table, at)

cdef class Sequence(TableAction):
    cdef list parts
    @cython.locals(part=TableAction)
    cdef run(self, Table table)
    @cython.locals(part=TableAction, number=cython.int)
    cdef attempt_from(self, Table table, Continuation then, int start)

cdef class RestOfSequence(Continuation):
    cdef Sequence action
    cdef Continuation then
    cdef int start

cdef class When(TableAction):
    cdef Function test
    cdef TableAction body
    cpdef TableAction without_test(self)

cpdef TableAction without_test(TableAction action)

cdef class ForEach(TableAction):
    cdef Function group
    cdef int slot
    cdef TableAction body
    cdef bint reverses
    cdef run(self, Table table)
    cdef attempt(self, Table table, Continuation then)
    @cython.locals(items=list)
    cdef list items(self, Table table)

cdef class RestOfItems(Continuation):
    cdef ForEach action
    cdef list items
    cdef Continuation then
    cdef int start

cdef class Pick(TableAction):
    cdef Function group
    cdef int slot
    cdef TableAction body
    @cython.locals(
        items=list, values=list, options=list, many="Py_ssize_t", place="Py_ssize_t", way=tuple
    )
    cdef list_ways(self, Table table, int number, tuple path)

cdef class AfterLaterItem(Continuation):
    cdef Continuation then

cdef class Either(TableAction):
    cdef list parts
    @cython.locals(part=TableAction)
    cdef run(self, Table table)
    @cython.locals(part=TableAction)
    cdef attempt(self, Table table, Continuation then)

cdef class Let(TableAction):
    cdef Function worth
    cdef int slot
    cdef TableAction body

cdef class Repeat(TableAction):
    cdef Function many
    cdef TableAction body
    @cython.locals(many="long long", i="long long")
    cdef run(self, Table table)
    @cython.locals(many="long long")
    cdef attempt(self, Table table, Continuation then)

cdef class RestOfRepeat(Continuation):
    cdef Repeat action
    cdef long long left
    cdef Continuation then

cdef class RepeatAll(TableAction):
    cdef Function cards
    cdef TableAction body
