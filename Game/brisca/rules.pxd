cimport cython
from Game.core.seats cimport check_seat
from Game.core.state cimport State

cdef int SEATS
cdef int CARDS
cdef int HAND
cdef int ROOM
cdef int OVER
cdef int POINTS[40]
cdef int POWERS[640]

cdef class BriscaRules(State):
    cdef public int leader
    cdef public int trump
    cdef public int tie
    cdef unsigned char hand[160]
    cdef unsigned char hand_size[4]
    cdef unsigned char deck[40]
    cdef public int top
    cdef public int bottom
    cdef unsigned char table[4]
    cdef public int table_size
    cdef unsigned char won[160]
    cdef unsigned char pile_size[4]
    cdef int score[4]

    @cython.locals(other=BriscaRules)
    cpdef copy_from(self, State source)

    @cython.locals(i=cython.int)
    cpdef list legal(self)
    @cython.locals(start=cython.int, count=cython.int, i=cython.int)
    cdef int offer(self, int* out, int room) except -1
    cpdef int play(self, int action) except -2
    @cython.locals(start=cython.int, last=cython.int, i=cython.int)
    cpdef int lay(self, int card) except -2
    cpdef int move_on(self) except -2
    @cython.locals(winner=cython.int, i=cython.int, card=cython.int, seat=cython.int)
    cpdef int take_trick(self) except -2
    @cython.locals(row=cython.int, best=cython.int, i=cython.int)
    cpdef int best_place(self)
    cdef bint is_anyone_left(self)

    cpdef int side(self, int seat) except -2
    cpdef int points(self, int seat) except? -1
    cdef int margin(self) noexcept
    @cython.locals(margin=cython.int)
    cpdef int winner(self)
    @cython.locals(winner=cython.int)
    cpdef double value(self, int side) except? -1
    @cython.locals(margin=cython.int)
    cpdef double prospect(self, int side) except? -1

    @cython.locals(start=cython.int, i=cython.int)
    cpdef list hand_of(self, int seat)
    @cython.locals(i=cython.int)
    cpdef list deck_left(self)
    @cython.locals(i=cython.int)
    cpdef list on_table(self)
    @cython.locals(start=cython.int, i=cython.int)
    cpdef list pile_of(self, int seat)
    @cython.locals(i=cython.int)
    cpdef set_hand(self, int seat, cards)
    @cython.locals(i=cython.int)
    cpdef set_deck(self, cards)
    @cython.locals(i=cython.int)
    cpdef set_table(self, cards)
    @cython.locals(seat=cython.int, card=cython.int, i=cython.int)
    cpdef set_piles(self, piles)
    cpdef take_seat(self, int seat)
