cimport cython
from Game.core.stream cimport Stream
from Game.tarot.masks cimport count, nth
from Game.tarot.rules cimport TarotRules

cdef int ANNOUNCE, BID, BIDS, COURT, DISCARD, EXCUSE, GROUPS, KING, LATE, LONG
cdef int NO_HANDFUL, NO_SLAM, NOBODY, OVER, PETIT, PLAIN, PLAY, PLENTY, SEATS, SUIT, TRUMPS
cdef int ALL_TRUMPS, HIGH_TRUMPS, THE_21, THE_EXCUSE, THE_PETIT
cdef unsigned long long LOW_HALF
cdef int IN_QUARTERS[9]
cdef int BASE_WORTH
cdef int LEAST_WORTH[5]

cdef class TarotHabits(TarotRules):
    cpdef finish(self, Stream stream)
    cdef speak_by_habit(self)

    @cython.locals(base=cython.int, trumps=cython.int, found=cython.int, group=cython.int,
                   suit=cython.int, i=cython.int, length=cython.int)
    cpdef int worth_of(self, int seat) except? -1
    @cython.locals(worth=cython.int, found=cython.int, contract=cython.int)
    cpdef int habitual_bid(self) except -1
    @cython.locals(base=cython.int, best=cython.int, least=cython.int, group=cython.int,
                   suit=cython.int, plain=cython.int, length=cython.int)
    cpdef int habitual_discard(self) except -1

    @cython.locals(luck="unsigned long long[40]", chosen="unsigned long long", left=cython.int,
                   i=cython.int, card=cython.int)
    cdef play_by_habit(self, Stream stream)
    cdef int habitual_lead(self, int first) except -2
    @cython.locals(base=cython.int, one=cython.int, two=cython.int, trumps=cython.int,
                   out=cython.int, held=cython.int, catches=cython.bint)
    cdef int hunting_trump(self) except -2
    @cython.locals(base=cython.int, others=cython.int, group=cython.int, i=cython.int,
                   mask=cython.int, one=cython.int, two=cython.int, place=cython.int,
                   found=cython.int, highest=cython.int)
    cdef int master(self, int first) except -2
    @cython.locals(base=cython.int, found=cython.int, longest=cython.int, i=cython.int,
                   group=cython.int, mask=cython.int, length=cython.int)
    cdef int from_length(self, int first) except -2
    @cython.locals(other=cython.int, base=cython.int, has_to=cython.bint)
    cdef bint is_ruffed(self, int group) noexcept
    @cython.locals(base=cython.int, group=cython.int, mask=cython.int, pick=cython.int,
                   n=cython.int, excuse=cython.int)
    cdef int any_card(self, unsigned long long chosen) except -1
    @cython.locals(base=cython.int, group=cython.int, mask=cython.int, is_last=cython.bint,
                   is_ours=cython.bint, excuse=cython.int, low=cython.int, high=cython.int,
                   is_over=cython.bint)
    cdef int habitual_card(self, unsigned long long chosen) except -1
    @cython.locals(comes_home=cython.bint)
    cdef int habitual_trump(self, int mask, bint is_last, bint is_ours) except -1
    @cython.locals(best=cython.int, rank=cython.int, group=cython.int, mask=cython.int,
                   place=cython.int)
    cdef int thrown(self, int base, bint is_ours) except -1
