// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

/** A listener for heads on links (the HOP events), called in ascending order of (node, link) within a cycle. */
public interface HopSink {
    /** Reports that the head of `packet` leaves `node` over `link` (0 to 5) on VC number `vc`, in the current cycle. */
    void hop(int node, int link, int vc, int packet);
}
