cimport cython
from Game.tarot.rules.masks cimport bit_of, cards_in, count, group_of, nth
from Game.tarot.rules.phases cimport next_deal
from Game.tarot.rules.position cimport TarotPosition
from Game.tarot.rules.score cimport count_deal, excuse_goes_to, gain, tricks_of

cdef int CARDS, EXCUSE, GROUPS, NOBODY, SEATS, SUIT, TRUMPS
cdef int ALL_TRUMPS, THE_EXCUSE, WHOLE_SUIT
cdef int GROUP[78]
cdef int BIT[78]
cdef int POWER[78]

cpdef int strength(int card, int led) noexcept
@cython.locals(led=cython.int)
cpdef bint beats(int card, int other) noexcept
@cython.locals(led=cython.int, best=cython.int, power=cython.int, place=cython.int,
               card=cython.int)
cpdef int best_place(cards) except -2

@cython.locals(base=cython.int, group=cython.int, excuse=cython.int)
cpdef list playable(TarotPosition position)
cpdef int demanded_group(TarotPosition position, int base) noexcept
@cython.locals(trumps=cython.int, over=cython.int)
cpdef int allowed_trumps(TarotPosition position, int base) noexcept

@cython.locals(group=cython.int, bit=cython.int, base=cython.int, led=cython.int)
cpdef int play_card(TarotPosition position, int card) except -1
@cython.locals(group=cython.int, bit=cython.int, power=cython.int)
cpdef int put_card(TarotPosition position, int card) except -1
@cython.locals(is_last=cython.bint, winner=cython.int, excuse_seat=cython.int, camp=cython.int,
               owner=cython.int, i=cython.int, card=cython.int, others=cython.int)
cdef int take_trick(TarotPosition position) except -1
@cython.locals(i=cython.int)
cdef int seat_of_excuse(TarotPosition position) noexcept
