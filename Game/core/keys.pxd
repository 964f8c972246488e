from Game.core.stream cimport Stream

cdef class KeyedStream(Stream):
    cdef bytes _key
    cdef unsigned long long _blocks
    cdef unsigned long long _numbers[8]
    cdef int _left

    cpdef unsigned long long bits(self)
