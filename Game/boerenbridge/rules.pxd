cimport cython
from Game.boerenbridge.masks cimport cards_of, mask_of, top_ranks
from Game.boerenbridge.unseen cimport Pack
from Game.core.seats cimport check_seat
from Game.core.state cimport State
from Game.core.stream cimport Stream

cdef int BIDS
cdef int CARDS
cdef int FIVE
cdef int LANE
cdef int NEAR
cdef int NEARER
cdef int OVER
cdef int RANKS
cdef int SEATS
cdef int SUITS
cdef unsigned char SUIT_OF[52]
cdef unsigned long long BIT[52]
cdef unsigned long long OF_SUIT[4]
cdef int WORTH[1300]
cdef list CALLS

cdef int seat_after(int seat, int places) noexcept

cdef class BoerenBridgeRules(State)

@cython.locals(place=cython.int)
cdef int suit_led_in(BoerenBridgeRules position) noexcept

@cython.locals(row=cython.int, best=cython.int, i=cython.int)
cdef int best_place_in(BoerenBridgeRules position, int first) noexcept

cdef class BoerenBridgeRules(State):
    cdef public bytes schedule
    cdef public bint full
    cdef public bint winner_opens
    cdef public bint any_change
    cdef public bint zero_bonus
    cdef public tuple past
    cdef public int round
    cdef public int cards
    cdef public int trump
    cdef public int opener
    cdef public int leader
    cdef public bint calling
    cdef public int bid_count
    cdef public int played_count
    # Arrays are not of `char`: `pickle` would take those for texts that end at the first 0.
    cdef unsigned short bids[5]
    cdef unsigned short played[52]
    cdef unsigned long long hand[4]
    cdef unsigned long long aside
    cdef unsigned short won[4]
    cdef unsigned short voids[4]
    cdef int score[4]
    cdef public int later

    @cython.locals(other=BoerenBridgeRules)
    cpdef copy_from(self, State source)

    @cython.locals(first=cython.int, bid=cython.int)
    cpdef list legal(self)

    @cython.locals(hand="unsigned long long", led=cython.int, follows="unsigned long long")
    cdef unsigned long long playable(self, int seat) noexcept
    cdef int suit_led(self) noexcept
    cdef int place_in_trick(self) noexcept

    cpdef int play(self, int action) except -2
    cdef int step(self, int action, Stream luck) except -1
    cdef int call(self, int bid) except -1
    cdef bint must_change(self) noexcept
    @cython.locals(led=cython.int)
    cdef bint lay(self, int card) except -1
    cpdef int best_place(self, int first) except -1
    cdef int finish_round(self, Stream luck) except -1
    cdef int next_opener(self) noexcept
    @cython.locals(seat=cython.int, bid=cython.int, won=cython.int)
    cdef int count_round(self) except -1
    @cython.locals(i=cython.int, seat=cython.int)
    cdef as_past(self)

    cpdef stop_after_deal(self)
    cpdef int deal_number(self) except -1
    cpdef int side(self, int seat) except -2
    cpdef int points(self, int seat) except? -1
    @cython.locals(beaten=cython.int, seat=cython.int)
    cpdef double value(self, int side) except? -1
    @cython.locals(total=cython.double, seat=cython.int, ahead=cython.int, near=cython.int)
    cpdef double prospect(self, int side) except? -1

    cpdef list hand_of(self, int seat)
    cpdef list cards_aside(self)
    @cython.locals(i=cython.int)
    cpdef list cards_played(self)
    cpdef int dealer(self)
    @cython.locals(place=cython.int)
    cpdef int bid_of(self, int seat)
    cpdef int tricks_of(self, int seat) except -1

    @cython.locals(seat=cython.int)
    cpdef set_hands(self, hands)
    @cython.locals(seat=cython.int)
    cpdef begin_round(self, int opener)
    @cython.locals(pack=Pack, seat=cython.int)
    cpdef deal_round(self, Stream stream)
