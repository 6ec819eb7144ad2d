// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.graph;

/**
 * One reason to wait: what is in (or holds) `from` may wait for room in `to`.
 *
 * @param id name in stories and in docs/deadlock.md
 * @param map which of `from` waits for which of `to`
 * @param reason in words, with the requirement it comes from
 */
record Rule(String id, VertexKind from, VertexKind to, Map map, String reason) {
    /** Pairs of indices. */
    enum Map {
        /** Port r waits for port r. */
        SAME,
        /** Every one for every one. */
        ALL,
        /** Every one for number 0. */
        ZERO,
        /** FIFO f for local port f mod LOCAL_PORTS. */
        MODULO
    }

    boolean applies(final int i, final int j, final int localPorts) {
        switch (map) {
            case SAME:
                return i == j;
            case ZERO:
                return j == 0;
            case MODULO:
                return j == i % localPorts;
            default:
                return true;
        }
    }
}
