cimport cython
from Game.core.state cimport State
from Game.core.stream cimport Stream
from Game.tarot.masks cimport bit_of, cards_in, count, group_of, nth
from Game.tarot.position cimport TarotPosition

cdef int ANNOUNCE, BASE, BID, BIDS, CARDS, DISCARD, EXCUSE, GROUPS, KING
cdef int NO_HANDFUL, NO_SLAM, PETIT, PETIT_AT_THE_END, PLAY, SAY_SLAM, SEATS, SHOW, SLAM, SUIT
cdef int TRUMPS, OVER, NOBODY
cdef int ALL_TRUMPS, THE_EXCUSE, BOUT_BITS, WHOLE_SUIT, PLAIN
cdef int NEAR, NEARER
cdef int AS_THE_LOWER, AS_THE_LOWER_TRUMP
cdef int GROUP[78]
cdef int BIT[78]
cdef int COUNTS[78]
cdef int IS_BOUT[78]
cdef int POWER[78]
cdef int TIMES[5]
cdef int TAKES_DOG[5]
cdef int DOG_COUNTS[5]
cdef int NEEDS[4]
cdef int SHOWN_POINTS[3]

cdef class TarotRules(TarotPosition):
    @cython.locals(pack=list, group=cython.int, i=cython.int, seat=cython.int, card=cython.int)
    cpdef shuffle(self, Stream stream)
    @cython.locals(seat=cython.int, group=cython.int, i=cython.int, camp=cython.int)
    cpdef begin(self)
    cpdef next_deal(self)

    @cython.locals(trumps=cython.int)
    cpdef list legal(self)
    @cython.locals(base=cython.int, group=cython.int)
    cdef list layable(self)
    @cython.locals(base=cython.int, group=cython.int, excuse=cython.int)
    cdef list playable(self)
    @cython.locals(base=cython.int, group=cython.int, found=cython.int, excuse=cython.int)
    cdef int offer(self, int* out, int room) except -1
    @cython.locals(i=cython.int, most=cython.int)
    cdef int offer_group(self, int* out, int at, int room, int mask, int group) except -1
    cdef int demanded(self, int base) noexcept
    @cython.locals(trumps=cython.int, over=cython.int)
    cdef int allowed_trumps(self, int base) noexcept

    cpdef int play(self, int action) except -2
    @cython.locals(group=cython.int)
    cpdef bid(self, int contract)
    @cython.locals(group=cython.int, base=cython.int)
    cpdef lay_away(self, int card)
    cpdef move_to_slam(self)
    cpdef move_to_handfuls(self)
    cdef int first_leader(self)
    cpdef show_handful(self, int size)
    @cython.locals(trumps=cython.int, hidden=cython.int)
    cdef int handful(self, int seat, int n)
    @cython.locals(place=cython.int)
    cdef note_handful(self, int seat, int cards)
    @cython.locals(group=cython.int, bit=cython.int, base=cython.int)
    cdef lay(self, int card)
    @cython.locals(group=cython.int, bit=cython.int)
    cdef int put(self, int card) except -1
    @cython.locals(is_last=cython.bint, winner=cython.int, fool=cython.int, camp=cython.int,
                   owner=cython.int, i=cython.int, card=cython.int)
    cdef int take_trick(self) except -1
    @cython.locals(i=cython.int)
    cdef int seat_of_excuse(self) noexcept
    cdef void gain(self, int camp, int card) noexcept
    cpdef int camp(self, int seat) noexcept
    @cython.locals(taker=cython.int)
    cpdef int tricks_of(self, int camp) noexcept

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

    cpdef stop_after_deal(self)
    cpdef int side(self, int seat) except -2
    cpdef int team(self, int seat) except -2
    cpdef int points(self, int seat) except? -1
    @cython.locals(worth=cython.double, other=cython.int)
    cpdef double value(self, int side) except? -1
    @cython.locals(total=cython.double, other=cython.int, ahead=cython.int, near=cython.int)
    cpdef double prospect(self, int side) except? -1
    cpdef int half_points(self, int camp)
    cpdef int owing(self)
