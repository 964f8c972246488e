cimport cython
from Game.core.stream cimport Stream
from Game.tarot.rules.masks cimport count, nth
from Game.tarot.rules.position cimport TarotPosition
from Game.tarot.rules.tricks cimport allowed_trumps, demanded_group, put_card

cdef int EXCUSE, GROUPS, NOBODY, SEATS, SUIT, THE_EXCUSE, TRUMPS
cdef unsigned long long LOW_HALF

@cython.locals(luck="unsigned long long[40]", chosen="unsigned long long", left=cython.int,
               i=cython.int)
cpdef int play_at_random(TarotPosition position, Stream stream) except -1
@cython.locals(base=cython.int, group=cython.int, mask=cython.int, pick=cython.int,
               n=cython.int, excuse=cython.int)
cpdef int any_card(TarotPosition position, unsigned long long chosen) noexcept
