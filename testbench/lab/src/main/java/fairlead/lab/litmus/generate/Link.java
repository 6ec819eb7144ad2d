// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.litmus.generate;

/** A relation from the last event of one task to the first event of the next task of a cycle. */
enum Link {
    /** Reads from: the next task reads what this task writes. */
    RF,
    /** From read: this task reads the value before the write of the next task. */
    FR,
    /** Coherence: the write of the next task comes after the write of this task to the same word. */
    WS,
    /** This task sends a message, and the next task receives it. */
    MSG,
    /** Both tasks meet in a barrier, as all others do. */
    BAR,
    /** Both tasks meet in a call of their group. */
    CALL,
    /** This task closes an epoch, and the next task waits for its end. */
    EPO;

    boolean isMemory() {
        return this == RF || this == FR || this == WS;
    }
}
