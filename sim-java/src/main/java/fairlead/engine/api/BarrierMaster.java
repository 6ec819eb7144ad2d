// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.api;

/** Which task of a node is its master in barriers. */
public enum BarrierMaster {
    FIRST,
    LAST,
    /** Another one at each node, drawn from the seed. */
    DRAWN;

    int of(final long seed, final int node, final int tasks) {
        switch (this) {
            case FIRST:
                return 0;
            case LAST:
                return tasks - 1;
            default:
                return (int) Long.remainderUnsigned(Mix.mix64(Mix.mix64(~seed) + Mix.GOLDEN * (node + 1)), tasks);
        }
    }
}
