// SPDX-License-Identifier: Apache-2.0
package fairlead.machine;

/** The rule that selects the master task of each node in barriers. */
public enum BarrierMaster {
    FIRST,
    LAST,
    /** Selects a task of each node at random, drawn from the seed. */
    DRAWN;

    int of(long seed, int node, int tasks) {
        return switch (this) {
            case FIRST -> 0;
            case LAST -> tasks - 1;
            default -> (int) Long.remainderUnsigned(Mix.mix64(Mix.mix64(~seed) + Mix.GOLDEN * (node + 1)), tasks);
        };
    }
}
