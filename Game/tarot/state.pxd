cimport cython
from Game.core.state cimport State
from Game.core.stream cimport Stream
from Game.tarot.playouts.bidding cimport speak_by_habit
from Game.tarot.playouts.habits cimport play_by_habit
from Game.tarot.playouts.random_cards cimport play_at_random
from Game.tarot.rules.auction cimport carry_out, choices
from Game.tarot.rules.masks cimport cards_in, count, nth
from Game.tarot.rules.position cimport TarotPosition
from Game.tarot.rules.score cimport debtor
from Game.tarot.rules.tricks cimport allowed_trumps, demanded_group, play_card, playable
from Game.tarot.worlds cimport deal_again

cdef int BID, GROUPS, NEAR, NEARER, NOBODY, OVER, PLAY, SEATS, SUIT, TRUMPS
cdef int AS_THE_LOWER, AS_THE_LOWER_TRUMP, THE_EXCUSE

cdef class TarotState(TarotPosition):
    @cython.locals(other=TarotState)
    cpdef State clone(self)

    cpdef list legal(self)
    @cython.locals(base=cython.int, group=cython.int, n=cython.int, excuse=cython.int)
    cdef int offer(self, int* out, int room) except -1
    cpdef int play(self, int action) except -2
    cpdef playout(self, Stream stream)
    cpdef finish(self, Stream stream)
    cpdef stop_after_deal(self)
    cpdef int deal_number(self) except -1

    @cython.locals(group=cython.int, i=cython.int)
    cpdef view(self, int seat)
    cpdef redeal(self, int seat, Stream stream)

    cpdef int side(self, int seat) except -2
    cpdef int team(self, int seat) except -2
    cpdef int points(self, int seat) except? -1
    @cython.locals(worth=cython.double, other=cython.int)
    cpdef double value(self, int side) except? -1
    @cython.locals(total=cython.double, other=cython.int, ahead=cython.int, near=cython.int)
    cpdef double prospect(self, int side) except? -1

@cython.locals(i=cython.int, more=cython.int)
cdef int offer_group(int* out, int n, int room, int mask, int group) except -1
