// SPDX-License-Identifier: Apache-2.0
package fairlead.mpi;

/** Classes of errors that are found here, by their names in mpi.h, from which the process tells their numbers. */
enum ErrorClass {
    COUNT,
    TYPE,
    TAG,
    COMM,
    RANK,
    REQUEST,
    ROOT,
    GROUP,
    OP,
    ARG,
    TRUNCATE,
    IN_STATUS,
    WIN,
    SIZE,
    DISP,
    INFO,
    INFO_NOKEY,
    LOCKTYPE,
    RMA_SYNC,
    RMA_RANGE,
    RMA_ATTACH,
    RMA_FLAVOR,
    NO_MEM,
    TOPOLOGY,
    DIMS
}
