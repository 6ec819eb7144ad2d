// SPDX-License-Identifier: Apache-2.0
package fairlead.machine;

import fairlead.hw.HwLayout;

/**
 * The effective depth of every buffer; the library's capabilities are the upper bounds.
 *
 * @param links numbers of flits of the link VC buffers
 * @param locals numbers of flits of the buffers at the boundary of router and NIC
 * @param injections number of descriptors of each injection FIFO
 * @param receptions number of packets of each reception FIFO
 * @param dla number of words of the DLA FIFO
 * @param responses number of slots of the response queue of each local port
 * @param tables number of places of the tables of the NIC
 */
public record Buffers(
        Depths links,
        Depths locals,
        Depths injections,
        Depths receptions,
        int dla,
        Depths responses,
        TableSizes tables) {
    public Buffers {
        checkSize(links, Depths.LINKS);
        checkSize(locals, Depths.LOCALS);
    }

    private static void checkSize(Depths depths, int size) {
        int given = depths.each().size();
        MachineConfig.require(given == size, "there are " + size + " depths, not " + given);
    }

    /** Makes buffers of which all of a kind are equal, with all places of the tables. */
    public Buffers(int linkVc, int local, int injection, int reception, int dla, int response) {
        this(
                Depths.of(Depths.LINKS, linkVc),
                Depths.of(Depths.LOCALS, local),
                Depths.of(HwLayout.INJECTION_FIFOS, injection),
                Depths.of(HwLayout.RECEPTION_FIFOS, reception),
                dla,
                Depths.of(HwLayout.LOCAL_PORTS, response),
                TableSizes.ALL);
    }

    /** Returns the depths of a scenario that gives none; the link buffers have the depth that the routing needs. */
    public static Buffers of(Routing routing) {
        return new Buffers(Math.max(8, routing.minLinkDepth()), 8, 16, 64, 64, 8);
    }

    public int linkVc() {
        return links.greatest();
    }

    public int local() {
        return locals.greatest();
    }

    public int injection() {
        return injections.greatest();
    }

    /** Returns the greatest depth of a reception FIFO, which is the room in memory of each. */
    public int reception() {
        return receptions.greatest();
    }

    public int response() {
        return responses.greatest();
    }

    public Buffers withLinks(Depths other) {
        return new Buffers(other, locals, injections, receptions, dla, responses, tables);
    }

    public Buffers withLocals(Depths other) {
        return new Buffers(links, other, injections, receptions, dla, responses, tables);
    }

    public Buffers withInjections(Depths other) {
        return new Buffers(links, locals, other, receptions, dla, responses, tables);
    }

    public Buffers withReceptions(Depths other) {
        return new Buffers(links, locals, injections, other, dla, responses, tables);
    }

    public Buffers withResponses(Depths other) {
        return new Buffers(links, locals, injections, receptions, dla, other, tables);
    }

    public Buffers with(TableSizes other) {
        return new Buffers(links, locals, injections, receptions, dla, responses, other);
    }
}
