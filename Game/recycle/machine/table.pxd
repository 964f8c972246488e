cimport cython

cdef int NOBODY
cdef int DEEPEST
cdef int BY_FACE
cdef int BY_PLACE
cdef int NAMED
cdef int UNKNOWN
cdef long long OFTEN

cdef class Table:
    cdef public object plan
    cdef public object luck
    cdef public int players
    cdef public list places
    cdef public list owned
    cdef public list stores
    cdef public list texts
    cdef public list values
    cdef public list maps
    cdef public list faces
    cdef public list where
    cdef public list known
    cdef public list shown
    cdef public int seat
    cdef public int queued
    cdef public list held
    cdef public int team
    cdef public int team_queued
    cdef public list team_held
    cdef public tuple teams
    cdef public list team_of
    cdef public list sight
    cdef public int pc
    cdef public list loops
    cdef public list options
    cdef public int choices
    cdef public long long fuel
    cdef public long long next_look
    cdef public long long spent
    cdef public bint over
    cdef public list scores
    cdef public list journal
    cdef public object path
    cdef public int step
    cdef public int depth
    cdef public bint trial
    cdef public bint as_first_engine
    cdef public bint is_later_item
    cdef public bint naming
    cdef public object log
    cdef public list draft
    cdef public object unseen_moves

    @cython.locals(other=Table)
    cpdef Table clone(self)
    cpdef burn(self, at, long long much)
    cpdef refuel(self, long long fuel)
    cpdef look_up(self, at)
    cpdef give_up(self, at)
    cpdef descend(self, at)
    cpdef emit(self, effect)
    cpdef tuple faces_in(self, int place)
    @cython.locals(face=cython.int)
    cdef int face(self, long long card) except -1
    cpdef look_around(self)
    @cython.locals(known="long long", sight="long long")
    cpdef bint is_seen(self, long long card, int place, int seat) except -1
    @cython.locals(
        start_seen="long long", seen="long long", knew="long long", everybody="long long"
    )
    cdef learn(self, long long card, int start, int place, int how)
    @cython.locals(known=list, card="long long", knew="long long")
    cdef lose(self, list cards, long long seen)
    cpdef list own(self, int place)
    cpdef create_card(self, int face, int place)
    @cython.locals(
        start=cython.int, source=list, was="Py_ssize_t", goal=list, other="long long"
    )
    cpdef move(self, long long card, int place, long long index, int how)
    @cython.locals(memory=list)
    cpdef note_taken(self, long long card, int start, int place, Py_ssize_t index)
    cpdef note_shuffled(self, list cards, int place)
    cpdef remember(self, long long card, int place, long long index)
    cpdef forget(self, int place, int index)
    cpdef reorder(self, int place, list order)
    cpdef shuffle(self, int place)
    cpdef store(self, int place, long long value)
    cpdef store_text(self, int place, str text)
    cpdef put(self, int number, points)
    cpdef do_nothing(self)
    cpdef note_cycles(self)
    cpdef undo(self, Py_ssize_t mark)
    cpdef int next_seat(self)
    cpdef int next_team(self) except -2
    cpdef become(self, int seat)
    cpdef become_team(self, int team)
