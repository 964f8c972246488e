cimport cython
from Game.tarot.rules.masks cimport bit_of, cards_in, count, group_of, nth
from Game.tarot.rules.phases cimport ask_for_handfuls, ask_for_slam, next_deal
from Game.tarot.rules.position cimport TarotPosition

cdef int ANNOUNCE, BID, BIDS, DISCARD, GROUPS, NO_HANDFUL, NO_SLAM, NOBODY, PLAY, SAY_SLAM, SEATS
cdef int TRUMPS
cdef int ALL_TRUMPS, BOUT_BITS, PLAIN, THE_EXCUSE

@cython.locals(trumps=cython.int)
cpdef list choices(TarotPosition position)
cpdef carry_out(TarotPosition position, int action)

cpdef bid(TarotPosition position, int contract)

@cython.locals(group=cython.int)
cdef take_dog(TarotPosition position)
@cython.locals(base=cython.int, group=cython.int)
cpdef list layable(TarotPosition position)
@cython.locals(base=cython.int)
cpdef lay_away(TarotPosition position, int card)
@cython.locals(group=cython.int)
cpdef note_trump_laid_away(TarotPosition position)

cpdef announce(TarotPosition position, int slam)
@cython.locals(cards=cython.int)
cpdef show_handful(TarotPosition position, int size)
@cython.locals(trumps=cython.int, hidden=cython.int)
cdef int handful(TarotPosition position, int seat, int n)
@cython.locals(place=cython.int)
cpdef note_handful(TarotPosition position, int seat, int cards)
