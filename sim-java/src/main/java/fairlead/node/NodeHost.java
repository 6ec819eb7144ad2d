// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import fairlead.program.Operation;
import fairlead.program.Result;

/**
 * The services that the software of one node offers to its modules. A parameter `cycle` is the earliest cycle in which
 * a command may act.
 */
public interface NodeHost {
    int node();

    /** Returns the software latency of the machine in cycles. */
    int latency();

    Operation operation(int id);

    /** Returns the operand of an operation that is ready, which may be the result of an earlier one. */
    long operand(Operation op);

    /** Returns what a CAS that is ready compares with. */
    long compare(Operation cas);

    /** Returns the packed coordinates of a rank. */
    int coord(int rank);

    /** Gives a command and returns its sequence number. */
    int command(long cycle, int task, int op, long w0, long w1, long w2, long w3);

    /** Gives a LOAD whose answer is passed to the module with this mark (at least 1). */
    void load(long cycle, int task, int address, int mark);

    /** Returns a free tag for an operation that is given to the NIC in this cycle. */
    int takeTag(int id, long cycle);

    /**
     * Returns the byte counter of a get: the counter that it already has, otherwise a free one, or -1 if none is free.
     */
    int takeCounter(int id);

    /** Reports that a part of the operation is given to the NIC under a number that the module has chosen. */
    void given(int id, int tag, long cycle);

    /** Reports that the operation has been handed to the NIC. */
    void entered(int id, long cycle);

    void finished(int id, long cycle, Result result, long value);

    /** Adds a condition that no program may cause to the report. */
    void complain(int id, long cycle, String what);

    /** Notes that a packet of a message to a shared device was accepted, has come or was taken. */
    void progressed(long cycle);

    /** Returns whether nothing moves any more, so that asking again is in vain. */
    boolean stands(long cycle);
}
