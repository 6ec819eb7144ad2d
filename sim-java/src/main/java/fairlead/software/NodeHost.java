// SPDX-License-Identifier: Apache-2.0
package fairlead.software;

import fairlead.program.Operation;
import fairlead.program.Result;

/** What a module of one node's software may ask of the rest of it. Cycles are those in which a command may act at the earliest. */
public interface NodeHost {
    int node();

    Operation operation(int id);

    /** The packed coordinates of a rank. */
    int coord(int rank);

    /** Gives a command and returns its sequence number. */
    int command(long cycle, int task, int op, long w0, long w1, long w2, long w3);

    /** Gives a LOAD whose answer comes back to the module with this mark (at least 1). */
    void load(long cycle, int task, int address, int mark);

    /** A tag for an operation that is given to the NIC in this cycle. */
    int takeTag(int id, long cycle);

    /** The byte counter of a get: the one that it has, else a free one, else -1. */
    int takeCounter(int id);

    /** A part of the operation is given to the NIC under a number that the module has chosen. */
    void given(int id, int tag, long cycle);

    /** The operation has been handed to the NIC. */
    void entered(int id, long cycle);

    void finished(int id, long cycle, Result result, long value);

    /** Something that no program may cause, for the report. */
    void complain(int id, long cycle, String what);
}
