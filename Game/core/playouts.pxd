cimport cython
from Game.core.state cimport State
from Game.core.stream cimport Stream

@cython.locals(totals="double[64]", scratch=State, i=cython.int, other=cython.int)
cpdef list playouts(State state, int seats, int n, int seat, Stream stream)
