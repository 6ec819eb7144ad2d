// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.api;

/**
 * The effective depth of every buffer; the library's capabilities are the upper bounds.
 *
 * @param linkVc number of flits of each link VC buffer
 * @param local number of flits of each buffer at the boundary of router and NIC
 * @param injection number of descriptors of each injection FIFO
 * @param reception number of packets of each reception FIFO
 * @param dla number of words of the DLA FIFO
 * @param response number of slots of each response queue
 */
public record Buffers(int linkVc, int local, int injection, int reception, int dla, int response) {
    /** Returns the depths of a scenario that gives none; the link buffers have the depth that the routing needs. */
    public static Buffers of(final Routing routing) {
        return new Buffers(Math.max(8, routing.minLinkDepth()), 8, 16, 64, 64, 8);
    }
}
