// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

import fairlead.hw.HwLayout;

/** What a stage of its own does in the routers of this structure. Spec: docs/understand/router-stages.md. */
final class Stages {
    /** Cycles of a flit on its way through the switch, beyond the cycle of its grant. */
    static final int CROSSING = HwLayout.ROUTER_STAGES >= 2 ? 1 : 0;
    /** Whether a head gets its output VC in a cycle before it asks for the switch. */
    static final boolean ALLOCATES = HwLayout.ROUTER_STAGES >= 3;
    /** Whether a head is routed in its first cycle in front of its VC. */
    static final boolean ROUTES = HwLayout.ROUTER_STAGES >= 4;
    /** Whether the allocators are those of iSLIP. */
    static final boolean ISLIP = HwLayout.ISLIP_ITERATIONS > 0;
    /** Whether packets of all classes share the VCs of a link. */
    static final boolean SHARED = HwLayout.SHARED_VCS > 0;

    private Stages() {}
}
