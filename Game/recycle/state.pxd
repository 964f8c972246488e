cimport cython
from Game.core.state cimport State
from Game.core.stream cimport Stream
from Game.recycle.machine.interpreter cimport Interpreter, Instruction
from Game.recycle.machine.table cimport Table

cdef int OVER

cdef class RecycleState(State):
    cdef public object program
    cdef public Interpreter interpreter
    cdef public Table table
    cdef public list orders
    cdef public list coins
    cdef public object history
    cdef public tuple exchanged
    cdef public int imagined_for

    cpdef follow(self)
    @cython.locals(one=RecycleState)
    cpdef copy_from(self, State other)
    @cython.locals(table=Table)
    cpdef int play(self, int action) except -2
    @cython.locals(table=Table, options=list, interpreter=Interpreter)
    cpdef playout(self, Stream stream)
    @cython.locals(count=cython.int, i=cython.int)
    cdef int offer(self, int* out, int room) except -1
    cpdef note(self, int action, luck)
    @cython.locals(table=Table, row=list, spots=list, cards=list, before=list, place=cython.int, index="Py_ssize_t", card="long long")
    cpdef redeal(self, int seat, Stream stream)
    @cython.locals(table=Table, row=list, cards=list, known=list, card="long long", number="Py_ssize_t", at=tuple)
    cpdef exchange(self, int seat, list spots, dict instead)
    @cython.locals(table=Table, instruction=Instruction)
    cpdef look_again(self)
