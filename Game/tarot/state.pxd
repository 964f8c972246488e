cimport cython
from Game.core.state cimport State
from Game.core.stream cimport Stream
from Game.tarot.masks cimport bit_of, cards_in, count, group_of, nth
from Game.tarot.habits cimport TarotHabits
from Game.tarot.unseen cimport TarotUnseen

cdef int ASIDE, BID, GROUPS, KING, NOBODY, OVER, PLAY, SEATS, SUIT, TRUMPS
cdef unsigned long long LOW_HALF
cdef int MOST_TRIES, PLAIN, THE_EXCUSE

cdef class TarotState(TarotHabits):
    @cython.locals(other=TarotState)
    cpdef State clone(self)

    cpdef playout(self, Stream stream)
    @cython.locals(luck="unsigned long long[40]", chosen="unsigned long long", left=cython.int,
                   i=cython.int)
    cdef race(self, Stream stream)

    cdef bint sees_aside(self, int seat)
    @cython.locals(group=cython.int, i=cython.int)
    cpdef view(self, int seat)
    @cython.locals(i=cython.int, seat=cython.int, card=cython.int, group=cython.int,
                   shown=cython.int)
    cpdef imagine(self, view, Stream stream)
    @cython.locals(rest="int[5]", rooms="int[3]", group=cython.int, mask=cython.int, i=cython.int,
                   card=cython.int)
    cdef imagine_rest(self, int seat, int aside, Stream stream)
    @cython.locals(rest="int[5]", rooms="int[3]", room_aside=cython.int, knows=cython.bint,
                   group=cython.int, other=cython.int, mask=cython.int)
    cpdef redeal(self, int seat, Stream stream)
    @cython.locals(one=cython.int, two=cython.int, unseen=TarotUnseen, group=cython.int,
                   in_one=cython.int, in_two=cython.int, in_aside=cython.int, mask=cython.int,
                   i=cython.int, place=cython.int, kind=cython.int, where=cython.int,
                   tries=cython.int)
    cdef deal_out(self, int seat, int* rest, int* rooms, int aside, Stream stream)
