// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.networks;

import fairlead.deadlock.graph.RoutingRules;
import fairlead.machine.Shape;

/**
 * One question: can some packets of a network wait for each other forever?
 *
 * @param rules the rules of packet movement, as the static check has them
 * @param capacity the capacity of a VC buffer in units; a unit is a packet or a part of one
 * @param lengths the possible lengths of packets in units, ascending: one or two values
 * @param whole whether a packet of any length takes as much room as the longest, because a credit is room for a whole
 *      packet
 * @param bothTies whether packets at distance k/2 go in either direction; else only in the direction that the header
 *      builder selects
 * @param straight whether only packets that move in one dimension exist; with adaptive routing these have one link to
 *      take at every hop
 * @param safe whether the expected answer is no
 */
public record NetworkCase(
        String id,
        Shape shape,
        RoutingRules rules,
        int capacity,
        int[] lengths,
        boolean whole,
        boolean bothTies,
        boolean straight,
        boolean safe) {

    static NetworkCase packets(
            final Shape shape, final RoutingRules rules, final int slots, final boolean bothTies, final boolean safe) {
        return new NetworkCase(
                id(shape, rules.name()), shape, rules, slots, new int[] {1}, false, bothTies, false, safe);
    }

    /**
     * Returns the same question about straight packets only. A deadlock of straight packets is also a deadlock of the
     * full question.
     */
    NetworkCase straightOnly() {
        return new NetworkCase(id, shape, rules, capacity, lengths, whole, bothTies, true, safe);
    }

    /** Tells whether packets from src to dst are part of the question. */
    boolean asksAbout(final int src, final int dst) {
        final int dimensions = (shape.x(src) == shape.x(dst) ? 0 : 1)
                + (shape.y(src) == shape.y(dst) ? 0 : 1)
                + (shape.z(src) == shape.z(dst) ? 0 : 1);
        return dimensions > 0 && (!straight || dimensions == 1);
    }

    static String id(final Shape shape, final String name) {
        return "NET." + shape + "." + name;
    }

    int longest() {
        return lengths[lengths.length - 1];
    }

    /** Returns the number of units that a packet of this length takes. */
    int takes(final int length) {
        return whole ? longest() : length;
    }
}
