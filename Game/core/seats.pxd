cpdef int check_seat(int seat, int seats) except -1
