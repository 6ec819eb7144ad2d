// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.api;

/**
 * Effective depth of every buffer; the library's capabilities bound them.
 *
 * @param linkVc flits of each link VC buffer
 * @param local flits of each buffer at the boundary of router and NIC
 * @param injection descriptors of each injection FIFO
 * @param reception packets of each reception FIFO
 * @param dla words of the DLA FIFO
 * @param response slots of each response queue
 */
public record Buffers(int linkVc, int local, int injection, int reception, int dla, int response) {
    /** Of a scenario that names none: the link buffers hold what the routing needs. */
    public static Buffers of(final Routing routing) {
        return new Buffers(Math.max(8, routing.minLinkDepth()), 8, 16, 64, 64, 8);
    }
}
