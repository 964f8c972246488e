cimport cython
from Game.recycle.machine.action cimport TableAction
from Game.recycle.machine.function cimport Function
from Game.recycle.machine.table cimport Table

cdef int RUN
cdef int CHOOSE
cdef int ENTER
cdef int TEST
cdef int ADVANCE
cdef int LEAVE
cdef int LET
cdef int EACH
cdef int NOBODY
cdef int PASSES
cdef int LOOKS
cdef int CHOICE_WORK
cdef long long MOST_WORK

cdef class Instruction:
    cdef public int opcode
    cdef public object at
    cdef public object node
    cdef public TableAction action
    cdef public list actions
    cdef public list chosen
    cdef public Function function
    cdef public int slot
    cdef public str kind
    cdef public int goal
    cdef public bint of_team

cdef class Interpreter:
    cdef public list code
    cdef public long long fuel
    cdef public int most_choices
    cdef public Function score
    cdef public object score_at
    @cython.locals(action=TableAction)
    cpdef prepare(self, Table table, list setup, at)
    @cython.locals(scores=list, seat=cython.int)
    cpdef finish(self, Table table)
    @cython.locals(here=cython.int)
    cpdef long long points(self, Table table, int seat) except? -7
    @cython.locals(instruction=Instruction, number=cython.int)
    cpdef choose(self, Table table, int option)
    @cython.locals(action=TableAction)
    cdef run_option(self, Table table, Instruction instruction, int number)
    @cython.locals(instruction=Instruction, passes=cython.int, code=list)
    cpdef go_on(self, Table table)
    @cython.locals(opcode=cython.int)
    cpdef obey(self, Table table, Instruction instruction)
    cdef enter(self, Table table, bint of_team)
    cdef bind(self, Table table, Instruction instruction)
    @cython.locals(action=TableAction, number=cython.int)
    cpdef collect(self, Table table, Instruction instruction)
    cdef attempt(self, Table table, TableAction action, int number, at)
    cpdef perform(self, Table table, TableAction action)
    cpdef value(self, Table table, Function function)
    cpdef list items(self, Table table, Function function)
    @cython.locals(number=cython.int)
    cpdef try_option(self, Table table, int option)
