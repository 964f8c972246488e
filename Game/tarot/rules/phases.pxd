cimport cython
from Game.core.stream cimport Stream
from Game.tarot.rules.masks cimport bit_of, cards_in, group_of
from Game.tarot.rules.position cimport TarotPosition

cdef int ANNOUNCE, BID, GROUPS, NOBODY, OVER, PLAY, SEATS, SHOW

@cython.locals(pack=list, group=cython.int, i=cython.int, seat=cython.int, card=cython.int)
cpdef shuffle(TarotPosition position, Stream stream)

@cython.locals(seat=cython.int, group=cython.int, i=cython.int, camp=cython.int)
cpdef begin(TarotPosition position)

cpdef ask_for_slam(TarotPosition position)

@cython.locals(leader=cython.int)
cpdef ask_for_handfuls(TarotPosition position)

cpdef int first_leader(int dealer, int taker, int slam) noexcept

cpdef next_deal(TarotPosition position)
