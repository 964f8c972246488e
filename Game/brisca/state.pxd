cimport cython
from Game.core.state cimport State
from Game.core.stream cimport Stream

cdef int SEATS
cdef int CARDS
cdef int HAND
cdef int ROOM
cdef int A_TRUMP
cdef unsigned long long BY_CHANCE
cdef int OVER
cdef int POINTS[40]
cdef int POWERS[640]
cdef int MARKS[16384]
cdef unsigned long long LOW_HALF
cdef unsigned long long WAYS[4]
cdef int WAYS_FROM[4]
cdef unsigned long long MASKS[294]

cdef int check_seat(int seat) except -1

cdef bytes row(object cards)

@cython.locals(place=cython.int, card=cython.int)
cdef int draw(int* cards, int count, Stream stream)

cdef class BriscaState(State):
    cdef public int leader
    cdef public int trump
    cdef public int tie
    cdef unsigned char hand[160]
    cdef unsigned char held[4]
    cdef unsigned char deck[40]
    cdef public int top
    cdef public int bottom
    cdef unsigned char table[4]
    cdef public int laid
    cdef unsigned char won[160]
    cdef unsigned char taken[4]
    cdef int score[4]

    @cython.locals(other=BriscaState)
    cpdef copy_from(self, State source)

    @cython.locals(other=BriscaState)
    cpdef State clone(self)

    @cython.locals(start=cython.int, i=cython.int)
    cpdef list hand_of(self, int seat)
    @cython.locals(i=cython.int)
    cpdef list deck_left(self)
    @cython.locals(i=cython.int)
    cpdef list on_table(self)
    @cython.locals(start=cython.int, i=cython.int)
    cpdef list won_by(self, int seat)
    @cython.locals(i=cython.int)
    cpdef set_hand(self, int seat, cards)
    @cython.locals(i=cython.int)
    cpdef set_deck(self, cards)
    @cython.locals(i=cython.int)
    cpdef set_table(self, cards)
    @cython.locals(seat=cython.int, card=cython.int, i=cython.int)
    cpdef set_won(self, piles)

    cpdef take_seat(self, int seat)
    cdef bint is_anyone_left(self)

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

    cpdef playout(self, Stream stream)

    @cython.locals(seat=cython.int)
    cpdef bint is_even(self)

    @cython.locals(
        luck="unsigned long long[7]", score="int[4]", taken="int[4]",
        first="unsigned long long", second="unsigned long long", third="unsigned long long",
        chosen="unsigned long long", played="unsigned long long", drawn="unsigned long long",
        change="unsigned long long", half=cython.int, way=cython.int, held=cython.int,
        leader=cython.int, top=cython.int, trump=cython.int, row=cython.int, mark_0=cython.int,
        mark_1=cython.int, mark_2=cython.int, mark_3=cython.int, best=cython.int,
        rest=cython.int, seat=cython.int, i=cython.int,
    )
    cpdef race(self, Stream stream)

    @cython.locals(holder=cython.int, other=cython.int, i=cython.int, start=cython.int)
    cpdef view(self, int seat)

    @cython.locals(known="unsigned long long", one="unsigned long long", card=cython.int,
                   seat=cython.int, i=cython.int)
    cpdef imagine(self, view, Stream stream)

    @cython.locals(unseen="int[200]", count=cython.int, other=cython.int, i=cython.int)
    cpdef redeal(self, int seat, Stream stream)

    @cython.locals(luck="unsigned long long", card=cython.int)
    cpdef finish(self, Stream stream)
    @cython.locals(start=cython.int, row=cython.int, best=cython.int, stake=cython.int,
                   leading=cython.int, is_last=cython.bint, i=cython.int, card=cython.int,
                   keep=cython.int, cheapest=cython.int, least=cython.int, richest=cython.int,
                   most=cython.int, taker=cython.int, price=cython.int)
    cdef int by_rule(self) noexcept
    @cython.locals(most=cython.int, i=cython.int, card=cython.int)
    cdef int richest_plain(self, int otherwise) noexcept

    cpdef int side(self, int seat) except -2
    cpdef int points(self, int seat) except? -1

    @cython.locals(margin=cython.int)
    cpdef int winner(self)

    @cython.locals(winner=cython.int)
    cpdef double value(self, int side) except? -1
    @cython.locals(margin=cython.int)
    cpdef double prospect(self, int side) except? -1
