cimport cython
from Game.tarot.rules.masks cimport count, nth
from Game.tarot.rules.position cimport TarotPosition

cdef int BASE, EXCUSE, GROUPS, NOBODY, PETIT, PETIT_AT_THE_END, SEATS, SLAM, SUIT
cdef int COUNTS[78]
cdef int IS_BOUT[78]
cdef int TIMES[5]
cdef int DOG_COUNTS[5]
cdef int NEEDS[4]
cdef int SHOWN_POINTS[3]

cpdef void gain(TarotPosition position, int camp, int card) noexcept
cpdef int excuse_goes_to(int camp, bint is_last, bint is_best) noexcept
@cython.locals(all_tricks=cython.int, taker=cython.int)
cpdef int tricks_of(TarotPosition position, int camp) noexcept
cpdef int bouts_of(TarotPosition position, int camp) noexcept
cpdef int half_points(TarotPosition position, int camp) noexcept
cpdef int debtor(TarotPosition position) noexcept

@cython.locals(group=cython.int, i=cython.int, card=cython.int, amount=cython.int, seat=cython.int)
cpdef int count_deal(TarotPosition position, bint is_excuse_best) except -1
@cython.locals(camp=cython.int, value=cython.int)
cdef void settle_debt(TarotPosition position) noexcept
@cython.locals(over=cython.int, winner=cython.int, sign=cython.int, worth=cython.int,
               is_winners=cython.bint, seat=cython.int, n=cython.int, amount=cython.int,
               tricks=cython.int)
cdef int payment(TarotPosition position, bint is_excuse_best) noexcept
@cython.locals(first=cython.int, i=cython.int, card=cython.int)
cpdef bint is_petit_at_the_end(TarotPosition position, bint is_excuse_best) noexcept
