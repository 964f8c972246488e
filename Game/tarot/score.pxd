cimport cython
from Game.tarot.masks cimport count, nth
from Game.tarot.position cimport TarotPosition

cdef int BASE, EXCUSE, GROUPS, NOBODY, PETIT, PETIT_AT_THE_END, SEATS, SLAM, SUIT
cdef int NEAR, NEARER
cdef int COUNTS[78]
cdef int IS_BOUT[78]
cdef int TIMES[5]
cdef int DOG_COUNTS[5]
cdef int NEEDS[4]
cdef int SHOWN_POINTS[3]

cdef class TarotScore(TarotPosition):
    cdef void gain(self, int camp, int card) noexcept
    cpdef int camp(self, int seat) noexcept
    @cython.locals(taker=cython.int)
    cpdef int tricks_of(self, int camp) noexcept
    cpdef int half_points(self, int camp)
    cpdef int owing(self)

    @cython.locals(group=cython.int, i=cython.int, card=cython.int, pay=cython.int, seat=cython.int)
    cdef count_deal(self, bint is_excuse_best)
    @cython.locals(camp=cython.int, given=cython.int)
    cdef settle_debt(self)
    @cython.locals(over=cython.int, winner=cython.int, sign=cython.int, worth=cython.int,
                   last=cython.int, seat=cython.int, n=cython.int, pay=cython.int,
                   tricks=cython.int)
    cdef int pay(self, bint is_excuse_best)
    @cython.locals(first=cython.int, i=cython.int)
    cdef int camp_of_petit(self, bint is_excuse_best)

    cpdef int points(self, int seat) except? -1
    @cython.locals(worth=cython.double, other=cython.int)
    cpdef double value(self, int side) except? -1
    @cython.locals(total=cython.double, other=cython.int, ahead=cython.int, near=cython.int)
    cpdef double prospect(self, int side) except? -1
