cimport cython
from Game.core.state cimport State
from Game.core.stream cimport Stream
from Game.tarot.masks cimport bit_of, cards_in, count, group_of, nth
from Game.tarot.score cimport TarotScore

cdef int ANNOUNCE, BID, BIDS, CARDS, DISCARD, EXCUSE, GROUPS, KING
cdef int NO_HANDFUL, NO_SLAM, PLAY, SAY_SLAM, SEATS, SHOW, SUIT
cdef int TRUMPS, OVER, NOBODY
cdef int ALL_TRUMPS, THE_EXCUSE, BOUT_BITS, WHOLE_SUIT, PLAIN
cdef int AS_THE_LOWER, AS_THE_LOWER_TRUMP
cdef int GROUP[78]
cdef int BIT[78]
cdef int POWER[78]
cdef int TAKES_DOG[5]

cdef class TarotRules(TarotScore):
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

    cpdef stop_after_deal(self)
    cpdef int side(self, int seat) except -2
    cpdef int team(self, int seat) except -2
