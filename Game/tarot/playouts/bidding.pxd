cimport cython
from Game.tarot.rules.auction cimport announce, bid, lay_away, layable, show_handful
from Game.tarot.rules.masks cimport count, nth
from Game.tarot.rules.position cimport TarotPosition

cdef int ANNOUNCE, BID, DISCARD, FEATURES, GROUPS, KING, LONG, NOBODY, SUIT, TRUMPS
cdef int ALL_TRUMPS, HIGH_TRUMPS, PLAIN, THE_21, THE_EXCUSE, THE_PETIT
cdef int IN_QUARTERS[9]
cdef int BASE_WORTH
cdef int LEAST_WORTH[5]

cpdef speak_by_habit(TarotPosition position)

@cython.locals(worth=cython.int, highest=cython.int, contract=cython.int)
cpdef int habitual_bid(TarotPosition position) except -1
@cython.locals(features="int[9]", worth=cython.int, i=cython.int)
cpdef int worth_of_hand(TarotPosition position, int seat) except? -1
@cython.locals(features="int[9]", i=cython.int)
cpdef list features_of_hand(TarotPosition position, int seat)
@cython.locals(base=cython.int, trumps=cython.int, group=cython.int, suit=cython.int, i=cython.int)
cdef void count_features(TarotPosition position, int seat, int* features) noexcept

@cython.locals(base=cython.int, best=cython.int, least=cython.int, group=cython.int,
               suit=cython.int, plain=cython.int, length=cython.int)
cpdef int habitual_discard(TarotPosition position) except -1
