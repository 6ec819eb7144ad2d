// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.api;

/**
 * The effective depth of every buffer; the library's capabilities are the upper bounds.
 *
 * @param links numbers of flits of the link VC buffers
 * @param locals numbers of flits of the buffers at the boundary of router and NIC
 * @param injection number of descriptors of each injection FIFO
 * @param reception number of packets of each reception FIFO
 * @param dla number of words of the DLA FIFO
 * @param response number of slots of each response queue
 * @param tables number of places of the tables of the NIC
 */
public record Buffers(
        LinkDepths links, LocalDepths locals, int injection, int reception, int dla, int response, TableSizes tables) {
    /** Makes buffers beside all places of the tables. */
    public Buffers(
            final LinkDepths links,
            final LocalDepths locals,
            final int injection,
            final int reception,
            final int dla,
            final int response) {
        this(links, locals, injection, reception, dla, response, TableSizes.ALL);
    }

    /** Makes buffers whose link VCs are all equal, as are those between router and NIC. */
    public Buffers(
            final int linkVc,
            final int local,
            final int injection,
            final int reception,
            final int dla,
            final int response) {
        this(LinkDepths.of(linkVc), LocalDepths.of(local), injection, reception, dla, response);
    }

    /** Returns the depths of a scenario that gives none; the link buffers have the depth that the routing needs. */
    public static Buffers of(final Routing routing) {
        return new Buffers(Math.max(8, routing.minLinkDepth()), 8, 16, 64, 64, 8);
    }

    /** Returns the greatest depth of a link VC buffer. */
    public int linkVc() {
        return links.greatest();
    }

    /** Returns the greatest depth of a buffer at the boundary of router and NIC. */
    public int local() {
        return locals.greatest();
    }

    public Buffers with(final LinkDepths other) {
        return new Buffers(other, locals, injection, reception, dla, response, tables);
    }

    public Buffers with(final LocalDepths other) {
        return new Buffers(links, other, injection, reception, dla, response, tables);
    }

    public Buffers with(final TableSizes other) {
        return new Buffers(links, locals, injection, reception, dla, response, other);
    }
}
