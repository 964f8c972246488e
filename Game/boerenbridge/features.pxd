cimport cython
from Game.boerenbridge.marginals cimport Marginals
from Game.boerenbridge.masks cimport count_of, top_ranks
from Game.boerenbridge.rules cimport BoerenBridgeRules
from Game.core.encoder cimport Encoder
from Game.core.state cimport State

cdef int CALLS, CARDS, OWNERS, RANKS, SEATS, SUITS
cdef double SCORE

cdef class BoerenBridgeEncoder(Encoder):
    cdef public bint has_bits
    cdef public bint has_chances
    cdef public bint has_others
    cdef Marginals marginals

    cpdef int write(self, State state, int seat, float[::1] out, Py_ssize_t at) except -1
    @cython.locals(one="unsigned long long", card=cython.int, player=cython.int,
                   leader=cython.int, in_trick=cython.int, i=cython.int, place=cython.int)
    cdef int write_cards(self, BoerenBridgeRules game, int seat, float[::1] out,
                         Py_ssize_t at) except -1
    @cython.locals(most=cython.double, i=cython.int, other=cython.int, bid=cython.int,
                   suit=cython.int, rounds=cython.int)
    cdef int write_bids(self, BoerenBridgeRules game, int seat, float[::1] out,
                        Py_ssize_t at) except -1
    @cython.locals(one="unsigned long long", unseen="unsigned long long", i=cython.int)
    cdef unsigned long long unseen_by(self, BoerenBridgeRules game, int watcher) except? 0
    @cython.locals(one="unsigned long long", unseen="unsigned long long", i=cython.int,
                   other=cython.int, card=cython.int, may_hold="unsigned long long")
    cdef int write_owners(self, BoerenBridgeRules game, int watcher, int seat, float[::1] out,
                          Py_ssize_t at) except -1
    @cython.locals(one="unsigned long long", unseen="unsigned long long", left=cython.int,
                   i=cython.int, other=cython.int, card=cython.int, chances=Marginals)
    cdef int write_chances(self, BoerenBridgeRules game, int watcher, int seat, float[::1] out,
                           Py_ssize_t at) except -1
