cimport cython
from Game.brisca.habit cimport habitual_card
from Game.brisca.playout cimport is_even, race
from Game.brisca.rules cimport BriscaRules
from Game.core.state cimport State
from Game.core.stream cimport Stream

cdef int SEATS
cdef int ROOM
cdef unsigned long long BY_CHANCE
cdef int OVER
cdef unsigned long long LOW_HALF

cdef bytes row(object cards)

cdef class BriscaState(BriscaRules):
    @cython.locals(other=BriscaState)
    cpdef State clone(self)

    cpdef tuple rows(self)

    @cython.locals(holder=cython.int, other=cython.int, i=cython.int, start=cython.int)
    cpdef view(self, int seat)

    @cython.locals(known="unsigned long long", one="unsigned long long", card=cython.int,
                   seat=cython.int, i=cython.int)
    cpdef imagine(self, view, Stream stream)

    @cython.locals(unseen="int[200]", places="int[200]", count=cython.int, left=cython.int,
                   i=cython.int, place=cython.int, card=cython.int)
    cpdef redeal(self, int seat, Stream stream)

    @cython.locals(count=cython.int, other=cython.int, i=cython.int)
    cdef int gather_unseen(self, int seat, int* unseen) noexcept

    @cython.locals(other=cython.int, i=cython.int)
    cdef int fill_again(self, int seat, int* unseen, int count) noexcept

    cpdef playout(self, Stream stream)

    @cython.locals(luck="unsigned long long", card=cython.int)
    cpdef finish(self, Stream stream)
