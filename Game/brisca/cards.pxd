cimport cython
from Game.core.stream cimport Stream

cdef int POWERS[640]
cdef dict _NUMBERS

cdef class CardData:
    cdef readonly object card_type
    cdef readonly object card_number
    cdef readonly int number
    cdef readonly int value

cdef class ActionData:
    cdef readonly object card

cdef class CardRow:
    cdef public object l_cards

@cython.locals(data=CardData)
cpdef int number_of(object card) except -1

cpdef list numbers_of(object cards)

@cython.locals(card=CardData, number=cython.int, actions=list, every=tuple)
cpdef list actions_of(object cards)

@cython.locals(collection=CardRow, number=cython.int)
cpdef object collection_of(list numbers)

@cython.locals(row=CardRow)
cpdef list cards_in(object collection)

@cython.locals(led=CardData, trump=CardData, card=CardData, row=cython.int, best=cython.int,
               place=cython.int, strength=cython.int, strongest=cython.int, number=cython.int)
cpdef int winning_place(object cards, object trump_card) except -1

@cython.locals(card=CardData, points=cython.int)
cpdef object calculate_points(object cards)

cpdef object reward_of(object cards, int best)
