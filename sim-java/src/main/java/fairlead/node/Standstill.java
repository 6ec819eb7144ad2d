// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import fairlead.program.DevicePatience;
import fairlead.program.Operation;
import fairlead.program.Program;

/**
 * Decides when software on shared network devices stops asking: threads and daemons that ask again and again would keep
 * a machine busy for ever in which nothing moves. It stands when no other operation has begun and not ended, and no
 * packet of a message has been accepted, has come or was taken for the cycles of {@link DevicePatience}.
 */
final class Standstill {
    private final long patience;
    private long progress; // latest cycle
    private int others; // operations that have begun and not ended, and do not use a device

    /** @param software software latency in cycles */
    Standstill(final Program program, final int software) {
        patience = DevicePatience.of(program, software);
    }

    void begun(final Operation op) {
        others += op.kind().isDevice() ? 0 : 1;
    }

    void ended(final Operation op, final long cycle) {
        others -= op.kind().isDevice() ? 0 : 1;
        progressed(cycle);
    }

    void progressed(final long cycle) {
        progress = Math.max(progress, cycle);
    }

    boolean isReached(final long cycle) {
        return others == 0 && cycle - progress > patience;
    }
}
