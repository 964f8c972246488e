cimport cython
from Game.recycle.machine.cards cimport Points
from Game.recycle.machine.deeds cimport Deed
from Game.recycle.machine.function cimport Function
from Game.recycle.table cimport Table

cdef int ACTION
cdef int SET
cdef int INC
cdef int DEC
cdef int MOST_MAPS
cdef int MOST_CARDS
cdef long long LARGEST
cdef long long NO_CARD

cdef class Act(Deed):
    cdef settle(self, bint safe, bint sure)

cdef class MakePlayers(Act):
    cdef int players

cdef class MakeTeams(Act):
    cdef tuple teams
    cdef list team_of

cdef class MakeDeck(Act):
    cdef Function place
    cdef list faces
    @cython.locals(place=cython.int, face=cython.int)
    cdef run(self, Table table)

cdef class Put(Act):
    cdef int map_number
    cdef list entries
    cdef list faces
    cdef list changing
    cdef dict kept
    @cython.locals(key=tuple, points=Points, part=Function)
    cdef run(self, Table table)
    @cython.locals(points=Function, key=Function, value=Function)
    cdef resolved(self, Table table)

cdef class Cycle(Act):
    cdef bint queued
    cdef bint of_team
    cdef Function who
    @cython.locals(who="long long")
    cdef run(self, Table table)

cdef class Change(Act):
    cdef int how
    cdef Function place
    cdef Function amount
    @cython.locals(place="long long", amount="long long")
    cdef run(self, Table table)

cdef class Pass(Act):
    pass

cdef class Move(Act):
    cdef Function card
    cdef Function place
    cdef Function index
    cdef int how
    cdef list memories
    cdef int selection
    @cython.locals(card="long long", place="long long", index="long long")
    cdef run(self, Table table)
    cdef take_out(self, Table table, long long card)

cdef class Remember(Act):
    cdef Function card
    cdef Function place
    cdef Function index
    cdef list memories
    @cython.locals(card="long long", place="long long", index="long long")
    cdef run(self, Table table)

cdef class Forget(Act):
    cdef Function card
    cdef Function place
    cdef list memories
    @cython.locals(card="long long", place="long long", index="long long", found=list)
    cdef run(self, Table table)

cdef class Shuffle(Act):
    cdef Function place
    @cython.locals(place=cython.int)
    cdef run(self, Table table)
