cimport cython
from Game.recycle.machine.action cimport TableAction
from Game.recycle.machine.function cimport Function
from Game.recycle.machine.table cimport Table

cdef int ACTION_WORK
cdef int BY_PLACE
cdef int MOST_CARDS
cdef int SET
cdef int INC
cdef int DEC
cdef long long LARGEST
cdef long long NO_CARD

cdef class SingleAction(TableAction):
    cdef settle(self, bint safe, bint sure)

cdef class Cycle(SingleAction):
    cdef bint queued
    cdef bint of_team
    cdef Function who
    @cython.locals(who="long long")
    cdef run(self, Table table)

cdef class ChangeNumber(SingleAction):
    cdef int how
    cdef Function place
    cdef Function amount
    @cython.locals(place="long long", amount="long long")
    cdef run(self, Table table)

cdef class SetText(SingleAction):
    cdef Function place
    cdef Function text
    @cython.locals(place="long long")
    cdef run(self, Table table)

cdef class Pass(SingleAction):
    pass

cdef class MoveCard(SingleAction):
    cdef Function card
    cdef Function place
    cdef Function index
    cdef int how
    cdef list memories
    cdef int selection
    @cython.locals(card="long long", place="long long", index="long long")
    cdef run(self, Table table)
    cdef take_out(self, Table table, long long card)

cdef class Remember(SingleAction):
    cdef Function card
    cdef Function place
    cdef Function index
    cdef list memories
    @cython.locals(card="long long", place="long long", index="long long")
    cdef run(self, Table table)

cdef class Forget(SingleAction):
    cdef Function card
    cdef Function place
    cdef list memories
    @cython.locals(card="long long", place="long long", index="long long", cards=list)
    cdef run(self, Table table)

cdef class Shuffle(SingleAction):
    cdef Function place
    @cython.locals(place=cython.int)
    cdef run(self, Table table)

cdef class Faro(SingleAction):
    cdef Function place
    cdef Function other
    @cython.locals(place="long long", other="long long", cards=list, number="Py_ssize_t")
    cdef run(self, Table table)
