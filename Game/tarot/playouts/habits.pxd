cimport cython
from Game.core.stream cimport Stream
from Game.tarot.playouts.random_cards cimport any_card
from Game.tarot.rules.masks cimport count, nth
from Game.tarot.rules.position cimport TarotPosition
from Game.tarot.rules.tricks cimport allowed_trumps, demanded_group, put_card

cdef int COURT, EXCUSE, GROUPS, KING, LATE, NOBODY, PETIT, PLENTY, SEATS, SUIT, TRUMPS
cdef int ALL_TRUMPS, THE_EXCUSE, THE_PETIT
cdef unsigned long long LOW_HALF

@cython.locals(luck="unsigned long long[40]", chosen="unsigned long long", left=cython.int,
               i=cython.int, card=cython.int)
cpdef int play_by_habit(TarotPosition position, Stream stream) except -1

cdef int habitual_lead(TarotPosition position, int first) noexcept
@cython.locals(base=cython.int, one=cython.int, two=cython.int, trumps=cython.int,
               out=cython.int, held=cython.int, catches=cython.bint)
cdef int hunting_trump(TarotPosition position) noexcept
@cython.locals(base=cython.int, others=cython.int, group=cython.int, i=cython.int,
               mask=cython.int, one=cython.int, two=cython.int, place=cython.int,
               card=cython.int, highest=cython.int)
cdef int master(TarotPosition position, int first) noexcept
@cython.locals(base=cython.int, card=cython.int, longest=cython.int, i=cython.int,
               group=cython.int, mask=cython.int, length=cython.int)
cdef int low_of_longest(TarotPosition position, int first) noexcept
@cython.locals(other=cython.int, base=cython.int, has_to=cython.bint)
cdef bint is_ruffed(TarotPosition position, int group) noexcept

@cython.locals(base=cython.int, group=cython.int, mask=cython.int, is_last=cython.bint,
               is_ours=cython.bint, excuse=cython.int, low=cython.int, high=cython.int,
               is_over=cython.bint)
cdef int habitual_card(TarotPosition position, unsigned long long chosen) noexcept
@cython.locals(is_safe=cython.bint)
cdef int habitual_trump(TarotPosition position, int mask, bint is_last, bint is_ours) noexcept
@cython.locals(best=cython.int, rank=cython.int, group=cython.int, mask=cython.int,
               place=cython.int)
cdef int unsuited_card(TarotPosition position, int base, bint is_ours) noexcept
