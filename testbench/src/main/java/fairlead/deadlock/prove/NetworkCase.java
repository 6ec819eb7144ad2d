// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.prove;

import fairlead.deadlock.graph.RoutingRules;
import fairlead.engine.api.Shape;

/**
 * One question: can some packets of a network wait for each other for ever?
 *
 * @param rules what packets may do, as the static check has them
 * @param capacity units of a VC buffer: packets, or pieces of one
 * @param lengths of packets, in units: 1; or the shorter and the longer
 * @param whole a packet of any length takes as much room as the longest (a credit is room for a packet)
 * @param bothTies at distance k/2 packets go either way; else as the header builder sends them
 * @param straight only packets that need one dimension: those of adaptive routing then have one link to go at every hop
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
        boolean straight,
        boolean safe) {

    static NetworkCase packets(
            final Shape shape, final RoutingRules rules, final int slots, final boolean bothTies, final boolean safe) {
        return new NetworkCase(
                id(shape, rules.name()), shape, rules, slots, new int[] {1}, false, bothTies, false, safe);
    }

    /** The same question, asked about straight packets only: what deadlocks then deadlocks. */
    NetworkCase straightOnly() {
        return new NetworkCase(id, shape, rules, capacity, lengths, whole, bothTies, true, safe);
    }

    /** Whether packets from src to dst are part of the question. */
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

    /** Units that a packet of that length takes. */
    int takes(final int length) {
        return whole ? longest() : length;
    }
}
