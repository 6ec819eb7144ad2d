// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.graph;

/**
 * One reason to wait: a packet or command that holds `from` may wait for room in `to`.
 *
 * @param id name in reports and in docs/understand/deadlock.md
 * @param from kind of the resource that is held
 * @param to kind of the resource that is wanted
 * @param map pairs of `from` and `to` that wait
 * @param reason text of the reason, with the requirement from which it follows
 */
record Rule(String id, VertexKind from, VertexKind to, Map map, String reason) {
    /** The pairs of resource indices to which a rule applies. */
    enum Map {
        /** Port r waits for port r. */
        SAME,
        /** Every resource waits for every resource. */
        ALL,
        /** Every resource waits for resource 0. */
        ZERO,
        /** FIFO f waits for local port f mod LOCAL_PORTS. */
        MODULO
    }

    boolean applies(final int i, final int j, final int localPorts) {
        return switch (map) {
            case SAME -> i == j;
            case ZERO -> j == 0;
            case MODULO -> j == i % localPorts;
            default -> true;
        };
    }
}
