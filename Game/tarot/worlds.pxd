cimport cython
from Game.core.stream cimport Stream
from Game.tarot.rules.auction cimport note_handful, note_trump_laid_away
from Game.tarot.rules.masks cimport bit_of, count, group_of, nth
from Game.tarot.rules.phases cimport begin, first_leader
from Game.tarot.rules.position cimport TarotPosition
from Game.tarot.rules.tricks cimport play_card
from Game.tarot.unseen cimport TarotUnseen

cdef int ASIDE, GROUPS, MOST_TRIES, OVER, PLAIN, SEATS, SUIT, TRUMPS

@cython.locals(i=cython.int, seat=cython.int, card=cython.int, shown=cython.int)
cpdef imagine(TarotPosition position, view, Stream stream)
@cython.locals(rest="int[5]", rooms="int[3]", group=cython.int, mask=cython.int, i=cython.int,
               card=cython.int)
cdef deal_rest(TarotPosition position, int seat, int aside, Stream stream)

@cython.locals(rest="int[5]", rooms="int[3]", room_aside=cython.int, knows=cython.bint,
               group=cython.int, other=cython.int, mask=cython.int)
cpdef deal_again(TarotPosition position, int seat, Stream stream)

@cython.locals(one=cython.int, two=cython.int, unseen=TarotUnseen, group=cython.int,
               in_one=cython.int, in_two=cython.int, in_aside=cython.int, mask=cython.int,
               i=cython.int, place=cython.int, kind=cython.int, tries=cython.int)
cdef deal_hidden(
    TarotPosition position, int seat, int* rest, int* rooms, int aside, Stream stream
)
@cython.locals(mask=cython.int)
cdef int possible_in_hand(TarotPosition position, int seat, int other, int group) noexcept
@cython.locals(mask=cython.int)
cdef int possible_aside(TarotPosition position, int one, int two, int group) noexcept
@cython.locals(i=cython.int, place=cython.int, where=cython.int)
cdef int place_cards(
    TarotPosition position, int one, int two, int group, int mask, TarotUnseen unseen
) except -1
