cimport cython
from Game.core.encoder cimport Encoder
from Game.core.state cimport State
from Game.tarot.rules.masks cimport count, group_of, nth
from Game.tarot.rules.phases cimport first_leader
from Game.tarot.rules.position cimport TarotPosition
from Game.tarot.rules.score cimport debtor
from Game.tarot.rules.tricks cimport strength

cdef int ALL_PHASES, CARDS, EXCUSE, GROUPS, NOBODY, SEATS, SPEECHES, SUIT, TRUMPS
cdef double HAND, SCORE

cdef class TarotEncoder(Encoder):
    cpdef int write(self, State state, int seat, float[::1] out, Py_ssize_t at) except -1
    @cython.locals(i=cython.int)
    cdef int write_group(self, int mask, int group, float[::1] out, Py_ssize_t at) except -1
    @cython.locals(group=cython.int, in_trick=cython.int, first=cython.int, i=cython.int,
                   other=cython.int, leader=cython.int, player=cython.int, led=cython.int,
                   power=cython.int, card=cython.int)
    cdef int write_play(self, TarotPosition game, int seat, float[::1] out,
                        Py_ssize_t at) except -1
    @cython.locals(i=cython.int, other=cython.int, group=cython.int, place=cython.int)
    cdef int write_cards(self, TarotPosition game, int seat, float[::1] out,
                         Py_ssize_t at) except -1
    @cython.locals(i=cython.int, other=cython.int, owing=cython.int)
    cdef int write_rest(self, TarotPosition game, int seat, float[::1] out,
                        Py_ssize_t at) except -1
