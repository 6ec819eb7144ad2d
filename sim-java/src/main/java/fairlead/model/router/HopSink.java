// SPDX-License-Identifier: Apache-2.0
package fairlead.model.router;

/** Who wants to know of heads on links (the HOP events). Called in ascending order of (node, link) within a cycle. */
public interface HopSink {
    /** The head of `packet` leaves `node` over `link` (0 to 5) on VC number `vc`, in the cycle that is being executed. */
    void hop(int node, int link, int vc, int packet);
}
