cimport cython
from Game.recycle.machine.actions cimport SingleAction
from Game.recycle.machine.function cimport Function
from Game.recycle.machine.points cimport Points
from Game.recycle.machine.table cimport Table

cdef int ACTION_WORK
cdef int MOST_MAPS
cdef int MOST_CARDS

cdef class MakePlayers(SingleAction):
    cdef int players

cdef class MakeTeams(SingleAction):
    cdef tuple teams
    cdef int in_text
    cdef list team_of

cdef class MakeComputedTeams(SingleAction):
    cdef list teams
    cdef int players
    @cython.locals(member=Function, seat="long long")
    cdef run(self, Table table)

cdef class MakeDeck(SingleAction):
    cdef Function place
    cdef list faces
    @cython.locals(place=cython.int, face=cython.int)
    cdef run(self, Table table)

cdef class Put(SingleAction):
    cdef Function place
    cdef list entries
    cdef list faces
    cdef list changing
    cdef dict cache
    @cython.locals(key=tuple, points=Points, part=Function)
    cdef run(self, Table table)
    @cython.locals(points=Function, key=Function, value=Function)
    cdef current_entries(self, Table table)
