// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.machine.MachineConfig;
import fairlead.program.DeviceMessage;

/** Bounds in cycles of what threads that share a network device do (docs/use/device.md). */
public final class DeviceBounds {
    private static final int REACTIONS = 6; // software latencies for which a thread has the lock, besides the drain
    private static final int DRAIN = 380; // cycles for header and drain of the longest message, besides memory
    private static final int TRY = 6; // software latencies until only the addressee asks, and of one try of it
    private static final int PORT = 32; // cycles in which commands of the other threads go first

    private DeviceBounds() {}

    /** Returns the greatest number of cycles for which a thread may have the lock. */
    public static long lock(MachineConfig config) {
        int loop = 2 * config.collective().latency() + 2; // of a credit; shallower buffers slow a message down
        int depth = config.collective().linkDepth();
        return (long) REACTIONS * config.latency().software()
                + config.latency().memory()
                + (long) DRAIN * Math.max(1, (loop + depth - 1) / depth);
    }

    /**
     * Returns the greatest number of cycles from the slot of a message to its memory where threads look at the slot
     * before they ask for the lock.
     */
    public static long delay(MachineConfig config, long timeout) {
        int software = config.latency().software();
        return timeout + DeviceMessage.spread(software) + (long) TRY * software + PORT + lock(config);
    }
}
