cimport cython
from Game.core.state cimport State
from Game.tarot.rules.masks cimport bit_of, cards_in, count, group_of

cdef int BID, GROUPS, NOBODY, OVER, SEATS, TRUMPS
cdef int ALL_TRUMPS, THE_EXCUSE, THE_PETIT
cdef int TAKES_DOG[5]

cdef class TarotPosition(State):
    cdef public int deals
    cdef public int is_fixed
    cdef public int has_handfuls
    cdef public int has_slams
    cdef public int size
    cdef public int spare
    cdef int enough[3]
    cdef int pack[5]
    cdef int score[3]
    cdef public int deal
    cdef public int later
    cdef public int phase
    cdef public int dealer
    cdef public int bid_count
    cdef int bids[3]
    cdef public int taker
    cdef public int contract
    cdef public int slam
    cdef int hand[15]
    cdef int aside[5]
    cdef int dog[5]
    cdef int shown[3]
    cdef int barred[15]
    cdef int spent[3]
    cdef unsigned short played[78]  # not of `char`: `pickle` would take it for a text
    cdef public int played_count
    cdef public int leader
    cdef int led
    cdef int high
    cdef int power
    cdef int best
    cdef int tricks[3]
    cdef int won[2]
    cdef int bouts[2]
    cdef int small[2]
    cdef int debt

    @cython.locals(other=TarotPosition)
    cpdef copy_from(self, State source)

    @cython.locals(group=cython.int)
    cpdef list hand_of(self, int seat)
    @cython.locals(group=cython.int)
    cpdef list cards_aside(self)
    @cython.locals(i=cython.int)
    cpdef list cards_played(self)
    @cython.locals(i=cython.int)
    cpdef list on_table(self)
    @cython.locals(group=cython.int, card=cython.int)
    cpdef set_hand(self, int seat, cards)
    @cython.locals(group=cython.int, card=cython.int)
    cpdef set_aside(self, cards)
    @cython.locals(i=cython.int, card=cython.int)
    cpdef set_pack(self, pack)

    cdef int camp(self, int seat) noexcept
    @cython.locals(group=cython.int, total=cython.int)
    cdef int count_aside(self)
    cdef bint has_dog(self) noexcept
    cdef bint sees_aside(self, int seat)
    @cython.locals(seat=cython.int, had=cython.int)
    cpdef bint is_petit_alone(self)
    @cython.locals(group=cython.int, place=cython.int)
    cpdef list lacks(self, int seat)
    cpdef list allies(self, int seat)
