// SPDX-License-Identifier: Apache-2.0
package fairlead.shmem;

/** What a process asks for besides set-up and clocks; the names are those of the list in calls.h. */
enum Call {
    MALLOC, // size, alignment
    REALLOC, // old, size
    FREE, // old
    PUT, // dest, source, bytes, pe, 1 if the call may return at once
    GET, // as PUT
    IPUT, // dest, source, bytes from one element of dest to the next, the same of source, elements, bytes of one, pe
    IGET, // as IPUT
    FENCE,
    QUIET,
    BARRIER, // 1 if it is quiet before; set
    WAIT, // 0 wait, 1 test; variable, its bytes, 1 if signed, comparison, value
    WAIT_VECTOR, // 0 wait, 1 test; variables, bytes * 2 + signed, comparison, values, their stride, count, status,
    // indices, wanted
    ATOMIC, // function, word, its bytes, operand, compare, pe, 1 if the old value is wanted
    PUT_SIGNAL, // dest, source, bytes, signal, value, 0 set or 1 add, pe, 1 if the call may return at once
    LOCK, // 0 set, 1 test, 2 clear; lock
    BROADCAST, // dest, source, bytes, number of the root in the set; set; 1 if the root gets it as well
    COLLECT, // dest, source, bytes, 1 if the same for all; set
    ALLTOALL, // dest, source, elements of a block, stride of dest, stride of source, bytes of an element; set
    REDUCE // dest, source, elements, type * 16 + function, bytes of an element, work array; set
}
