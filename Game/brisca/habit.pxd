cimport cython
from Game.brisca.rules cimport BriscaRules

cdef int CARDS
cdef int SEATS
cdef int ROOM
cdef int TRUMP_COST
cdef int POINTS[40]
cdef int POWERS[640]

@cython.locals(start=cython.int, row=cython.int, best=cython.int, stake=cython.int,
               leading=cython.int, is_last=cython.bint, i=cython.int, card=cython.int,
               cost=cython.int, cheapest=cython.int, least=cython.int, richest=cython.int,
               most=cython.int, taker=cython.int, price=cython.int)
cpdef int habitual_card(BriscaRules position) noexcept

@cython.locals(most=cython.int, start=cython.int, i=cython.int, card=cython.int)
cdef int richest_plain_card(BriscaRules position, int otherwise) noexcept
