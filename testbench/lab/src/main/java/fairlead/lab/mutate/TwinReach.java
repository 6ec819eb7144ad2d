// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

/** Whether a run has come to the instruction that a mutant of the twin changes. The changed class tells it. */
public final class TwinReach {
    private static boolean reached;

    private TwinReach() {}

    /** Is called by the changed instruction. */
    public static void mark() {
        reached = true;
    }

    /** Returns whether the instruction has been executed since the last call. */
    static boolean take() {
        final boolean was = reached;
        reached = false;
        return was;
    }
}
