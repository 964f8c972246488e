cimport cython
from Game.core.stream cimport Stream

cdef int CARDS
cdef int RANKS
cdef int SUITS
cdef int LANE
cdef int HOLDERS
cdef int MOST_STATES
cdef unsigned long long BIT[52]
cdef unsigned char COUNT[8192]
cdef unsigned char LOWEST[8192]
cdef double INVERSE[53]

cdef class Pack:
    cdef int cards[52]
    cdef int count

    @cython.locals(suit=cython.int, lane=cython.int)
    cdef int fill(self, unsigned long long mask) except -1

    @cython.locals(drawn="unsigned long long", place=cython.int)
    cdef unsigned long long draw(self, Stream stream, int number) except? 1

@cython.final
cdef class CountTable:
    cdef double weight[3993]

cdef class Unseen:
    cdef unsigned long long pool
    cdef int room[4]
    cdef int barred[4]
    cdef unsigned long long hand[4]
    cdef int order[4]
    cdef int counts[4]
    cdef int suits[4]
    cdef int tied
    cdef int give[4]
    cdef int free[4]
    cdef CountTable table
    cdef Pack pack

    cdef int set_holder(self, int holder, int room, int barred) except -1

    @cython.locals(holder=cython.int, rest="unsigned long long")
    cdef int deal(self, Stream stream) except -1

    @cython.locals(total=cython.int, last=cython.int, holder=cython.int, place=cython.int,
                   suit=cython.int, here=cython.int, states=cython.int)
    cdef int tie(self) except -1

    @cython.locals(level=cython.int, total=cython.double, place=cython.int, pack=Pack,
                   start=cython.int, lane="unsigned long long")
    cdef int deal_tied(self, Stream stream) except -1

    @cython.locals(place=cython.int, drawn="unsigned long long", pack=Pack)
    cdef int spread(self, unsigned long long rest, Stream stream) except -1

    @cython.locals(first=cython.int, second=cython.int, third=cython.int, fourth=cython.int,
                   level=cython.int, left=cython.int, i=cython.int, a=cython.int, b=cython.int,
                   c=cython.int, weight=cython.double)
    cdef int weigh_all(self) except -1

    @cython.locals(second=cython.int, third=cython.int)
    cdef int place_of(self, int level, int a, int b, int c) noexcept

    cdef int most(self, int place, int level, int count) noexcept

    @cython.locals(total=cython.double, count=cython.int, a=cython.int, b=cython.int,
                   c=cython.int, d=cython.int, weight=cython.double)
    cdef double weigh(self, int level, double goal) noexcept

    @cython.locals(weight=cython.double)
    cdef double after(self, int level, int a, int b, int c, int d) noexcept
