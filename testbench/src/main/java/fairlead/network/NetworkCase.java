// SPDX-License-Identifier: Apache-2.0
package fairlead.network;

import fairlead.deadlock.RoutingRules;
import fairlead.engine.Shape;

/**
 * One question: can some packets of a network wait for each other for ever?
 *
 * @param rules what packets may do, as the static check has them
 * @param capacity units of a VC buffer: packets, or pieces of one
 * @param lengths of packets, in units: 1; or the shorter and the longer
 * @param whole a packet of any length takes as much room as the longest (a credit is room for a packet)
 * @param bothTies at distance k/2 packets go either way; else as the header builder sends them
 * @param safe what must come out
 */
public record NetworkCase(
        String id,
        Shape shape,
        RoutingRules rules,
        int capacity,
        int[] lengths,
        boolean whole,
        boolean bothTies,
        boolean safe) {

    static NetworkCase packets(
            final Shape shape, final RoutingRules rules, final int slots, final boolean bothTies, final boolean safe) {
        return new NetworkCase(id(shape, rules.name()), shape, rules, slots, new int[] {1}, false, bothTies, safe);
    }

    static String id(final Shape shape, final String name) {
        return "NET." + shape + "." + name;
    }

    int longest() {
        return lengths[lengths.length - 1];
    }

    /** Units that a packet of that length takes. */
    int takes(final int length) {
        return whole ? longest() : length;
    }
}
