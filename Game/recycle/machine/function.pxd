cimport cython
from Game.recycle.machine.table cimport Table

cdef long long LARGEST
cdef int EQUAL
cdef int UNEQUAL
cdef int LESS
cdef int MORE
cdef int AT_MOST
cdef int AT_LEAST
cdef int PLUS
cdef int MINUS
cdef int TIMES
cdef int OVER_
cdef int REST
cdef int POWER

cdef class Function:
    cdef public bint safe
    cdef public bint fixed
    cdef public object at
    cdef long long number(self, Table table) except? -7
    cdef bint truth(self, Table table) except -1
    cdef str text(self, Table table)
    cdef list items(self, Table table)
    cdef value(self, Table table)

cdef class Truth(Function):
    pass

cdef class Text(Function):
    pass

cdef class Group(Function):
    pass

cdef class Constant(Function):
    cdef long long worth

cdef class WordValue(Text):
    cdef str word

cdef class Variable(Function):
    cdef int slot
    @cython.locals(number="long long")
    cdef long long number(self, Table table) except? -7
    @cython.locals(truth=cython.bint)
    cdef bint truth(self, Table table) except -1

cdef class Stored(Function):
    cdef Function place
    @cython.locals(number="long long")
    cdef long long number(self, Table table) except? -7

cdef class StoredText(Text):
    cdef Function place

cdef class NameOfNumber(Text):
    cdef Function worth

cdef class Size(Function):
    cdef Function group

cdef class Arithmetic(Function):
    cdef int sign
    cdef Function left
    cdef Function right
    @cython.locals(left="long long", right="long long", result="long long")
    cdef long long number(self, Table table) except? -7
    cdef long long multiply(self, long long left, long long right) except? -7
    @cython.locals(result="long long")
    cdef long long power(self, long long base, long long times) except? -7
    @cython.locals(size="long long", by="long long", whole="long long", rest="long long")
    cdef long long divide(self, long long left, long long right) except? -7
    cdef refuse_growth(self)

cdef class Total(Function):
    cdef Function group
    cdef int slot
    cdef Function body
    @cython.locals(items=list, total="long long")
    cdef long long number(self, Table table) except? -7

cdef class CompareNumbers(Truth):
    cdef int sign
    cdef Function left
    cdef Function right
    @cython.locals(left="long long", right="long long")
    cdef bint truth(self, Table table) except -1

cdef class CompareTexts(Truth):
    cdef bint equal
    cdef Function left
    cdef Function right
    @cython.locals(left=str, right=str)
    cdef bint truth(self, Table table) except -1

cdef class Conjunction(Truth):
    cdef list parts
    @cython.locals(part=Function)
    cdef bint truth(self, Table table) except -1

cdef class Disjunction(Truth):
    cdef list parts
    @cython.locals(part=Function)
    cdef bint truth(self, Table table) except -1

cdef class Negation(Truth):
    cdef Function part

cdef class Quantified(Truth):
    cdef bint of_all
    cdef Function group
    cdef int slot
    cdef Function body
    @cython.locals(items=list)
    cdef bint truth(self, Table table) except -1
