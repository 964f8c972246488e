cimport cython
from Game.boerenbridge.masks cimport pick
from Game.boerenbridge.playout cimport random_bid
from Game.boerenbridge.state cimport BoerenBridgeState
from Game.core.stream cimport Stream

cdef int BIDS
cdef int LANE
cdef int CARDS
cdef int TRUMP_BONUS
cdef int RANKS
cdef int SEATS
cdef int SUITS
cdef int OVER
cdef int RANDOM
cdef int GREEDY
cdef int FULL_KRIPKE
cdef int NO_SUIT
cdef int NO_CARD
cdef int TOP
cdef unsigned char COUNT[8192]
cdef unsigned char LOWEST[8192]
cdef unsigned char HIGHEST[8192]
cdef unsigned char SUIT_OF[52]
cdef unsigned char RANK_OF[52]
cdef int WORTH[1300]

@cython.locals(led=cython.int)
cpdef int choose(int agent, BoerenBridgeState state, Stream stream) except -2
cpdef play_on(BoerenBridgeState state, list agents, Stream stream)
cdef int random_action(BoerenBridgeState state, Stream stream) except -2

@cython.locals(hand="unsigned long long", value=cython.int, suit=cython.int, lane=cython.int,
               tricks=cython.int, lowest=cython.int, pack=cython.int)
cpdef int guess(BoerenBridgeState state, int seat) except -2

cdef int led_suit(BoerenBridgeState state) noexcept
@cython.locals(first=cython.int)
cdef int winning_card(BoerenBridgeState state) except -2
@cython.locals(seat=cython.int, lane=cython.int, barred=cython.int, other=cython.int)
cdef int others_may_hold(BoerenBridgeState state, int suit) noexcept
cdef bint is_highest(int lane, int out) noexcept

@cython.locals(row=cython.int, card=cython.int, least=cython.int, equals=cython.int, suit=cython.int,
               lane=cython.int, value=cython.int)
cdef int lowest_card(unsigned long long hand, int trump, Stream stream) except -2
@cython.locals(row=cython.int, card=cython.int, most=cython.int, equals=cython.int, suit=cython.int,
               lane=cython.int, value=cython.int)
cdef int highest_card(unsigned long long hand, int trump, int led, Stream stream) except -2
@cython.locals(card=cython.int, suits=cython.int, suit=cython.int, lane=cython.int)
cdef int lowest_of_long(unsigned long long hand, int but, Stream stream) except -2

@cython.locals(hand="unsigned long long", trump=cython.int, trumps=cython.int,
               their_trumps=cython.int, card=cython.int, suits=cython.int,
               only_to_be_ruffed=cython.bint, suit=cython.int, lane=cython.int, out=cython.int)
cdef int open_to_win(BoerenBridgeState state, Stream stream) except -2
@cython.locals(lane=cython.int, best=cython.int, beaten=cython.bint)
cdef int follow_to_win(BoerenBridgeState state, int led) except -2
@cython.locals(hand="unsigned long long", trump=cython.int, trumps=cython.int, best=cython.int)
cdef int discard_to_win(BoerenBridgeState state, int led, Stream stream) except -2

@cython.locals(hand="unsigned long long", best=cython.int, lane=cython.int, below=cython.int)
cdef int lose(BoerenBridgeState state, int led, Stream stream) except -2
@cython.locals(hand="unsigned long long", trump=cython.int, trumps=cython.int, below=cython.int,
               card=cython.int, highest=cython.int, suits=cython.int, suit=cython.int,
               lane=cython.int, out=cython.int, useless=cython.int)
cdef int discard_to_lose(BoerenBridgeState state, int best, Stream stream) except -2
